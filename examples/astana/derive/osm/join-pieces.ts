import { union } from 'polyclip-ts';
import { joinLines } from '../geometry/join-lines.ts';
import { lineGeometry, polygonGeometry, type Geometry, type Position, type Ring } from '../geometry/types.ts';

/** The part of one element in one tile, in whole units of the extract. */
export type Piece =
  | { type: 'point'; point: Position }
  | { type: 'lines'; lines: Position[][] }
  | { type: 'polygons'; polygons: Ring[][] };

/** Joins the pieces of one element: lines end to end, polygons along the cut. */
export function joinPieces(pieces: Piece[]): Geometry {
  const [first] = pieces;
  if (!first) throw new Error('An element without a piece has no geometry.');
  if (first.type === 'point') return { type: 'Point', coordinates: first.point };
  if (first.type === 'lines') {
    const lines = pieces.flatMap((piece) => (piece.type === 'lines' ? piece.lines : []));
    return lineGeometry(joinLines(lines, 2));
  }
  const parts = pieces.map((piece) => (piece.type === 'polygons' ? piece.polygons : []));
  const [one = [], ...others] = parts;
  if (others.length === 0) return polygonGeometry(one);
  return polygonGeometry(unionNearZero(one, others));
}

/** The library is most precise with small numbers, so the union is computed around the first vertex. */
function unionNearZero(first: Ring[][], others: Ring[][][]): Ring[][] {
  const [dx, dy] = first[0]?.[0]?.[0] ?? [0, 0];
  const move = (polygons: Ring[][], x: number, y: number) =>
    polygons.map((polygon) => polygon.map((ring) => ring.map((p): Position => [p[0] + x, p[1] + y])));
  const merged = union(move(first, -dx, -dy), ...others.map((polygons) => move(polygons, -dx, -dy)));
  return move(merged, dx, dy);
}
