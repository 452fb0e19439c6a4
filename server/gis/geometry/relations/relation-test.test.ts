import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyGeometry } from '../../../../testing/rig/geometries.ts';
import { readEsriGeometry } from '../esri-json.ts';
import type { Geometry } from '../geometry.ts';
import { Edges, segmentsMeet } from './edges.ts';
import { relationTest, type SpatialRelation } from './relation-test.ts';
import { intersectsTest, topologyTest } from './topology.ts';

const shape = (json: object): Geometry => readEsriGeometry(json, 'geometry') as Geometry;
const point = (x: number, y: number) => shape({ x, y });
const line = (...path: [number, number][]) => shape({ paths: [path] });
const box = (xmin: number, ymin: number, xmax: number, ymax: number): [number, number][] => [
  [xmin, ymin],
  [xmin, ymax],
  [xmax, ymax],
  [xmax, ymin],
  [xmin, ymin],
];
const square = shape({ rings: [box(0, 0, 10, 10)] });
const ring = shape({ rings: [box(0, 0, 10, 10), box(3, 3, 7, 7).toReversed()] });

describe('query geometry and feature', () => {
  test.each<[SpatialRelation, string, Geometry, Geometry, boolean]>([
    ['intersects', 'point in polygon', square, point(5, 5), true],
    ['intersects', 'point on its edge', square, point(0, 5), true],
    ['intersects', 'point on its corner', square, point(10, 10), true],
    ['intersects', 'point beside', square, point(11, 5), false],
    ['intersects', 'point in a hole', ring, point(5, 5), false],
    ['intersects', 'point on the edge of a hole', ring, point(3, 5), true],
    ['intersects', 'line through', square, line([-5, 5], [15, 5]), true],
    ['intersects', 'line within', square, line([1, 1], [2, 2]), true],
    ['intersects', 'line touching a corner', square, line([-1, 1], [1, -1]), true],
    ['intersects', 'line past a corner', square, line([-1, 0.5], [0.4, -1]), false],
    ['intersects', 'line in a hole', ring, line([4, 4], [6, 6]), false],
    ['intersects', 'polygon in a hole', ring, shape({ rings: [box(4, 4, 6, 6)] }), false],
    ['intersects', 'polygon around', square, shape({ rings: [box(-1, -1, 11, 11)] }), true],
    ['intersects', 'polygon whose hole is around', shape({ rings: [box(4, 4, 6, 6)] }), ring, false],
    ['intersects', 'polygon sharing an edge', square, shape({ rings: [box(10, 0, 20, 10)] }), true],
    ['intersects', 'the same point', point(1, 2), point(1, 2), true],
    ['intersects', 'another point', point(1, 2), point(1, 3), false],
    ['intersects', 'point on a line', line([0, 0], [10, 10]), point(4, 4), true],
    ['intersects', 'point near a line', line([0, 0], [10, 10]), point(4, 4.000001), false],
    [
      'intersects',
      'multipoint with one point within',
      square,
      shape({
        points: [
          [20, 20],
          [1, 1],
        ],
      }),
      true,
    ],
    ['contains', 'point within', square, point(5, 5), true],
    ['contains', 'point on the edge', square, point(0, 5), false],
    ['contains', 'line within', square, line([1, 1], [2, 2]), true],
    ['contains', 'line touching from within', square, line([0, 5], [5, 5]), true],
    ['contains', 'line along the edge', square, line([0, 0], [0, 10]), false],
    ['contains', 'line reaching out', square, line([5, 5], [15, 5]), false],
    ['contains', 'polygon within', square, shape({ rings: [box(1, 1, 2, 2)] }), true],
    ['contains', 'itself', square, square, true],
    ['contains', 'polygon over the hole', ring, shape({ rings: [box(2, 2, 8, 8)] }), false],
    ['contains', 'polygon beside the hole', ring, shape({ rings: [box(1, 1, 2, 2)] }), true],
    [
      'contains',
      'multipoint half in',
      square,
      shape({
        points: [
          [20, 20],
          [1, 1],
        ],
      }),
      false,
    ],
    ['within', 'polygon around', square, shape({ rings: [box(-1, -1, 11, 11)] }), true],
    ['within', 'smaller polygon', square, shape({ rings: [box(1, 1, 2, 2)] }), false],
    ['within', 'point within the feature', point(5, 5), square, true],
    ['crosses', 'line through', square, line([-5, 5], [15, 5]), true],
    ['crosses', 'line within', square, line([1, 1], [2, 2]), false],
    ['crosses', 'two lines', line([0, 0], [10, 10]), line([0, 10], [10, 0]), true],
    ['crosses', 'two lines that end at each other', line([0, 0], [5, 5]), line([5, 5], [10, 0]), false],
    ['crosses', 'two polygons', square, shape({ rings: [box(5, 5, 15, 15)] }), false],
    ['touches', 'polygon sharing an edge', square, shape({ rings: [box(10, 0, 20, 10)] }), true],
    ['touches', 'polygon sharing a corner', square, shape({ rings: [box(10, 10, 20, 20)] }), true],
    ['touches', 'polygon overlapping', square, shape({ rings: [box(5, 5, 15, 15)] }), false],
    ['touches', 'point on the edge', square, point(0, 5), true],
    ['touches', 'point within', square, point(5, 5), false],
    ['touches', 'lines that end at each other', line([0, 0], [5, 5]), line([5, 5], [10, 0]), true],
    ['overlaps', 'two polygons', square, shape({ rings: [box(5, 5, 15, 15)] }), true],
    ['overlaps', 'polygon within', square, shape({ rings: [box(1, 1, 2, 2)] }), false],
    ['overlaps', 'line and polygon', square, line([-5, 5], [15, 5]), false],
    ['overlaps', 'lines along each other', line([0, 0], [10, 0]), line([5, 0], [15, 0]), true],
    [
      'envelopeIntersects',
      'triangle whose box meets',
      shape({
        rings: [
          [
            [0, 0],
            [0, 10],
            [10, 10],
            [0, 0],
          ],
        ],
      }),
      point(9, 1),
      true,
    ],
    ['envelopeIntersects', 'boxes apart', square, point(11, 11), false],
  ])('%s: %s', (relation, _what, filter, feature, expected) => {
    expect(relationTest(filter, relation)(feature)).toBe(expected);
  });
});

