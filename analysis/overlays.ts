import type Polygon from '@arcgis/core/geometry/Polygon.js';
import * as area from '@arcgis/core/geometry/operators/areaOperator.js';
import * as difference from '@arcgis/core/geometry/operators/differenceOperator.js';
import * as intersection from '@arcgis/core/geometry/operators/intersectionOperator.js';
import * as intersects from '@arcgis/core/geometry/operators/intersectsOperator.js';
import * as length from '@arcgis/core/geometry/operators/lengthOperator.js';
import * as union from '@arcgis/core/geometry/operators/unionOperator.js';
import { Packer, type PackedLayer, type Value } from './packed-layer.ts';
import { joinedFields } from './tasks.ts';
import type { Geometry, Work, WorkLayer } from './work.ts';

/** A non-empty geometry of the expected dimension: geometries that only touch have no such intersection. */
function substantial(shape: Geometry | null | undefined, than: Geometry): Geometry | undefined {
  if (!shape || shape.type !== than.type) return undefined;
  if (shape.type === 'polygon') return area.execute(shape) > 0 ? shape : undefined;
  if (shape.type === 'polyline') return length.execute(shape) > 0 ? shape : undefined;
  if (shape.type === 'multipoint') return shape.points.length > 0 ? shape : undefined;
  return shape;
}

/** The union of the areas near a feature; undefined if there are none. */
function maskOf(other: WorkLayer, near: readonly number[]): Polygon | undefined {
  const [first, ...others] = near.map((index) => other.cached(index) as Polygon);
  return first && others.length > 0 ? (union.executeMany([first, ...others]) as Polygon) : first;
}

/** The parts of a layer's features that lie in areas. */
export function clip({ input, other, step }: Required<Work>): PackedLayer {
  const result = new Packer(input.shape, input.fields);
  for (let index = 0; index < input.count; index++) {
    step();
    const near = other.near(input.box(index));
    if (near.length === 0) continue;
    const geometry = input.geometry(index);
    const mask = maskOf(other, near);
    const inside = mask && substantial(intersection.execute(geometry, mask) as Geometry, geometry);
    if (inside) result.add(inside as never, input.values(index));
  }
  return result.finish();
}

/** The parts of a layer's features that lie outside of areas. */
export function erase(work: Required<Work>): PackedLayer {
  const result = new Packer(work.input.shape, work.input.fields);
  eraseInto(result, work, (values) => values);
  return result.finish();
}

function eraseInto(
  result: Packer,
  { input, other, step }: Required<Work>,
  valuesOf: (values: Value[]) => Value[],
): void {
  for (let index = 0; index < input.count; index++) {
    step();
    const geometry = input.geometry(index);
    const mask = maskOf(other, other.near(input.box(index)));
    const outside = mask ? substantial(difference.execute(geometry, mask) as Geometry, geometry) : geometry;
    if (outside) result.add(outside as never, valuesOf(input.values(index)));
  }
}

/** The intersection of each pair of features, with the attributes of both. */
export function intersect(work: Required<Work>): PackedLayer {
  const { input, other } = work;
  const result = new Packer(input.shape, joinedFields(input.fields, other.fields).fields);
  intersectInto(result, work);
  return result.finish();
}

function intersectInto(result: Packer, { input, other, step }: Required<Work>): void {
  for (let index = 0; index < input.count; index++) {
    step();
    const near = other.near(input.box(index));
    if (near.length === 0) continue;
    const geometry = input.geometry(index);
    const values = input.values(index);
    for (const one of near) {
      const common = substantial(intersection.execute(geometry, other.cached(one)) as Geometry, geometry);
      if (common) result.add(common as never, [...values, ...other.values(one)]);
    }
  }
}

/** The areas of both layers, divided where they overlap, with the attributes of both there. */
export function overlay(work: Required<Work>): PackedLayer {
  const { input, other } = work;
  const { fields, empty } = joinedFields(input.fields, other.fields);
  const result = new Packer('polygon', fields);
  const none = input.fields.map(() => null);
  intersectInto(result, work);
  eraseInto(result, work, (values) => [...values, ...empty]);
  eraseInto(result, { ...work, input: other, other: input }, (values) => [...none, ...values]);
  return result.finish();
}

/** The features of the other layer that intersect a geometry of the input, in their order. */
export function intersecting(other: WorkLayer, input: WorkLayer, index: number): number[] {
  const near = other.near(input.box(index));
  if (near.length === 0) return near;
  const geometry = input.cached(index);
  return near.filter((one) => intersects.execute(geometry, other.cached(one)));
}
