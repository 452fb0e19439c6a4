import type { Envelope, Geometry } from '../geometry/geometry.ts';
import type { AttributeValue, Field } from '../layer/field.ts';

/** A feature for a tile: values in the order of the requested fields. */
export interface TileRow {
  objectId: number;
  values: AttributeValue[];
  geometry: Geometry;
}

export interface TileQuery {
  fields: readonly Field[];
  /** The extent of the tile, in the layer's spatial reference. */
  cover: Envelope;
  /** Side of a square that is too small to see, in the same units; 0: everything is kept. */
  thinnedSize: number;
}
