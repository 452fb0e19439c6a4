import { type Geometry, strideOf } from './geometry.ts';

/** A grid for quantised coordinates: x = translate.x + column · scale, y = translate.y ∓ row · scale. */
export interface Grid {
  originPosition: 'upperLeft' | 'lowerLeft';
  scale: number;
  translate: { x: number; y: number };
}

/**
 * A geometry in whole steps of a grid. `deltas` are x and y in turn: the first vertex of each part absolute, the others
 * relative to the previous one, as f=json and f=pbf both write them. Other dimensions are dropped.
 */
export interface GridGeometry {
  kind: Geometry['kind'];
  deltas: number[];
  parts: number[];
}

/**
 * Puts a geometry on a grid. With `simplify` (mode "view"), steps of length zero, lines of one vertex and rings that
 * enclose no cell are left out; `null` when nothing remains.
 */
export function quantize(geometry: Geometry, grid: Grid, simplify: boolean): GridGeometry | null {
  const stride = strideOf(geometry);
  const { coordinates, kind } = geometry;
  const { x: tx, y: ty } = grid.translate;
  const inverse = 1 / grid.scale;
  const down = grid.originPosition === 'upperLeft' ? -inverse : inverse;
  if (kind === 'point') {
    const deltas = [
      plain(((coordinates[0] as number) - tx) * inverse),
      plain(((coordinates[1] as number) - ty) * down),
    ];
    return { kind, deltas, parts: [] };
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
    deltas.push(px, py);
    for (at += stride; at < end; at += stride) {
      const x = plain(((coordinates[at] as number) - tx) * inverse);
      const y = plain(((coordinates[at + 1] as number) - ty) * down);
      if (simplify && x === px && y === py) continue;
      deltas.push(x - px, y - py);
      px = x;
      py = y;
    }
    const kept = (deltas.length - start) / 2;
    if (simplify && kept < min) deltas.length = start;
    else parts.push(kept);
  }
  return parts.length === 0 ? null : { kind, deltas, parts };
}

/** Rounds a value, without negative zero: JSON would hide it, and a varint cannot encode it. */
function plain(value: number): number {
  return Math.round(value) + 0;
}

/** Converts a grid geometry back to coordinates. */
export function unquantize({ kind, deltas, parts }: GridGeometry, grid: Grid): Geometry {
  const up = grid.originPosition === 'upperLeft' ? -grid.scale : grid.scale;
  const coordinates = new Float64Array(deltas.length);
  let at = 0;
  for (const count of parts.length > 0 ? parts : [1]) {
    let [x, y] = [0, 0];
    for (let vertex = 0; vertex < count; vertex += 1, at += 2) {
      x += deltas[at] as number;
      y += deltas[at + 1] as number;
      coordinates[at] = grid.translate.x + x * grid.scale;
      coordinates[at + 1] = grid.translate.y + y * up;
    }
  }
  return {
    kind,
    hasZ: false,
    hasM: false,
    coordinates,
    parts: kind === 'point' || kind === 'multipoint' ? [] : parts,
  };
}
