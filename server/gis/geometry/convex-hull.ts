import { sideOf } from './geometry.ts';

export type Point = readonly [number, number];

/**
 * The corners of the convex hull, clockwise from the westmost (y grows upwards), each once: Andrew's monotone chain.
 * One point, or two ends when all points are on one line.
 */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const upper = chain(sorted);
  const lower = chain(sorted.toReversed());
  const corners = [...upper.slice(0, -1), ...lower.slice(0, -1)];
  return corners.length === 0 ? upper.slice(0, 1) : corners;
}

/** The points of one side that turn right at each corner. */
function chain(sorted: readonly Point[]): Point[] {
  const side: Point[] = [];
  for (const point of sorted) {
    const last = side.at(-1);
    if (last && last[0] === point[0] && last[1] === point[1]) continue;
    while (side.length > 1 && !(sideOf(side.at(-2) as Point, side.at(-1) as Point, point) < 0)) side.pop();
    side.push(point);
  }
  return side;
}
