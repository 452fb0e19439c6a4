import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groundDistance } from '../../../../wire/geometry/web-mercator.ts';
import { cellOf, cellsAround, cellsWithin, maxCells } from './cells.ts';

const place = fc.record({
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
});

describe('cells', () => {
  test('put a place in one cell, the same on both sides of the date line', () => {
    expect(cellOf({ longitude: 180, latitude: 10 })).toBe(cellOf({ longitude: -180, latitude: 10 }));
    expect(cellOf({ longitude: 71.43, latitude: 51.13 })).toBe(cellOf({ longitude: 71.44, latitude: 51.14 }));
    expect(cellOf({ longitude: 71.43, latitude: 51.13 })).not.toBe(
      cellOf({ longitude: 71.46, latitude: 51.13 }),
    );
  });

  test('have numbers that fit their column', () => {
    fc.assert(
      fc.property(place, (at) => {
        const cell = cellOf(at);
        expect(Number.isInteger(cell)).toBe(true);
        expect(cell).toBeGreaterThanOrEqual(0);
        expect(cell).toBeLessThan(7200 * 3600);
      }),
    );
  });

  test('around a place begin with its own, never repeat and are bounded in number', () => {
    fc.assert(
      fc.property(
        place.filter(({ latitude }) => Math.abs(latitude) < 85),
        (at) => {
          const cells = cellsAround(at);
          expect(cells.slice(0, 4)).toContain(cellOf(at));
          expect(new Set(cells).size).toBe(cells.length);
          expect(cells.length).toBeLessThanOrEqual(maxCells);
        },
      ),
    );
  });

  test('around a place cover what is near it, over the date line too', () => {
    const nearby = fc.record({
      east: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
      north: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(-180, -179.95, 0, 71.43, 179.99),
        fc.constantFrom(-60, 0, 51.13, 70),
        nearby,
        (longitude, latitude, { east, north }) => {
          const near = { longitude: longitude + east, latitude: latitude + north };
          expect(cellsAround({ longitude, latitude })).toContain(cellOf(near));
        },
      ),
    );
  });

  test('of a box include those of every place in it', () => {
    const inside = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(place, inside, inside, inside, inside, (corner, width, height, x, y) => {
        const box = [
          Math.min(corner.longitude, 179.5),
          Math.min(corner.latitude, 89.5),
          Math.min(corner.longitude, 179.5) + width / 2,
          Math.min(corner.latitude, 89.5) + height / 2,
        ] as const;
        const cells = cellsWithin(box);
        fc.pre(cells !== undefined);
        const at = { longitude: box[0] + (box[2] - box[0]) * x, latitude: box[1] + (box[3] - box[1]) * y };
        expect(cells).toContain(cellOf(at));
        expect((cells ?? []).length).toBeLessThanOrEqual(maxCells);
      }),
    );
  });

  test('are not listed for a box of too many', () => {
    expect(cellsWithin([70, 50, 72, 52])).toBeUndefined();
    expect(cellsWithin([-180, -90, 180, 90])).toBeUndefined();
    expect(cellsWithin([71.4, 51.1, 71.5, 51.2])).toBeDefined();
  });

  test('are sorted nearest first', () => {
    const at = { longitude: 71.43, latitude: 51.13 };
    const centre = (cell: number) => ({
      longitude: ((cell % 7200) + 0.5) * 0.05 - 180,
      latitude: (Math.floor(cell / 7200) + 0.5) * 0.05 - 90,
    });
    const distances = cellsAround(at).map((cell) => groundDistance(at, centre(cell)));
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
  });
});
