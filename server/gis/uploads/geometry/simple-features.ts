import type { GeometryKind } from '../../geometry/geometry.ts';
import { uploadFault } from '../upload-fault.ts';
import type { SourceGeometry, UploadFeature } from '../upload-source.ts';

/** A feature of one kind of geometry; without geometry the kind is null. */
export interface SimpleFeature extends UploadFeature {
  kind: GeometryKind | null;
}

const kinds: Readonly<Record<string, GeometryKind>> = {
  Point: 'point',
  MultiPoint: 'multipoint',
  LineString: 'polyline',
  MultiLineString: 'polyline',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
};

const deepest = 16;

/**
 * A feature as layers can store it. A collection of several kinds of geometry becomes one feature of each
 * kind, all with the same attributes.
 * @throws MappingError `services:invalid-upload` for an unknown type of geometry
 */
export function simpleFeatures(feature: UploadFeature): SimpleFeature[] {
  const { geometry } = feature;
  if (geometry === null) return [{ ...feature, kind: null }];
  const kind = kinds[geometry.type];
  if (kind) return [{ ...feature, kind }];
  const members = flatten(geometry, feature, 0);
  if (members.length === 0) return [{ ...feature, geometry: null, kind: null }];
  return (['point', 'polyline', 'polygon'] as const).flatMap((each) => {
    const joined = join(each, members);
    return joined ? [{ ...feature, geometry: joined, kind: kinds[joined.type] ?? null }] : [];
  });
}

function flatten(geometry: SourceGeometry, feature: UploadFeature, depth: number): SourceGeometry[] {
  if (kinds[geometry.type]) return [geometry];
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
