/** Geometries as large as a request allows, as Esri JSON. */

/** A ring with many small waves, clockwise, around a place in degrees. */
export function wavyRing(vertices: number, radius = 0.5, x = 71, y = 51): number[][] {
  const ring = Array.from({ length: vertices - 1 }, (_none, index) => {
    const angle = (-index / (vertices - 1)) * 2 * Math.PI;
    const r = radius * (1 + 0.04 * Math.sin(index * 0.37));
    return [round(x + r * Math.cos(angle)), round(y + r * Math.sin(angle))];
  });
  return [...ring, ring[0] as number[]];
}

/** A comb whose teeth all reach from the bottom to the top: every edge is near every place. */
export function combRing(vertices: number): number[][] {
  const teeth = Math.floor((vertices - 3) / 4);
  const step = 1 / teeth;
  const ring = Array.from({ length: teeth }, (_none, tooth) => {
    const x = 70.5 + tooth * step;
    return [
      [x, 50.5],
      [x, 51.5],
      [x + step / 2, 51.5],
      [x + step / 2, 50.6],
    ].map(([px, py]) => [round(px as number), py as number]);
  }).flat();
  return [...ring, [71.5, 50.6], [71.5, 50.5], ring[0] as number[]];
}

/** A star whose edges cross each other, over the antimeridian. */
export function starRing(vertices: number, x = 179.9): number[][] {
  const ring = Array.from({ length: vertices - 1 }, (_none, index) => {
    const angle = (index * Math.floor(vertices / 2) * 2 * Math.PI) / (vertices - 1);
    return [round(x + Math.cos(angle)), round(51 + Math.sin(angle))];
  });
  return [...ring, ring[0] as number[]];
}

/** Nested rings. */
export function nestedRings(rings: number, vertices: number): number[][][] {
  return Array.from({ length: rings }, (_none, index) => wavyRing(vertices, 0.5 / (index + 1)));
}

function round(value: number): number {
  return Math.round(value * 1e8) / 1e8;
}
