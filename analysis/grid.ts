import Point from '@arcgis/core/geometry/Point.js';
import * as geodeticDistance from '@arcgis/core/geometry/operators/geodeticDistanceOperator.js';
import { Packer, type PackedLayer } from './packed-layer.ts';
import { countField, middleOf } from './summaries.ts';
import type { Work, WorkLayer } from './work.ts';

/** Hexagons or squares that contain features, with the number of features in each. */
export function grid({ input, recipe: { metres = 1, cells }, step }: Work): PackedLayer {
  const places = new Float64Array(input.count * 2);
  let count = 0;
  for (let index = 0; index < input.count; index++) {
    step();
    const place = middleOf(input.geometry(index));
    if (!place) continue;
    places[count * 2] = place.x;
    places[count++ * 2 + 1] = place.y;
  }
  const size = metres * unitsPerMetre(input, places.subarray(0, count * 2));
  const cellOf = cells === 'square' ? squareOf : hexagonOf;
  const found = new Map<string, { ring: () => number[][]; count: number }>();
  for (let index = 0; index < count; index++) {
    const { key, ring } = cellOf(places[index * 2] ?? 0, places[index * 2 + 1] ?? 0, size);
    const cell = found.get(key);
    if (cell) cell.count += 1;
    else found.set(key, { ring, count: 1 });
  }
  const result = new Packer('polygon', [countField]);
  for (const { ring, count: features } of found.values()) result.add({ rings: [ring()] }, [features]);
  return result.finish();
}

/** Map units per metre on the ground, in the centre of the features. */
function unitsPerMetre({ spatialReference }: WorkLayer, places: Float64Array): number {
  const [x0 = 0] = places;
  let [min, max] = [Infinity, -Infinity];
  for (let index = 1; index < places.length; index += 2) {
    min = Math.min(min, places[index] ?? min);
    max = Math.max(max, places[index] ?? max);
  }
  if (places.length === 0) return 1;
  const y = (min + max) / 2;
  const apart = spatialReference.isGeographic ? 0.001 : 100;
  const [a, b] = [x0, x0 + apart].map((x) => new Point({ x, y, spatialReference }));
  const metres = a && b ? geodeticDistance.execute(a, b, { unit: 'meters' }) : undefined;
  return metres ? apart / metres : 1;
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

/** Hexagons with a vertex at the top; opposite sides are `size` apart. */
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
