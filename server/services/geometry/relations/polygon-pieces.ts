import { orient2d } from 'robust-predicates';
import { between, type Edges } from './edges.ts';

/**
 * Where the pieces lie into which a polygon's boundary cuts edges: inside, outside, or along the boundary with the
 * interior of both on the same side or on opposite sides of it.
 */
export interface Pieces {
  inside: boolean;
  outside: boolean;
  same: boolean;
  opposite: boolean;
}

/** A stretch of an edge that lies on the polygon's boundary. */
interface Overlap {
  from: number;
  to: number;
  forward: boolean;
}

/**
 * Where the pieces of `edges` lie that are near the polygon; those farther than its envelope are outside. Undefined where
 * two vertices are so near each other that there is no number between them. Stops as soon as `enough` says so.
 */
export function piecesBy(
  edges: Edges,
  polygon: Edges,
  enough: (pieces: Pieces) => boolean,
): Pieces | undefined {
  const { xmin, ymin, xmax, ymax } = polygon.envelope;
  const { envelope } = edges;
  const pieces: Pieces = { inside: false, outside: false, same: false, opposite: false };
  pieces.outside =
    envelope.xmin < xmin || envelope.ymin < ymin || envelope.xmax > xmax || envelope.ymax > ymax;
  let unclear = false;
  edges.some(xmin, ymin, xmax, ymax, (x1, y1, x2, y2) => {
    unclear = !notePieces(pieces, polygon, x1, y1, x2, y2);
    return unclear || enough(pieces);
  });
  return unclear ? undefined : pieces;
}

/** Notes where the pieces of one edge lie; false when that cannot be told. */
function notePieces(
  pieces: Pieces,
  polygon: Edges,
  ...[ax, ay, bx, by]: [number, number, number, number]
): boolean {
  if (ax === bx && ay === by) {
    const place = polygon.locate(ax, ay);
    if (place !== 0) pieces[place > 0 ? 'inside' : 'outside'] = true;
    return true;
  }
  // Points on one line are in order by the coordinate that changes more.
  const byX = Math.abs(bx - ax) >= Math.abs(by - ay);
  const [start, end] = byX ? [ax, bx] : [ay, by];
  const cuts: [number, number][] = [];
  const overlaps: Overlap[] = [];
  const [left, right] = ax < bx ? [ax, bx] : [bx, ax];
  const [low, high] = ay < by ? [ay, by] : [by, ay];
  const crossed = polygon.some(left, low, right, high, (cx, cy, dx, dy) => {
    const c = orient2d(ax, ay, bx, by, cx, cy);
    const d = orient2d(ax, ay, bx, by, dx, dy);
    if ((c < 0 && d > 0) || (c > 0 && d < 0)) {
      const a = orient2d(cx, cy, dx, dy, ax, ay);
      const b = orient2d(cx, cy, dx, dy, bx, by);
      if ((a < 0 && b > 0) || (a > 0 && b < 0)) return true;
    }
    // Not through each other: whatever points they share are vertices, which are known exactly.
    if (c === 0 && between(cx, ax, bx) && between(cy, ay, by)) cuts.push([cx, cy]);
    if (d === 0 && between(dx, ax, bx) && between(dy, ay, by)) cuts.push([dx, dy]);
    if (c === 0 && d === 0) {
      const [from, to] = byX ? [cx, dx] : [cy, dy];
      overlaps.push({ from: Math.min(from, to), to: Math.max(from, to), forward: to > from === end > start });
    }
    return false;
  });
  if (crossed) {
    pieces.inside = true;
    pieces.outside = true;
    return true;
  }
  const along = byX ? 0 : 1;
  cuts.push([ax, ay], [bx, by]);
  cuts.sort((p, q) => p[along] - q[along]);
  for (let at = 1; at < cuts.length; at += 1) {
    const [p, q] = [cuts[at - 1] as [number, number], cuts[at] as [number, number]];
    if (p[along] === q[along]) continue;
    const covering = overlaps.filter(({ from, to }) => from <= p[along] && to >= q[along] && from < to);
    for (const { forward } of covering) pieces[forward ? 'same' : 'opposite'] = true;
    if (covering.length > 0) continue;
    const place = polygon.locate((p[0] + q[0]) / 2, (p[1] + q[1]) / 2);
    if (place === 0) return false;
    pieces[place > 0 ? 'inside' : 'outside'] = true;
  }
  return true;
}
