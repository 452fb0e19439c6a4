import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import '../../../testing/rig/property-seed.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Envelope } from '../geometry/geometry.ts';
import { placeUnit } from './layer-table-store.ts';
import { interleave, placeRanges } from './tile-store.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

/** The codes PostgreSQL computes for envelopes. */
async function codes(boxes: readonly Envelope[], unit: number): Promise<number[]> {
  const texts = boxes.map(({ xmin, ymin, xmax, ymax }) => `(${xmax},${ymax}),(${xmin},${ymin})`);
  const { rows } = await sql<{ code: string }>`
    select hosted.place_code(cast(each.place as box), ${unit}) as code
    from unnest(cast(${texts} as text[])) with ordinality as each (place, number) order by number`.execute(
    database,
  );
  return rows.map(({ code }) => Number(code));
}

const at = (x: number, y: number): Envelope => ({ xmin: x, ymin: y, xmax: x, ymax: y });
const degrees = placeUnit(4326);

/** The same, computed bit by bit in another way. */
function zOrder(x: number, y: number): number {
  const bits = (value: number) => value.toString(2).padStart(26, '0');
  const [a, b] = [bits(x), bits(y)];
  return Number.parseInt(Array.from(a, (bit, index) => `${b[index]}${bit}`).join(''), 2);
}

describe('code of a place', () => {
  const cell = fc.integer({ min: 0, max: 2 ** 26 - 1 });

  test('interleaves the bits of its cell', () => {
    fc.assert(
      fc.property(cell, cell, (x, y) => {
        expect(interleave(x, y)).toBe(zOrder(x, y));
      }),
    );
  });

  test('is the same in the database as in JavaScript', async () => {
    const places = fc.sample(
      fc.record({
        x: fc.double({ min: -179.999, max: 179.999, noNaN: true }),
        y: fc.double({ min: -89.999, max: 89.999, noNaN: true }),
      }),
      500,
    );
    const found = await codes(
      places.map(({ x, y }) => at(x, y)),
      degrees,
    );
    const cells = (value: number) => Math.floor(value / degrees) + 2 ** 25;
    expect(found).toEqual(places.map(({ x, y }) => zOrder(cells(x), cells(y))));
  });

  test('is that of the middle of an envelope', async () => {
    const wide = { xmin: 10, ymin: 40, xmax: 30, ymax: 60 };
    expect(await codes([wide], degrees)).toEqual(await codes([at(20, 50)], degrees));
  });

  test.each([
    ['beyond the east', at(1e9, 0), [2 ** 26 - 1, 2 ** 25]],
    ['beyond the west', at(-1e9, 0), [0, 2 ** 25]],
    ['beyond the north', at(0, 1e300), [2 ** 25, 2 ** 26 - 1]],
    ['beyond the south', at(0, -1e300), [2 ** 25, 0]],
    ['the middle of the world', at(0, 0), [2 ** 25, 2 ** 25]],
  ] as const)('of a place %s', async (_where, place, [x, y]) => {
    expect(await codes([place], placeUnit(3857))).toEqual([zOrder(x, y)]);
  });

  test('puts features of one quadtree cell in one range', async () => {
    const [low, high] = [2 ** 20 * 37, 2 ** 20 * 38 - 1].map((cells) => (cells - 2 ** 25 + 0.5) * degrees);
    const corners = [at(low!, low!), at(high!, high!), at(low!, high!), at(high!, low!)];
    const [first, last, ...others] = await codes(corners, degrees);
    expect(last! - first!).toBe(4 ** 20 - 1);
    for (const other of others) expect(other > first! && other < last!).toBe(true);
  });
});

describe('ranges of a cover', () => {
  const cover = fc
    .record({
      x: fc.double({ min: -179, max: 179, noNaN: true }),
      y: fc.double({ min: -89, max: 89, noNaN: true }),
      width: fc.double({ min: 1e-4, max: 90, noNaN: true }),
      height: fc.double({ min: 1e-4, max: 60, noNaN: true }),
    })
    .map(({ x, y, width, height }) => ({ xmin: x, ymin: y, xmax: x + width, ymax: y + height }));
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const codeOf = (x: number, y: number) => {
    const cell = (value: number) => Math.min(Math.max(Math.floor(value / degrees) + 2 ** 25, 0), 2 ** 26 - 1);
    return interleave(cell(x), cell(y));
  };

  test('include every place in it', () => {
    fc.assert(
      fc.property(cover, share, share, fc.integer({ min: 0, max: 20 }), (place, a, b, shift) => {
        const x = place.xmin + a * (place.xmax - place.xmin);
        const y = place.ymin + b * (place.ymax - place.ymin);
        const code = codeOf(x, y);
        const ranges = placeRanges(place, degrees, shift);
        expect(ranges.some(([from, to]) => code >= from && code < to)).toBe(true);
      }),
    );
  });

  test('are ordered, disjoint and few, and cut no cell', () => {
    fc.assert(
      fc.property(cover, fc.integer({ min: 0, max: 20 }), (place, shift) => {
        const ranges = placeRanges(place, degrees, shift);
        expect(ranges.length).toBeLessThanOrEqual(36);
        let end = -1;
        for (const [from, to] of ranges) {
          expect(from).toBeGreaterThan(end);
          expect(to).toBeGreaterThan(from);
          expect(from % 4 ** shift).toBe(0);
          expect(to % 4 ** shift).toBe(0);
          end = to;
        }
      }),
    );
  });

  test('cover little beyond a square one', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -170, max: 170, noNaN: true }),
        fc.double({ min: -70, max: 70, noNaN: true }),
        fc.double({ min: 1e-3, max: 8, noNaN: true }),
        (x, y, side) => {
          const ranges = placeRanges({ xmin: x, ymin: y, xmax: x + side, ymax: y + side }, degrees, 0);
          const cells = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
          // Blocks are at most half of the side, plus one at either edge.
          expect(cells * degrees ** 2).toBeLessThanOrEqual((side * 2) ** 2 * 1.1);
        },
      ),
    );
  });

  test('of the whole world are all codes', () => {
    const world = { xmin: -400, ymin: -400, xmax: 400, ymax: 400 };
    expect(placeRanges(world, degrees, 5)).toEqual([[0, 4 ** 26]]);
  });

  test('of a place outside the world are at its edge', () => {
    const ranges = placeRanges({ xmin: 1e6, ymin: 0, xmax: 1e6 + 1, ymax: 1 }, degrees, 0);
    const edge = interleave(2 ** 26 - 1, 2 ** 25);
    expect(ranges.some(([from, to]) => edge >= from && edge < to)).toBe(true);
  });
});
