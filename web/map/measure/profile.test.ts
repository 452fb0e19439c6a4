import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placesAlong, profileOf } from './profile.ts';

describe('places along a line', () => {
  it('are at equal distances, from its start to its end', () => {
    const path = [
      [0, 0],
      [30, 0],
      [30, 10],
    ] as const;
    // The second segment is longer on the ground than on the map.
    expect(placesAlong(path, [30, 30], 5)).toEqual([
      { x: 0, y: 0, metres: 0 },
      { x: 15, y: 0, metres: 15 },
      { x: 30, y: 0, metres: 30 },
      { x: 30, y: 5, metres: 45 },
      { x: 30, y: 10, metres: 60 },
    ]);
  });

  it('are as many as requested, also with repeated corners', () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.array(corner, { minLength: 2, maxLength: 8 }), (path) => {
        const lengths = path.slice(1).map(([x, y], at) => Math.hypot(x - path[at]![0], y - path[at]![1]));
        const places = placesAlong(path, lengths, 20);
        expect(places).toHaveLength(20);
        const end = places.at(-1)!;
        expect(Math.hypot(end.x - path.at(-1)![0], end.y - path.at(-1)![1])).toBeLessThan(1e-9);
      }),
    );
  });
});

describe('a profile', () => {
  it('sums rises and falls over places without a height', () => {
    const heights = [10, 14, undefined, 12, 20];
    expect(profileOf(heights.map((height, metres) => ({ metres, height })))).toMatchObject({
      min: 10,
      max: 20,
      ascent: 12,
      descent: 2,
    });
  });

  it('does not exist without heights', () => {
    expect(profileOf([{ metres: 0, height: undefined }])).toBeUndefined();
  });
});
