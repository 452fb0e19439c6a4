import { distanceMetres } from './measure.ts';
import { lineGeometry, linesOf, polygonGeometry, polygonsOf, type Geometry, type Position } from './types.ts';

/** Removes vertices less than `metres` off the straight line between their neighbours. */
export function straighten(geometry: Geometry, metres: number): Geometry {
  if (geometry.type === 'Point') return geometry;
  const lines = linesOf(geometry);
  if (lines.length > 0) return lineGeometry(lines.map((line) => dropFlat(line, metres)));
  const polygons = polygonsOf(geometry).map((polygon) =>
    polygon.map((ring) => {
      const simple = dropFlat(ring, metres);
      return simple.length >= 4 ? simple : ring;
    }),
  );
  return polygonGeometry(polygons);
}

function dropFlat(line: Position[], metres: number): Position[] {
  const kept: Position[] = [];
  line.forEach((point, index) => {
    const before = kept.at(-1);
    const after = line[index + 1];
    if (!before || !after || offLine(point, before, after) >= metres) kept.push(point);
  });
  return kept;
}

/** Height of a triangle over its base, in metres. */
function offLine(point: Position, from: Position, to: Position): number {
  const [a, b, c] = [distanceMetres(from, point), distanceMetres(point, to), distanceMetres(from, to)];
  if (c === 0) return a;
  const s = (a + b + c) / 2;
  return (2 * Math.sqrt(Math.max(0, s * (s - a) * (s - b) * (s - c)))) / c;
}
