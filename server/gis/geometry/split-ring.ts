import Flatbush from 'flatbush';
import { sideOf } from './geometry.ts';

type Vertex = readonly number[];

/** Pairs of edges that are compared, beside as many for each vertex: more would keep other requests waiting. */
const [fewPairs, pairsPerVertex] = [1000, 16];

/**
 * Splits a closed ring where it crosses or touches itself, into rings that do not. Those that go back along their own edges are left
 * out. The new vertices have the z and m of the edge that comes first.
 * @returns no rings when none encloses anything, or when so many edges lie so close that they are not compared
 */
export function splitRing(ring: readonly number[], stride: number): number[][] {
  const cuts = findCuts(ring, stride);
  return cuts ? loopsOf(withCuts(ring, stride, cuts), stride) : [];
}

/** A vertex within an edge; `along` is the part of the edge before it. */
interface Cut {
  along: number;
  vertex: Vertex;
}

/** For each edge where others cross it or end on it; undefined when there are too many pairs to compare. */
function findCuts(ring: readonly number[], stride: number): Cut[][] | undefined {
  const count = ring.length / stride - 1;
  const at = (vertex: number) => ring.slice(vertex * stride, (vertex + 1) * stride);
  const tree = new Flatbush(count);
  const boxes = Array.from({ length: count }, (_none, edge) => {
    const [[ax, ay], [bx, by]] = [at(edge), at(edge + 1)] as [[number, number], [number, number]];
    const box = [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)] as const;
    tree.add(...box);
    return box;
  });
  tree.finish();
  const cuts = boxes.map((): Cut[] => []);
  let left = fewPairs + pairsPerVertex * count;
  for (const [edge, box] of boxes.entries()) {
    tree.search(...box, (other) => {
      left -= 1;
      if (other > edge) cut(edge, other);
      return false;
    });
    if (left < 0) return undefined;
  }
  return cuts;

  function cut(one: number, other: number): void {
    const [a, b, c, d] = [at(one), at(one + 1), at(other), at(other + 1)];
    const sides = [sideOf(a, b, c), sideOf(a, b, d), sideOf(c, d, a), sideOf(c, d, b)] as const;
    const [toC, toD, toA, toB] = sides;
    if (toC === 0) cutAt(one, a, b, c);
    if (toD === 0) cutAt(one, a, b, d);
    if (toA === 0) cutAt(other, c, d, a);
    if (toB === 0) cutAt(other, c, d, b);
    if (toC * toD >= 0 || toA * toB >= 0) return;
    const along = toA / (toA - toB);
    const vertex = a.map((from, index) => from + along * ((b[index] as number) - from));
    cuts[one]?.push({ along, vertex });
    cuts[other]?.push({ along: toC / (toC - toD), vertex });
  }

  /** A vertex on the line of an edge, when it lies between its ends. */
  function cutAt(edge: number, from: Vertex, to: Vertex, vertex: Vertex): void {
    const axis =
      Math.abs((to[0] as number) - (from[0] as number)) > Math.abs((to[1] as number) - (from[1] as number))
        ? 0
        : 1;
    const [start, end] = [from[axis] as number, to[axis] as number];
    const along = ((vertex[axis] as number) - start) / (end - start);
    if (along > 0 && along < 1) cuts[edge]?.push({ along, vertex });
  }
}

/** The vertices of a ring and of its cuts, in their order, without the closing one. */
function withCuts(ring: readonly number[], stride: number, cuts: readonly Cut[][]): Vertex[] {
  return cuts.flatMap((each, edge) => [
    ring.slice(edge * stride, (edge + 1) * stride),
    ...each.toSorted((a, b) => a.along - b.along).map(({ vertex }) => vertex),
  ]);
}

/** Walks along the vertices, and takes out a loop whenever one comes again. */
function loopsOf(vertices: readonly Vertex[], stride: number): number[][] {
  const loops: number[][] = [];
  const path: Vertex[] = [];
  const places = new Map<string, number>();
  for (const vertex of [...vertices, vertices[0] as Vertex]) {
    const key = `${vertex[0]} ${vertex[1]}`;
    const place = places.get(key);
    if (place === undefined) {
      places.set(key, path.length);
      path.push(vertex);
      continue;
    }
    const loop = path.splice(place + 1);
    for (const [x, y] of loop) places.delete(`${x} ${y}`);
    const start = path[place] as Vertex;
    if (loop.length >= 2) loops.push([start, ...loop, start].flat());
  }
  return loops.filter((loop) => loop.length >= 4 * stride);
}
