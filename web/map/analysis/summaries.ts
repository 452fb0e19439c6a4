import Point from '@arcgis/core/geometry/Point.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import * as centroid from '@arcgis/core/geometry/operators/centroidOperator.js';
import * as convexHull from '@arcgis/core/geometry/operators/convexHullOperator.js';
import * as distance from '@arcgis/core/geometry/operators/distanceOperator.js';
import * as geodesicBuffer from '@arcgis/core/geometry/operators/geodesicBufferOperator.js';
import * as geodeticArea from '@arcgis/core/geometry/operators/geodeticAreaOperator.js';
import * as geodeticDistance from '@arcgis/core/geometry/operators/geodeticDistanceOperator.js';
import * as geodeticLength from '@arcgis/core/geometry/operators/geodeticLengthOperator.js';
import * as intersection from '@arcgis/core/geometry/operators/intersectionOperator.js';
import * as union from '@arcgis/core/geometry/operators/unionOperator.js';
import { meeting } from './overlays.ts';
import { type Attributes, joinedFields, newField, type TaskField, type Value } from './tasks.ts';
import { boxOf, type Part, treeOf, type Work, type WorkLayer } from './work.ts';

const countField = { name: 'count', alias: 'count', type: 'esriFieldTypeInteger' } as const;

/** Geodesic buffers of features. */
export function buffer({ input, recipe: { metres = 0, merge }, step }: Work): WorkLayer {
  const parts = input.parts.flatMap(({ geometry, attributes }) => {
    step();
    const around = geodesicBuffer.execute(geometry, metres, { unit: 'meters' });
    return around ? [{ geometry: around, attributes }] : [];
  });
  if (!merge) return { shape: 'polygon', fields: input.fields, parts };
  const whole = union.executeMany(parts.map(({ geometry }) => geometry));
  const attributes: Attributes = { count: parts.length };
  return {
    shape: 'polygon',
    fields: [countField],
    parts: whole ? [{ geometry: whole as Polygon, attributes }] : [],
  };
}

/** Features with equal values of a field, or all of them. */
function groupsOf({ input: { parts, fields }, recipe: { field } }: Work) {
  const known = fields.find(({ name }) => name === field);
  const groups = Map.groupBy(parts, ({ attributes }) => (known ? (attributes[known.name] ?? null) : null));
  const attributesOf = (value: Value, count: number): Attributes => ({
    ...(known && { [known.name]: value }),
    [counted.name]: count,
  });
  const kept: readonly TaskField[] = known ? [known] : [];
  const counted = newField(kept, 'count', 'esriFieldTypeInteger');
  return { groups, attributesOf, fields: [...kept, counted] };
}

export function dissolve(work: Work): WorkLayer {
  const { groups, attributesOf, fields } = groupsOf(work);
  const parts = [...groups].flatMap(([value, members]) => {
    const whole = union.executeMany(members.map(({ geometry }) => geometry as Polygon));
    members.forEach(work.step);
    return whole ? [{ geometry: whole as Polygon, attributes: attributesOf(value, members.length) }] : [];
  });
  return { shape: work.input.shape, fields, parts };
}

export function hull(work: Work): WorkLayer {
  const { groups, attributesOf, fields } = groupsOf(work);
  const parts = [...groups].flatMap(([value, members]) => {
    members.forEach(work.step);
    const [around] = convexHull.executeMany(
      members.map(({ geometry }) => geometry),
      { merge: true },
    );
    // The hull of two points is a line.
    return around?.type === 'polygon'
      ? [{ geometry: around, attributes: attributesOf(value, members.length) }]
      : [];
  });
  return { shape: 'polygon', fields, parts };
}

/** The centroid of a geometry. */
function middleOf(geometry: Part['geometry']): Point | undefined {
  return geometry.type === 'point' ? geometry : (centroid.execute(geometry) ?? undefined);
}

export function centroids({ input, step }: Work): WorkLayer {
  const parts = input.parts.flatMap(({ geometry, attributes }) => {
    step();
    const point = middleOf(geometry);
    return point ? [{ geometry: point, attributes }] : [];
  });
  return { shape: 'point', fields: input.fields, parts };
}

