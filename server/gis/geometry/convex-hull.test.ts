import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convexHull, type Point } from './convex-hull.ts';

describe('convex hull', () => {
  it.each<[string, Point[], Point[]]>([
    ['nothing', [], []],
    ['one point', [[1, 2]], [[1, 2]]],
    [
      'the same point again',
      [
        [1, 2],
        [1, 2],
      ],
      [[1, 2]],
    ],
    [
      'points on a line',
      [
        [1, 1],
        [0, 0],
        [2, 2],
      ],
      [
        [0, 0],
        [2, 2],
      ],
    ],
    [
      'a square with a point inside',
      [
        [0, 0],
        [2, 0],
        [1, 1],
        [2, 2],
        [0, 2],
      ],
      [
        [0, 0],
        [0, 2],
        [2, 2],
        [2, 0],
      ],
    ],
  ])('of %s', (_what, points, corners) => expect(convexHull(points)).toEqual(corners));

  it('holds every point, and is its own hull', () => {
    const point = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }));
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (points) => {
        const corners = convexHull(points);
        expect(convexHull(corners)).toEqual(corners);
        for (const [index, [ax, ay]] of corners.entries()) {
          const [bx, by] = corners[(index + 1) % corners.length] as Point;
          for (const [x, y] of points)
            expect((bx - ax) * (y - ay) - (by - ay) * (x - ax)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });
});
