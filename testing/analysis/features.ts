import {
  geometryAt,
  type PackedLayer,
  Packer,
  type TaskField,
  type Value,
  valuesAt,
} from '../../analysis/packed-layer.ts';
import type { Shape } from '../../wire/analysis.ts';

/** A layer as tests write it. */
export interface JsonLayer {
  shape: Shape;
  fields: readonly TaskField[];
  features: readonly { geometry: object; attributes: Record<string, Value> }[];
}

export function packed({ shape, fields, features }: JsonLayer): PackedLayer {
  const packer = new Packer(shape, fields);
  for (const { geometry, attributes } of features)
    packer.add(
      geometry,
      fields.map(({ name }) => attributes[name]),
    );
  return packer.finish();
}

export function unpacked(layer: PackedLayer): JsonLayer {
  const { shape, fields, count } = layer;
  const features = Array.from({ length: count }, (_none, index) => {
    const values = valuesAt(layer, index);
    return {
      geometry: geometryAt(layer, index),
      attributes: Object.fromEntries(fields.map(({ name }, field) => [name, values[field] ?? null])),
    };
  });
  return { shape, fields, features };
}
