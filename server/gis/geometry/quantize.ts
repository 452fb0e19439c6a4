import { type Geometry, strideOf } from './geometry.ts';

/** A grid for quantised coordinates: x = translate.x + column · scale, y = translate.y ∓ row · scale. */
export interface Grid {
  originPosition: 'upperLeft' | 'lowerLeft';
  scale: number;
  translate: { x: number; y: number };
}

/** The step of z and m, which have no origin: a tenth of a millimetre in metres. */
export const heightScale = 1e-4;

/**
 * A geometry in whole steps of a grid. `deltas` are the dimensions of each vertex in turn. x and y are absolute in the first
 * vertex of each part, and relative to the previous one in the others; z and m are always absolute, in steps of `heightScale`: so
 * the ArcGIS SDK reads f=json and f=pbf. An unknown z or m is NaN.
 */
export interface GridGeometry {
  kind: Geometry['kind'];
  hasZ: boolean;
  hasM: boolean;
  deltas: number[];
  parts: number[];
}

/**
 * Puts a geometry on a grid. With `simplify` (mode "view"), steps of length zero, lines of one vertex and rings that
 * enclose no cell are left out; `null` when nothing remains.
 */
export function quantize(geometry: Geometry, grid: Grid, simplify: boolean): GridGeometry | null {
  const stride = strideOf(geometry);
  const { coordinates, kind, hasZ, hasM } = geometry;
  const heights = (at: number) => Array.from(coordinates.subarray(at + 2, at + stride), stepsOfHeight);
  const { x: tx, y: ty } = grid.translate;
  const inverse = 1 / grid.scale;
  const down = grid.originPosition === 'upperLeft' ? -inverse : inverse;
  if (kind === 'point') {
    const deltas = [
      plain(((coordinates[0] as number) - tx) * inverse),
      plain(((coordinates[1] as number) - ty) * down),
      ...heights(0),
    ];
    return { kind, hasZ, hasM, deltas, parts: [] };
  }
  const counts = kind === 'multipoint' ? [coordinates.length / stride] : geometry.parts;
  const min = kind === 'polygon' ? 4 : kind === 'polyline' ? 2 : 1;
  const deltas: number[] = [];
  const parts: number[] = [];
  let at = 0;
  for (const count of counts) {
    const start = deltas.length;
    const end = at + count * stride;
    let px = plain(((coordinates[at] as number) - tx) * inverse);
    let py = plain(((coordinates[at + 1] as number) - ty) * down);
    let above = heights(at);
    deltas.push(px, py, ...above);
    for (at += stride; at < end; at += stride) {
      const x = plain(((coordinates[at] as number) - tx) * inverse);
      const y = plain(((coordinates[at + 1] as number) - ty) * down);
      const same = x === px && y === py;
      if (stride === 2) {
        if (simplify && same) continue;
        deltas.push(x - px, y - py);
      } else {
        const next = heights(at);
        if (simplify && same && next.every((height, index) => Object.is(height, above[index]))) continue;
        deltas.push(x - px, y - py, ...next);
        above = next;
      }
      px = x;
      py = y;
    }
    const kept = (deltas.length - start) / stride;
    if (simplify && kept < min) deltas.length = start;
    else parts.push(kept);
  }
  return parts.length === 0 ? null : { kind, hasZ, hasM, deltas, parts };
}

/** A height whose steps are no exact integer counts as unknown: protocol buffers cannot encode any number. */
function stepsOfHeight(height: number): number {
  const steps = plain(height / heightScale);
  return Number.isSafeInteger(steps) ? steps : Number.NaN;
}

/** Rounds a value, without negative zero: JSON would hide it, and a varint cannot encode it. */
function plain(value: number): number {
  return Math.round(value) + 0;
}

/** Converts a grid geometry back to coordinates. */
export function unquantize({ kind, hasZ, hasM, deltas, parts }: GridGeometry, grid: Grid): Geometry {
  const stride = strideOf({ hasZ, hasM });
  const up = grid.originPosition === 'upperLeft' ? -grid.scale : grid.scale;
  const coordinates = new Float64Array(deltas.length);
  let at = 0;
  for (const count of parts.length > 0 ? parts : [1]) {
    let [x, y] = [0, 0];
    for (let vertex = 0; vertex < count; vertex += 1, at += stride) {
      x += deltas[at] as number;
      y += deltas[at + 1] as number;
      coordinates[at] = grid.translate.x + x * grid.scale;
      coordinates[at + 1] = grid.translate.y + y * up;
      for (let height = 2; height < stride; height += 1)
        coordinates[at + height] = (deltas[at + height] as number) * heightScale;
    }
  }
  return {
    kind,
    hasZ,
    hasM,
    coordinates,
    parts: kind === 'point' || kind === 'multipoint' ? [] : parts,
  };
}
