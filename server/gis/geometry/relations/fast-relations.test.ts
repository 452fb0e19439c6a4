import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyGeometry } from '../../../../testing/rig/geometries.ts';
import { type Geometry, partsOf, strideOf } from '../geometry.ts';
import { polygonOfRings, type Ring } from '../rings.ts';
import { Edges, segmentsMeet } from './edges.ts';
import { relationTest } from './relation-test.ts';
import { topologyTest } from './topology.ts';
import { areWithin } from './within-distance.ts';

/** The index shortcuts agree with a scan of everything. */

/** A comb of forty teeth over the grid where the other geometries lie, with enough edges to be indexed. */
function comb(depth: number): Geometry {
  const ring: Ring = [0, 0];
  for (let tooth = 0; tooth < 40; tooth += 1)
    ring.push(tooth / 2, 12 - (tooth % 3), tooth / 2 + 0.25, depth + (tooth % 2));
  ring.push(20, 0, 0, 0);
  return polygonOfRings([ring], false, false) as Geometry;
}

const combs = fc.integer({ min: 1, max: 8 }).map(comb);

describe('polygon of many edges', () => {
  test.each(['contains', 'within', 'crosses', 'touches', 'overlaps'] as const)(
    '%s agrees with the full topology',
    (relation) => {
      fc.assert(
        fc.property(combs, anyGeometry(), (many, other) => {
          expect(relationTest(many, relation)(other)).toBe(topologyTest(many, relation)(other));
          expect(relationTest(other, relation)(many)).toBe(topologyTest(other, relation)(many));
        }),
        { numRuns: 150 },
      );
    },
  );
});

/** The edges of a geometry one by one; a point is a zero-length edge. */
function edgesOf(geometry: Geometry): [number, number, number, number][] {
  const stride = strideOf(geometry);
  const linear = geometry.parts.length > 0;
  const edges: [number, number, number, number][] = [];
  let at = 0;
  for (const count of partsOf(geometry)) {
    for (let vertex = 0; vertex < count; vertex += 1, at += stride) {
      if (linear && vertex === count - 1) continue;
      const next = linear ? at + stride : at;
      const [x1 = 0, y1 = 0] = geometry.coordinates.subarray(at);
      const [x2 = 0, y2 = 0] = geometry.coordinates.subarray(next);
      edges.push([x1, y1, x2, y2]);
    }
  }
  return edges;
}

function plainDistance(a: Geometry, b: Geometry): number {
  let min = Infinity;
  for (const [x1, y1, x2, y2] of edgesOf(a)) {
    for (const [x3, y3, x4, y4] of edgesOf(b)) {
      if (segmentsMeet(x1, y1, x2, y2, x3, y3, x4, y4)) return 0;
      min = Math.min(
        min,
        ...[
          [x1, y1, x3, y3, x4, y4],
          [x2, y2, x3, y3, x4, y4],
          [x3, y3, x1, y1, x2, y2],
          [x4, y4, x1, y1, x2, y2],
        ].map((numbers) => toEdge(numbers as [number, number, number, number, number, number])),
      );
    }
  }
  return Math.sqrt(min);
}

function toEdge([x, y, ax, ay, bx, by]: [number, number, number, number, number, number]): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
  const share = Math.max(0, Math.min(1, along));
  return (x - ax - share * (bx - ax)) ** 2 + (y - ay - share * (by - ay)) ** 2;
}

test('finds everything within a distance of its edges', () => {
  const far = anyGeometry({ place: (step) => step * 3 });
  fc.assert(
    fc.property(fc.oneof(combs, far), far, fc.integer({ min: 1, max: 90 }), (a, b, reach) => {
      const [one, other] = [new Edges(a), new Edges(b)];
      const lies = (edges: Edges, { coordinates: [x = 0, y = 0] }: Geometry) => edges.locate(x, y) > 0;
      // Without edges that meet, one may lie in the other.
      const distance = lies(one, b) || lies(other, a) ? 0 : plainDistance(a, b);
      // A multipoint may lie in it by another of its points.
      fc.pre(
        b.kind !== 'multipoint' && a.kind !== 'multipoint' && !(a.parts.length > 1 || b.parts.length > 1),
      );
      fc.pre(Math.abs(distance - reach / 9) > 1e-9);
      expect(areWithin(one, other, reach / 9)).toBe(distance < reach / 9);
      expect(areWithin(other, one, reach / 9)).toBe(distance < reach / 9);
    }),
    { numRuns: 300 },
  );
});

test('reads nested rings in any order as land and hole in turn', () => {
  const square = (half: number): Ring => [-half, -half, half, -half, half, half, -half, half, -half, -half];
  fc.assert(
    fc.property(fc.shuffledSubarray(Array.from({ length: 130 }, (_none, index) => index + 1)), (halves) => {
      fc.pre(halves.length > 0);
      const polygon = polygonOfRings(halves.map(square), false, false) as Geometry;
      const edges = new Edges(polygon);
      for (const half of [0, ...halves]) {
        const around = halves.filter((other) => other > half).length;
        expect(edges.locate(half + 0.5, 0)).toBe(around % 2 === 1 ? 1 : -1);
      }
      // Outer rings run clockwise, and each hole follows the ring around it.
      expect(polygon.parts).toHaveLength(halves.length);
    }),
    { numRuns: 20 },
  );
});
