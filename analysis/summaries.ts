import Point from '@arcgis/core/geometry/Point.js';
import type Polygon from '@arcgis/core/geometry/Polygon.js';
import * as centroid from '@arcgis/core/geometry/operators/centroidOperator.js';
import * as convexHull from '@arcgis/core/geometry/operators/convexHullOperator.js';
import * as distance from '@arcgis/core/geometry/operators/distanceOperator.js';
import * as geodesicBuffer from '@arcgis/core/geometry/operators/geodesicBufferOperator.js';
import * as geodeticArea from '@arcgis/core/geometry/operators/geodeticAreaOperator.js';
import * as geodeticDistance from '@arcgis/core/geometry/operators/geodeticDistanceOperator.js';
import * as geodeticLength from '@arcgis/core/geometry/operators/geodeticLengthOperator.js';
import * as intersection from '@arcgis/core/geometry/operators/intersectionOperator.js';
import { intersecting } from './overlays.ts';
import { Packer, type PackedLayer, type TaskField, type Value, valueAt } from './packed-layer.ts';
import { joinedFields, newField } from './tasks.ts';
import { type Geometry, inSteps, unite, type Work, WorkLayer } from './work.ts';

export const countField = { name: 'count', alias: 'count', type: 'esriFieldTypeInteger' } as const;

/** Geodesic buffers of features. */
export function buffer({ input, recipe: { metres = 0, merge }, step }: Work): PackedLayer {
  const around = new Packer('polygon', merge ? [] : input.fields);
  for (let index = 0; index < input.count; index++) {
    step();
    const geometry = geodesicBuffer.execute(input.geometry(index), metres, { unit: 'meters' });
    if (geometry) around.add(geometry as Polygon, merge ? [] : input.values(index));
  }
  const buffers = around.finish();
  if (!merge) return buffers;
  const merged = new Packer('polygon', [countField]);
  const whole = unite(new WorkLayer(buffers, input.spatialReference), Array.from(range(buffers.count)));
  if (whole) merged.add(whole as never, [buffers.count]);
  return merged.finish();
}

function* range(end: number): Generator<number> {
  for (let index = 0; index < end; index++) yield index;
}

/** Features with equal values of a field, or all of them. */
function groupsOf({ input, recipe: { field } }: Work) {
  const at = input.fields.findIndex(({ name }) => name === field);
  const known = input.fields[at];
  const column = input.packed.columns[at];
  const groups = Map.groupBy(range(input.count), (index) => valueAt(column, index));
  const kept: readonly TaskField[] = known ? [known] : [];
  const fields = [...kept, newField(kept, 'count', 'esriFieldTypeInteger')];
  const valuesOf = (value: Value, count: number): Value[] => (known ? [value, count] : [count]);
  return { groups, fields, valuesOf };
}

export function dissolve(work: Work): PackedLayer {
  const { groups, fields, valuesOf } = groupsOf(work);
  const result = new Packer(work.input.shape, fields);
  for (const [value, members] of groups) {
    const whole = unite(work.input, members);
    members.forEach(work.step);
    if (whole) result.add(whole as never, valuesOf(value, members.length));
  }
  return result.finish();
}

export function hull(work: Work): PackedLayer {
  const { groups, fields, valuesOf } = groupsOf(work);
  const result = new Packer('polygon', fields);
  for (const [value, members] of groups) {
    const around = inSteps(work.input, members, (geometries) => {
      const [whole] = convexHull.executeMany(geometries, { merge: true });
      return whole as Geometry | undefined;
    });
    members.forEach(work.step);
    // The hull of two points is a line.
    if (around?.type === 'polygon') result.add(around, valuesOf(value, members.length));
  }
  return result.finish();
}

/** The centroid of a geometry. */
export function middleOf(geometry: Geometry): Point | undefined {
  return geometry.type === 'point' ? geometry : (centroid.execute(geometry) ?? undefined);
}

export function centroids({ input, step }: Work): PackedLayer {
  const result = new Packer('point', input.fields);
  for (let index = 0; index < input.count; index++) {
    step();
    const point = middleOf(input.geometry(index));
    if (point) result.add(point, input.values(index));
  }
  return result.finish();
}

/** Each feature with the attributes of the first one that it intersects, and their number. */
export function join({ input, other, step }: Required<Work>): PackedLayer {
  const { fields, empty } = joinedFields(input.fields, other.fields);
  const counted = newField(fields, 'join_count', 'esriFieldTypeInteger');
  return withValues(input, [...fields, counted], (index) => {
    step();
    const met = intersecting(other, input, index);
    const [first] = met;
    return [...input.values(index), ...(first === undefined ? empty : other.values(first)), met.length];
  });
}

/** The features of a layer with other attributes. */
function withValues(
  { packed }: WorkLayer,
  fields: readonly TaskField[],
  valuesOf: (index: number) => Value[],
): PackedLayer {
  const columns = new Packer('point', fields);
  for (const index of range(packed.count)) columns.add({ x: 0, y: 0 }, valuesOf(index));
  return { ...packed, fields, columns: columns.finish().columns };
}

