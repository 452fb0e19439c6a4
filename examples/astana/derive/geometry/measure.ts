import { linesOf, polygonsOf, type Geometry, type Position, type Ring } from './types.ts';

const metresPerDegree = 111_319.49;

/** Signed area of a ring in the plane it is given in: positive when counter-clockwise with y upwards. */
export function signedArea(ring: Ring): number {
  // Measured from the first corner: far from the origin the products would lose the small differences.
  const [x0, y0] = ring[0] ?? [0, 0];
  let twice = 0;
  let [px, py] = [0, 0];
  for (const point of ring) {
    const [x, y] = [point[0] - x0, point[1] - y0];
    twice += px * y - x * py;
    [px, py] = [x, y];
  }
  return twice / 2;
}

/** Ground area in square metres; exact enough for a city (one cosine of latitude for each ring). */
export function squareMetres(geometry: Geometry): number {
  let total = 0;
  for (const polygon of polygonsOf(geometry)) {
    polygon.forEach((ring, index) => {
      const scale = metresPerDegree ** 2 * Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
      total += (index === 0 ? 1 : -1) * Math.abs(signedArea(ring)) * scale;
    });
  }
  return Math.max(0, total);
}

/** Ground length of the lines of a geometry in metres. */
export function metres(geometry: Geometry): number {
  return linesOf(geometry).reduce((sum, line) => sum + lineMetres(line), 0);
}

function lineMetres(line: Position[]): number {
  let total = 0;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    if (a && b) total += distanceMetres(a, b);
  }
  return total;
}

export function distanceMetres(a: Position, b: Position): number {
  const dx = (a[0] - b[0]) * Math.cos((((a[1] + b[1]) / 2) * Math.PI) / 180);
  return Math.hypot(dx, a[1] - b[1]) * metresPerDegree;
}
