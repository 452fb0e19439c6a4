import {
  linesOf,
  lineGeometry,
  polygonGeometry,
  polygonsOf,
  type Geometry,
  type Position,
  type Ring,
} from '../geometry/types.ts';

/**
 * Geometry that crosses the antimeridian has steps of nearly 360 degrees and would draw bands across a flat
 * map. This lets longitudes continue past 180 instead; the tile cutter wraps them. A ring around a pole is
 * closed along that pole.
 */
export function unwrap(geometry: Geometry): Geometry {
  if (geometry.type === 'Point') return geometry;
  const lines = linesOf(geometry);
  if (lines.length > 0) return lineGeometry(lines.map(unwrapLine));
  return polygonGeometry(polygonsOf(geometry).map((polygon) => unwrapPolygon(polygon)));
}

function unwrapLine(line: Position[]): Position[] {
  let shift = 0;
  return line.map((point, index): Position => {
    const step = point[0] - (line[index - 1]?.[0] ?? point[0]);
    if (step > 180) shift -= 360;
    if (step < -180) shift += 360;
    return [point[0] + shift, point[1]];
  });
}

function unwrapPolygon(polygon: Ring[]): Ring[] {
  const [outer = [], ...holes] = polygon.map(unwrapLine);
  const middle = outer.reduce((sum, point) => sum + point[0], 0) / outer.length;
  return [closeRoundPole(outer), ...holes.map((hole) => bringNear(hole, middle))];
}

function closeRoundPole(ring: Ring): Ring {
  const [first, last] = [ring[0], ring[ring.length - 1]];
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return ring;
  const pole = first[1] < 0 ? -90 : 90;
  return [...ring, [last[0], pole], [first[0], pole], first];
}

/** A hole starts from its own longitude and may be a turn away from the ring around it. */
function bringNear(hole: Ring, middle: number): Ring {
  const turn = Math.round((middle - (hole[0]?.[0] ?? 0)) / 360) * 360;
  return turn === 0 ? hole : hole.map((point): Position => [point[0] + turn, point[1]]);
}
