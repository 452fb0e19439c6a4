import Graphic from '@arcgis/core/Graphic.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type { MapInternals } from '../map-model.ts';
import type { AddableFeature, AddedLayer } from './added-types.ts';
import { arcgisGeometries } from './arcgis-geometry.ts';
import { type InferredField, inferFields, valueFor } from './infer-fields.ts';

type Kind = 'point' | 'multipoint' | 'polyline' | 'polygon';

/** Drawn from below: areas, lines, points. */
const kinds: readonly Kind[] = ['polygon', 'polyline', 'multipoint', 'point'];

const outline = { type: 'simple-line', color: [255, 255, 255], width: 1 };
const renderers: Record<Kind, object> = {
  point: { type: 'simple', symbol: { type: 'simple-marker', size: 9, color: [21, 101, 192], outline } },
  multipoint: { type: 'simple', symbol: { type: 'simple-marker', size: 9, color: [21, 101, 192], outline } },
  polyline: { type: 'simple', symbol: { type: 'simple-line', color: [21, 101, 192], width: 2.5 } },
  polygon: {
    type: 'simple',
    symbol: {
      type: 'simple-fill',
      color: [21, 101, 192, 0.25],
      outline: { type: 'simple-line', color: [21, 101, 192], width: 1.5 },
    },
  },
};

export async function addFeatures(
  { view, goToAll }: MapInternals,
  title: string,
  features: readonly AddableFeature[],
): Promise<AddedLayer> {
  const fields = inferFields(features.map(({ properties }) => properties ?? {}));
  const sorted = new Map<Kind, Graphic[]>();
  for (const { geometry, properties } of features) {
    for (const shape of arcgisGeometries(geometry)) {
      const graphics = sorted.get(shape.type) ?? [];
      sorted.set(shape.type, graphics);
      graphics.push(
        new Graphic({
          geometry: shape as never,
          attributes: attributesFor(fields, properties, graphics.length + 1),
        }),
      );
    }
  }
  const layers = kinds.flatMap((kind) => {
    const source = sorted.get(kind);
    return source ? [layerFor(kind, title, source, fields)] : [];
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
  return { id: added.id, title };
}

function layerFor(
  kind: Kind,
  title: string,
  source: Graphic[],
  fields: readonly InferredField[],
): FeatureLayer {
  return new FeatureLayer({
    title,
    source,
    objectIdField: 'OBJECTID',
    geometryType: kind,
    spatialReference: { wkid: 4326 },
    fields: [
      { name: 'OBJECTID', type: 'oid' },
      ...fields.map(({ name, alias, type }) => ({ name, alias, type })),
    ],
    renderer: renderers[kind] as never,
    popupTemplate: {
      title,
      content: [
        { type: 'fields', fieldInfos: fields.map(({ name, alias }) => ({ fieldName: name, label: alias })) },
      ],
    } as never,
    editingEnabled: false,
  });
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