describe('compared with an independent topology suite', () => {
  const pairs = fc.tuple(anyGeometry(), anyGeometry());

  test('intersects symmetrically, on a grid where everything touches', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const expected = ['contains', 'within', 'crosses', 'touches', 'overlaps'] as const;
        // Two geometries that meet are in at least one of these relations (OGC simple features).
        const meets = expected.some((relation) => topologyTest(a, relation)(b));
        expect(intersectsTest(a)(b)).toBe(meets);
        expect(intersectsTest(b)(a)).toBe(meets);
      }),
      { numRuns: 1500 },
    );
  });

  test.each(['contains', 'within', 'crosses', 'touches', 'overlaps'] as const)(
    '%s takes no wrong shortcut',
    (relation) => {
      fc.assert(
        fc.property(pairs, ([a, b]) => {
          expect(relationTest(a, relation)(b)).toBe(topologyTest(a, relation)(b));
        }),
        { numRuns: 700 },
      );
    },
  );

  test('contains is the inverse of within; crosses, touches and overlaps are symmetric', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        expect(relationTest(a, 'contains')(b)).toBe(relationTest(b, 'within')(a));
        for (const relation of ['crosses', 'touches', 'overlaps'] as const) {
          expect(relationTest(a, relation)(b)).toBe(relationTest(b, relation)(a));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('edges', () => {
  test('locate a point in a polygon of many strips as counting all edges does', () => {
    const corners = Array.from({ length: 200 }, (_none, step): [number, number] => {
      const [angle, radius] = [(-step / 200) * 2 * Math.PI, step % 2 === 0 ? 100 : 60];
      return [Math.cos(angle) * radius, Math.sin(angle) * radius];
    });
    const star = new Edges(shape({ rings: [[...corners, corners[0]]] }));
    fc.assert(
      fc.property(
        fc.double({ min: -110, max: 110, noNaN: true }),
        fc.double({ min: -110, max: 110, noNaN: true }),
        (x, y) => {
          let odd = false;
          corners.forEach(([x1, y1], at) => {
            const [x2, y2] = corners[(at + 1) % corners.length] as [number, number];
            if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) odd = !odd;
          });
          expect(star.locate(x, y) >= 0).toBe(odd);
        },
      ),
      { numRuns: 2000 },
    );
    for (const [x, y] of corners) expect(star.locate(x, y)).toBe(0);
  });

  test.each([
    [[0, 0, 2, 2, 0, 2, 2, 0], true],
    [[0, 0, 1, 1, 1, 1, 2, 0], true],
    [[0, 0, 1, 1, 2, 2, 3, 3], false],
    [[0, 0, 2, 2, 1, 1, 3, 3], true],
    [[0, 0, 0, 0, 0, 0, 0, 0], true],
    [[0, 0, 0, 0, 1, 1, 1, 1], false],
    [[0, 0, 4, 0, 2, 0, 2, 3], true],
    [[0, 0, 4, 0, 2, 1, 2, 3], false],
    [[0, 0, 4, 0, 0, 1, 4, 1], false],
  ])('of the segments %j meet: %s', (numbers, expected) => {
    const [ax, ay, bx, by, cx, cy, dx, dy] = numbers as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    expect(segmentsMeet(ax, ay, bx, by, cx, cy, dx, dy)).toBe(expected);
    expect(segmentsMeet(cx, cy, dx, dy, bx, by, ax, ay)).toBe(expected);
  });
});