/** Each feature with the attributes of the first one that it intersects, and their number. */
export function join({ input, other, step }: Required<Work>): WorkLayer {
  const { fields, merge } = joinedFields(input.fields, other.fields);
  const counted = newField(fields, 'join_count', 'esriFieldTypeInteger');
  const metBy = meeting(other);
  const parts = input.parts.map(({ geometry, attributes }) => {
    step();
    const met = metBy(geometry);
    return {
      geometry,
      attributes: { ...merge(attributes, met[0]?.attributes), [counted.name]: met.length },
    };
  });
  return { shape: input.shape, fields: [...fields, counted], parts };
}

/** Each feature with the attributes of the nearest one, and the metres to it on the ellipsoid. */
export function nearest({ input, other, step }: Required<Work>): WorkLayer {
  const { fields, merge } = joinedFields(input.fields, other.fields);
  const away = newField(fields, 'near_distance', 'esriFieldTypeDouble');
  const tree = treeOf(other.parts);
  const nearestTo = (geometry: Part['geometry']): Part | undefined => {
    const [xmin, ymin, xmax, ymax] = boxOf(geometry);
    const reach = Math.hypot(xmax - xmin, ymax - ymin) / 2;
    const [x, y] = [(xmin + xmax) / 2, (ymin + ymax) / 2];
    let best: { part: Part; apart: number } | undefined;
    // Candidates come by the distance of their boxes from the centre, and are compared until none can be nearer.
    for (let seen = 0, many = 8; ; seen = many, many *= 4) {
      const found = tree?.neighbors(x, y, many) ?? [];
      for (const index of found.slice(seen)) {
        const part = other.parts[index];
        if (!part) continue;
        const [left, bottom, right, top] = boxOf(part.geometry);
        const min = Math.hypot(Math.max(left - x, 0, x - right), Math.max(bottom - y, 0, y - top)) - reach;
        if (best && min > best.apart) return best.part;
        const apart = distance.execute(geometry, part.geometry);
        if (!best || apart < best.apart) best = { part, apart };
      }
      if (found.length < many) return best?.part;
    }
  };
  const parts = input.parts.map(({ geometry, attributes }) => {
    step();
    const near = nearestTo(geometry);
    const metres = near ? geodeticDistance.execute(geometry, near.geometry, { unit: 'meters' }) : undefined;
    return {
      geometry,
      attributes: { ...merge(attributes, near?.attributes), [away.name]: metres ?? null },
    };
  });
  return { shape: input.shape, fields: [...fields, away], parts };
}

/** Each area with the number of features in it, and the length or area of their parts inside. */
export function summarise({ input, other, step }: Required<Work>): WorkLayer {
  const counted = newField(input.fields, 'count', 'esriFieldTypeInteger');
  const name = other.shape === 'polygon' ? 'area_m2' : 'length_m';
  const measured = newField(input.fields, name, 'esriFieldTypeDouble');
  const hasMeasure = other.shape === 'polygon' || other.shape === 'polyline';
  const metBy = meeting(other);
  const parts = input.parts.map(({ geometry, attributes }) => {
    step();
    const met = metBy(geometry);
    const sizes = hasMeasure ? met.map((one) => sizeOf(intersection.execute(geometry, one.geometry))) : [];
    return {
      geometry,
      attributes: {
        ...attributes,
        [counted.name]: met.length,
        ...(hasMeasure && { [measured.name]: sizes.reduce((sum, size) => sum + size, 0) }),
      },
    };
  });
  return { shape: 'polygon', fields: [...input.fields, counted, ...(hasMeasure ? [measured] : [])], parts };
}

/** Square metres or metres on the ellipsoid. */
function sizeOf(shape: ReturnType<typeof intersection.execute>): number {
  if (shape?.type === 'polygon') return geodeticArea.execute(shape, { unit: 'square-meters' });
  return shape?.type === 'polyline' ? geodeticLength.execute(shape, { unit: 'meters' }) : 0;
}

