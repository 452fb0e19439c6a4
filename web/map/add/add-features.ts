import Graphic from '@arcgis/core/Graphic.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type { MapInternals } from '../map-model.ts';
import type { AddableFeature, AddedLayer, FeatureLook } from './add-layers.ts';
import { maxFeatures } from '../document/sdk/read-document.ts';
import { addPopupTemplate } from '../configure/popup-session.ts';
import { type InferredField, inferFields, valueFor } from './infer-fields.ts';
import type { Rgb } from '../../../wire/layer-colours.ts';
import { type Kind, lookField, looksOf, rendererFor, unusedColor } from './layer-look.ts';

type Position = number[];

/** A GeoJSON geometry. */
interface GeoJson {
  type: string;
  coordinates?: unknown;
  geometries?: unknown;
}

const spatialReference = { wkid: 4326 };

/** Properties from which the SDK makes a geometry, in WGS84. */
type ArcgisGeometry = { spatialReference: { wkid: number } } & (
  | { type: 'point'; longitude: number; latitude: number }
  | { type: 'multipoint'; points: Position[] }
  | { type: 'polyline'; paths: Position[][] }
  | { type: 'polygon'; rings: Position[][] }
);

/** A GeoJSON geometry as ArcGIS geometries; collections are split. */
function arcgisGeometries(geometry: GeoJson | null): ArcgisGeometry[] {
  if (!geometry) return [];
  const { type, coordinates, geometries } = geometry;
  switch (type) {
    case 'Point': {
      const [longitude = 0, latitude = 0] = coordinates as Position;
      return [{ type: 'point', longitude, latitude, spatialReference }];
    }
    case 'MultiPoint':
      return [{ type: 'multipoint', points: (coordinates as Position[]).map(flat), spatialReference }];
    case 'LineString':
      return [{ type: 'polyline', paths: [(coordinates as Position[]).map(flat)], spatialReference }];
    case 'MultiLineString':
      return [
        {
          type: 'polyline',
          paths: (coordinates as Position[][]).map((path) => path.map(flat)),
          spatialReference,
        },
      ];
    case 'Polygon':
      return [{ type: 'polygon', rings: ringsOf(coordinates as Position[][]), spatialReference }];
    case 'MultiPolygon':
      return [{ type: 'polygon', rings: (coordinates as Position[][][]).flatMap(ringsOf), spatialReference }];
    case 'GeometryCollection':
      return ((geometries as GeoJson[] | undefined) ?? []).flatMap(arcgisGeometries);
    default:
      return [];
  }
}

/** Heights and measures are dropped. */
const flat = (position: Position): Position => position.slice(0, 2);

/** ArcGIS requires clockwise outer rings and counter-clockwise holes. */
function ringsOf(polygon: Position[][]): Position[][] {
  return polygon.map((ring, index) => {
    const points = ring.map(flat);
    return clockwise(points) === (index === 0) ? points : points.toReversed();
  });
}

function clockwise(ring: Position[]): boolean {
  let sum = 0;
  for (let at = 0; at + 1 < ring.length; at++) {
    const [x1 = 0, y1 = 0] = ring[at] ?? [];
    const [x2 = 0, y2 = 0] = ring[at + 1] ?? [];
    sum += x1 * y2 - x2 * y1;
  }
  return sum < 0;
}

/** Drawing order from the bottom: areas, lines, points. */
const kinds: readonly Kind[] = ['polygon', 'polyline', 'multipoint', 'point'];

export async function addFeatures(
  { view, goToAll }: MapInternals,
  title: string,
  features: readonly AddableFeature[],
): Promise<AddedLayer> {
  const fields = inferFields(features.map(({ properties }) => properties ?? {}));
  const sorted = new Map<Kind, Graphic[]>();
  const looks = new Map<Graphic, FeatureLook | undefined>();
  for (const { geometry, properties, look } of features) {
    for (const shape of arcgisGeometries(geometry)) {
      const graphics = sorted.get(shape.type) ?? [];
      sorted.set(shape.type, graphics);
      const graphic = new Graphic({
        geometry: shape as never,
        attributes: attributesFor(fields, properties, graphics.length + 1),
      });
      graphics.push(graphic);
      looks.set(graphic, look);
    }
  }
  const color = unusedColor(view);
  const layers = kinds.flatMap((kind) => {
    const source = sorted.get(kind);
    return source ? [layerFor(kind, { title, color, source, fields, looks })] : [];
  });
  const [only] = layers;
  const added = layers.length === 1 && only ? only : new GroupLayer({ title, layers });
  await added.load();
  view.map?.layers.add(added);
  await Promise.all(layers.map((layer) => layer.load()));
  const extents = layers.map(({ fullExtent }) => fullExtent).filter((extent) => Boolean(extent));
  const whole = extents
    .slice(1)
    .reduce((sum, extent) => (extent && sum ? sum.union(extent) : sum), extents[0]?.clone());
  if (whole) void goToAll(whole);
  const unsaved = [...sorted.values()].reduce(
    (sum, source) => sum + Math.max(0, source.length - maxFeatures),
    0,
  );
  return { id: added.id, title, ...(unsaved > 0 && { unsaved: { features: unsaved, most: maxFeatures } }) };
}

function layerFor(
  kind: Kind,
  {
    title,
    color,
    source,
    fields,
    looks,
  }: {
    title: string;
    color: Rgb;
    source: Graphic[];
    fields: readonly InferredField[];
    looks: ReadonlyMap<Graphic, FeatureLook | undefined>;
  },
): FeatureLayer {
  const own = looksOf(
    kind,
    source.map((graphic) => looks.get(graphic)),
    color,
  );
  const hasClasses = own !== undefined && own.classes.length > 0;
  if (hasClasses)
    for (const [index, graphic] of source.entries())
      (graphic.attributes as Record<string, unknown>)[lookField] = own.classes[index] ?? null;
  const layer = new FeatureLayer({
    title,
    source,
    objectIdField: 'OBJECTID',
    geometryType: kind,
    spatialReference: { wkid: 4326 },
    fields: [
      { name: 'OBJECTID', type: 'oid' },
      ...fields.map(({ name, alias, type }) => ({ name, alias, type })),
      ...(hasClasses ? [{ name: lookField, type: 'string' as const }] : []),
    ],
    renderer: (own?.renderer ?? rendererFor(kind, color)) as never,
    editingEnabled: false,
  });
  addPopupTemplate(layer, { without: [lookField] });
  return layer;
}

function attributesFor(
  fields: readonly InferredField[],
  properties: Record<string, unknown> | null,
  id: number,
): Record<string, string | number | null> {
  return {
    OBJECTID: id,
    ...Object.fromEntries(fields.map(({ name, alias, type }) => [name, valueFor(type, properties?.[alias])])),
  };
}
