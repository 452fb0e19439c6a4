import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../world/unwrap.ts';
import { joinLines } from './join-lines.ts';
import { metres, signedArea, squareMetres } from './measure.ts';
import { straighten } from './straighten.ts';
import type { Position, Ring } from './types.ts';
import { orientPolygon } from './winding.ts';

const square: Ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

describe('joinLines', () => {
  it('joins the pieces of a cut line, whatever their order and direction', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 29 }), { maxLength: 6 });
    fc.assert(
      fc.property(cuts, fc.infiniteStream(fc.boolean()), (at, turns) => {
        const line = Array.from({ length: 31 }, (_, x): Position => [x, x * x]);
        const marks = [0, ...at.toSorted((a, b) => a - b), 30];
        const pieces = marks.slice(1).map((end, i) => line.slice(marks[i], end + 1));
        const shuffled = pieces
          .map((piece) => (turns.next().value ? piece.toReversed() : piece))
          .toReversed();
        const [joined, ...others] = joinLines(shuffled, 0.5);
        expect(others).toEqual([]);
        expect(joined?.[0]?.[0] === 0 ? joined : joined?.toReversed()).toEqual(line);
      }),
    );
  });

  it('keeps directions when requested', () => {
    const towards: Position[][] = [
      [
        [0, 0],
        [1, 0],
      ],
      [
        [2, 0],
        [1, 0],
      ],
    ];
    expect(joinLines(towards, 0.1, true)).toHaveLength(2);
    expect(joinLines(towards, 0.1)).toHaveLength(1);
  });
});

describe('orientPolygon', () => {
  it('turns outer rings counter-clockwise and holes clockwise', () => {
    const hole: Ring = square.map(([x, y]): Position => [x / 2 + 0.2, y / 2 + 0.2]);
    for (const polygon of [
      [square, hole],
      [square.toReversed(), hole],
      [square, hole.toReversed()],
    ]) {
      expect(orientPolygon(polygon).map((ring) => Math.sign(signedArea(ring)))).toEqual([1, -1]);
    }
  });
});

describe('measures', () => {
  it('are measured on the ground', () => {
    const degree = 111_319.49;
    expect(squareMetres({ type: 'Polygon', coordinates: [square] }) / degree ** 2).toBeCloseTo(1, 3);
    expect(
      metres({
        type: 'LineString',
        coordinates: [
          [10, 60],
          [11, 60],
        ],
      }) / degree,
    ).toBeCloseTo(0.5, 3);
  });
});

describe('straighten', () => {
  it('removes vertices on a straight line and keeps the others', () => {
    const line: Position[] = [
      [0, 0],
      [0.5, 0],
      [1, 0],
      [1, 1],
    ];
    expect(straighten({ type: 'LineString', coordinates: line }, 0.2)).toEqual({
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    });
  });
});

describe('unwrap', () => {
  it('continues a ring across the antimeridian past 180 degrees', () => {
    const ring: Ring = [
      [179, 0],
      [-179, 0],
      [-179, 1],
      [179, 1],
      [179, 0],
    ];
    expect(unwrap({ type: 'Polygon', coordinates: [ring] })).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [179, 0],
          [181, 0],
          [181, 1],
          [179, 1],
          [179, 0],
        ],
      ],
    });
  });

  it('closes a ring round the south pole along the pole', () => {
    const ring: Ring = [
      [-180, -70],
      [-60, -70],
      [60, -70],
      [180, -70],
    ];
    const closed = unwrap({ type: 'Polygon', coordinates: [ring] });
    expect(JSON.stringify(closed)).toContain('-90');
  });
});