/** Each feature with the attributes of the nearest one, and the metres to it on the ellipsoid. */
export function nearest({ input, other, step }: Required<Work>): PackedLayer {
  const { fields, empty } = joinedFields(input.fields, other.fields);
  const away = newField(fields, 'near_distance', 'esriFieldTypeDouble');
  return withValues(input, [...fields, away], (index) => {
    step();
    const near = nearestTo(other, input, index);
    const metres =
      near === undefined
        ? undefined
        : geodeticDistance.execute(input.cached(index), other.cached(near), { unit: 'meters' });
    return [...input.values(index), ...(near === undefined ? empty : other.values(near)), metres ?? null];
  });
}

/** Candidates are ordered by the distance of their bounding boxes, and compared until none can be nearer. */
function nearestTo(other: WorkLayer, input: WorkLayer, index: number): number | undefined {
  const [xmin, ymin, xmax, ymax] = input.box(index);
  const reach = Math.hypot(xmax - xmin, ymax - ymin) / 2;
  const [x, y] = [(xmin + xmax) / 2, (ymin + ymax) / 2];
  const geometry = input.cached(index);
  let best: { index: number; apart: number } | undefined;
  for (let seen = 0, many = 8; ; seen = many, many *= 4) {
    const found = other.tree().neighbors(x, y, many);
    for (const candidate of found.slice(seen)) {
      const [left, bottom, right, top] = other.box(candidate);
      const min = Math.hypot(Math.max(left - x, 0, x - right), Math.max(bottom - y, 0, y - top)) - reach;
      if (best && min > best.apart) return best.index;
      const apart = distance.execute(geometry, other.cached(candidate));
      if (!best || apart < best.apart) best = { index: candidate, apart };
    }
    if (found.length < many) return best?.index;
  }
}

/** Each area with the number of features in it, and the length or area of their parts inside. */
export function summarise({ input, other, step }: Required<Work>): PackedLayer {
  const counted = newField(input.fields, 'count', 'esriFieldTypeInteger');
  const name = other.shape === 'polygon' ? 'area_m2' : 'length_m';
  const measured = newField(input.fields, name, 'esriFieldTypeDouble');
  const hasMeasure = other.shape === 'polygon' || other.shape === 'polyline';
  const fields = [...input.fields, counted, ...(hasMeasure ? [measured] : [])];
  return withValues(input, fields, (index) => {
    step();
    const met = intersecting(other, input, index);
    const values = [...input.values(index), met.length];
    if (!hasMeasure) return values;
    const sizes = met.map((one) => sizeOf(intersection.execute(input.cached(index), other.cached(one))));
    return [...values, sizes.reduce((sum, size) => sum + size, 0)];
  });
}

/** Square metres or metres on the ellipsoid. */
function sizeOf(shape: ReturnType<typeof intersection.execute>): number {
  if (shape?.type === 'polygon') return geodeticArea.execute(shape, { unit: 'square-meters' });
  return shape?.type === 'polyline' ? geodeticLength.execute(shape, { unit: 'meters' }) : 0;
}

/** Areas that contain points, with their number and the statistics of a numeric field. */
export function aggregate({ input, other, recipe: { field }, step }: Required<Work>): PackedLayer {
  const at = input.fields.findIndex(({ name }) => name === field);
  const known = input.fields[at];
  const column = input.packed.columns[at];
  const fields = [
    ...other.fields,
    newField(other.fields, 'count', 'esriFieldTypeInteger'),
    ...(known ? ['sum', 'mean', 'min', 'max'] : []).map((kind) =>
      newField(other.fields, `${kind}_${known?.name}`, 'esriFieldTypeDouble'),
    ),
  ];
  const statistics = new Map<number, Statistics>();
  for (let index = 0; index < input.count; index++) {
    step();
    const value = valueAt(column, index);
    for (const area of intersecting(other, input, index)) {
      const found = statistics.get(area) ?? new Statistics();
      statistics.set(area, found);
      found.add(value);
    }
  }
  const result = new Packer('polygon', fields);
  for (let area = 0; area < other.count; area++) {
    const found = statistics.get(area);
    if (!found) continue;
    const values = [...other.values(area), found.features, ...(known ? found.values() : [])];
    result.add(other.geometry(area) as never, values);
  }
  return result.finish();
}

class Statistics {
  features = 0;
  #numbers = 0;
  #sum = 0;
  #min = Infinity;
  #max = -Infinity;

  add(value: Value): void {
    this.features += 1;
    if (typeof value !== 'number') return;
    this.#numbers += 1;
    this.#sum += value;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
  }

  /** Sum, mean, minimum and maximum. */
  values(): Value[] {
    return this.#numbers === 0
      ? [null, null, null, null]
      : [this.#sum, this.#sum / this.#numbers, this.#min, this.#max];
  }
}
