import {
  type SourceGeometry,
  type SourceReference,
  uploadFault,
  type UploadFeature,
  uploadLimits,
} from '../upload-source.ts';
import { type Geometry, type GeometryKind, strideOf } from '../../geometry/geometry.ts';
import proj4 from 'proj4';
import { projectGeometry, type Projector, projectorBetween, projectorOf } from '../../geometry/project.ts';
import { canonicalWkid, isGeographic, isKnownWkid } from '../../geometry/spatial-reference.ts';

/**
 * Whether a geometry's coordinates have heights.
 * @throws MappingError `services:invalid-upload` for more vertices than a feature may have
 */
export function measureGeometry({ geometry, place }: UploadFeature): { hasZ: boolean } {
  const measured = { vertices: 0, hasZ: false };
  count(geometry?.coordinates, measured, 0);
  if (measured.vertices > uploadLimits.vertices) {
    throw uploadFault('too-many-vertices', place, {
      found: measured.vertices,
      most: uploadLimits.vertices,
    });
  }
  return measured;
}

function count(value: unknown, measured: { vertices: number; hasZ: boolean }, depth: number): void {
  if (!Array.isArray(value) || depth > 4) return;
  if (Array.isArray(value[0])) {
    for (const member of value) count(member, measured, depth + 1);
    return;
  }
  measured.vertices += 1;
  if (typeof value[2] === 'number' && Number.isFinite(value[2])) measured.hasZ = true;
}

/** A feature of one kind of geometry; without geometry the kind is null. */
export interface SimpleFeature extends UploadFeature {
  kind: GeometryKind | null;
}

const kinds: ReadonlyMap<string, GeometryKind> = new Map([
  ['Point', 'point'],
  ['MultiPoint', 'multipoint'],
  ['LineString', 'polyline'],
  ['MultiLineString', 'polyline'],
  ['Polygon', 'polygon'],
  ['MultiPolygon', 'polygon'],
]);

const deepest = 16;

/**
 * A feature as layers can store it. A collection of several kinds of geometry becomes one feature of each
 * kind, all with the same attributes.
 * @throws MappingError `services:invalid-upload` for an unknown type of geometry
 */
export function simpleFeatures(feature: UploadFeature): SimpleFeature[] {
  const { geometry } = feature;
  if (geometry === null) return [{ ...feature, kind: null }];
  const kind = kinds.get(geometry.type);
  if (kind) return [{ ...feature, kind }];
  const members = flatten(geometry, feature, 0);
  if (members.length === 0) return [{ ...feature, geometry: null, kind: null }];
  return (['point', 'polyline', 'polygon'] as const).flatMap((each) => {
    const joined = join(each, members);
    return joined ? [{ ...feature, geometry: joined, kind: kinds.get(joined.type) ?? null }] : [];
  });
}

function flatten(geometry: SourceGeometry, feature: UploadFeature, depth: number): SourceGeometry[] {
  if (kinds.has(geometry.type)) return [geometry];
  const members = geometry.geometries;
  if (geometry.type !== 'GeometryCollection' || !Array.isArray(members) || depth > deepest) {
    throw uploadFault('geometry-type', feature.place, {
      type: String(JSON.stringify(geometry.type)).slice(0, 40),
    });
  }
  return members.flatMap((member) => (member ? flatten(member, feature, depth + 1) : []));
}

/** The members of one kind as one geometry; points and multipoints are one kind here. */
function join(
  kind: 'point' | 'polyline' | 'polygon',
  members: readonly SourceGeometry[],
): SourceGeometry | undefined {
  const single = { point: 'Point', polyline: 'LineString', polygon: 'Polygon' }[kind];
  const of = members.filter(({ type }) => type === single || type === `Multi${single}`);
  const [only] = of;
  if (of.length <= 1) return only;
  const coordinates = of.flatMap((member) =>
    member.type === single ? [member.coordinates] : ((member.coordinates as unknown[] | undefined) ?? []),
  );
  return { type: `Multi${single}`, coordinates };
}

/** Names ArcGIS writes for coordinates that are stored unchanged. */
const named: readonly [RegExp, number][] = [
  [/^PROJCS\["WGS_1984_Web_Mercator_Auxiliary_Sphere"/, 3857],
  [/^GEOGCS\["(GCS_WGS_1984|WGS 84)"/, 4326],
];

/** The spatial reference of a well-known text: its EPSG code if it has one, else the text; undefined for an unsupported one. */
export function referenceOfText(text: string): SourceReference | undefined {
  const wkt = text.trim();
  const code = /AUTHORITY\["EPSG",\s*"?(\d+)"?\]\s*\]\s*$/i.exec(wkt)?.[1];
  const wkid = code === undefined ? named.find(([name]) => name.test(wkt))?.[1] : canonicalWkid(Number(code));
  if (wkid !== undefined && isKnownWkid(wkid)) return { wkid };
  try {
    const [x = NaN] = proj4(wkt, 'EPSG:4326').inverse([0, 0]);
    return wkt !== '' && !Number.isNaN(x) ? { definition: wkt } : undefined;
  } catch {
    return undefined;
  }
}

/** Degrees and Web Mercator are kept; everything else is converted to degrees. */
export function keptWkid(reference: SourceReference): number {
  return 'wkid' in reference && reference.wkid === 3857 ? 3857 : 4326;
}

/**
 * Converts geometry from the spatial reference of a file to that of its layer, and checks that it is on the
 * earth.
 * @throws MappingError `services:invalid-upload` when created for an unreadable definition, or called for an
 * invalid location
 */
export function placeGeometry(reference: SourceReference): (geometry: Geometry) => Geometry {
  const wkid = keptWkid(reference);
  const projector =
    'wkid' in reference
      ? projectorBetween(reference.wkid, wkid)
      : projectorOfDefinition(reference.definition);
  const degrees = 'wkid' in reference && isGeographic(reference.wkid);
  return (geometry) => {
    if (degrees) checkDegrees(geometry);
    const placed = projectGeometry(geometry, projector);
    if (!placed) throw uploadFault('outside-reference');
    if (wkid === 4326 && projector) checkDegrees(placed);
    return placed;
  };
}

/** From a .prj file. */
function projectorOfDefinition(definition: string): Projector {
  const converter = proj4(definition, 'EPSG:4326');
  return projectorOf((x, y) => converter.forward([x, y]));
}

/** One turn beyond the antimeridian is common; anything farther was never degrees. */
function checkDegrees(geometry: Geometry): void {
  const { coordinates } = geometry;
  const stride = strideOf(geometry);
  for (let at = 0; at < coordinates.length; at += stride) {
    const [x, y] = [coordinates[at] as number, coordinates[at + 1] as number];
    if (Math.abs(y) <= 90.000_001 && Math.abs(x) <= 540) continue;
    throw Math.abs(y) > 90
      ? uploadFault('latitude', {}, { latitude: y })
      : uploadFault('longitude', {}, { longitude: x });
  }
}