/** Areas that have points, with their number and statistics of a number. */
export function aggregate({ input, other, recipe: { field }, step }: Required<Work>): WorkLayer {
  const counted = newField(other.fields, 'count', 'esriFieldTypeInteger');
  const known = input.fields.find(({ name }) => name === field);
  const added = known
    ? (['sum', 'mean', 'min', 'max'] as const).map((kind) => ({
        kind,
        field: newField(other.fields, `${kind}_${known.name}`, 'esriFieldTypeDouble'),
      }))
    : [];
  const metBy = meeting(other);
  const members = new Map<Part, Part[]>();
  for (const part of input.parts) {
    step();
    for (const area of metBy(part.geometry)) members.set(area, [...(members.get(area) ?? []), part]);
  }
  const parts = other.parts.flatMap((area) => {
    const inside = members.get(area) ?? [];
    if (inside.length === 0) return [];
    const numbers = inside.flatMap(({ attributes }) => {
      const value = known && attributes[known.name];
      return typeof value === 'number' ? [value] : [];
    });
    const statistics = statisticsOf(numbers);
    const values = Object.fromEntries(added.map(({ kind, field: { name } }) => [name, statistics[kind]]));
    return [
      {
        geometry: area.geometry,
        attributes: { ...area.attributes, [counted.name]: inside.length, ...values },
      },
    ];
  });
  return { shape: 'polygon', fields: [...other.fields, counted, ...added.map((one) => one.field)], parts };
}

function statisticsOf(numbers: readonly number[]) {
  if (numbers.length === 0) return { sum: null, mean: null, min: null, max: null };
  const sum = numbers.reduce((total, value) => total + value, 0);
  return {
    sum,
    mean: sum / numbers.length,
    min: numbers.reduce((min, value) => Math.min(min, value)),
    max: numbers.reduce((max, value) => Math.max(max, value)),
  };
}

/** Hexagons or squares that have features, with their number. */
export function grid({ input, recipe: { metres = 1, cells }, step }: Work, wkid: number): WorkLayer {
  const places = input.parts.flatMap(({ geometry }) => {
    step();
    return middleOf(geometry) ?? [];
  });
  const spatialReference = { wkid };
  const size = metres * unitsPerMetre(places, wkid);
  const cellOf = cells === 'square' ? squareOf : hexagonOf;
  const counts = new Map<string, { ring: number[][]; count: number }>();
  for (const { x, y } of places) {
    const { key, ring } = cellOf(x, y, size);
    const cell = counts.get(key) ?? { ring: ring(), count: 0 };
    counts.set(key, { ...cell, count: cell.count + 1 });
  }
  const parts = [...counts.values()].map(({ ring, count }) => ({
    geometry: new Polygon({ rings: [ring], spatialReference }),
    attributes: { count },
  }));
  return { shape: 'polygon', fields: [countField], parts };
}

/** Map units per metre on the ground, in the centre of the features. */
function unitsPerMetre(places: readonly Point[], wkid: number): number {
  const [first] = places;
  if (!first) return 1;
  const ys = places.map(({ y }) => y);
  const y = (ys.reduce((a, b) => Math.min(a, b)) + ys.reduce((a, b) => Math.max(a, b))) / 2;
  const spatialReference = { wkid };
  const [from, to] = [first.x, first.x + (first.spatialReference.isGeographic ? 0.001 : 100)];
  const [a, b] = [from, to].map((x) => new Point({ x, y, spatialReference }));
  const metres = a && b ? geodeticDistance.execute(a, b, { unit: 'meters' }) : undefined;
  return metres ? (to - from) / metres : 1;
}

function squareOf(x: number, y: number, size: number) {
  const [column, row] = [Math.floor(x / size), Math.floor(y / size)];
  const [left, bottom] = [column * size, row * size];
  const [right, top] = [left + size, bottom + size];
  const ring = () => [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return { key: `${column} ${row}`, ring };
}

/** Hexagons with a point at the top, whose opposite sides are a size apart. */
function hexagonOf(x: number, y: number, size: number) {
  const radius = size / Math.sqrt(3);
  const r = ((2 / 3) * y) / radius;
  const q = x / size - r / 2;
  // Cube coordinates are rounded so that their sum stays zero.
  const s = -q - r;
  let [rq, rr, rs] = [Math.round(q), Math.round(r), Math.round(s)];
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  else rs = -rq - rr;
  const [cx, cy] = [size * (rq + rr / 2), 1.5 * radius * rr];
  const ring = () =>
    [0, 1, 2, 3, 4, 5, 0].map((corner) => {
      const angle = Math.PI / 2 - (corner * Math.PI) / 3;
      return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
    });
  return { key: `${rq} ${rr}`, ring };
}
