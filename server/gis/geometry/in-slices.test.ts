import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../testing/rig/property-seed.ts';
import type { Geometry } from './geometry.ts';
import { inSlices } from './in-slices.ts';

const line = (vertices: number): Geometry => ({
  kind: 'polyline',
  hasZ: false,
  hasM: false,
  coordinates: new Float64Array(vertices * 2),
  parts: [vertices],
});
const itself = (geometry: Geometry | null) => geometry;

describe('work in slices', () => {
  test('loses nothing, repeats nothing and keeps the order', async () => {
    const sizes = fc.array(fc.oneof(fc.nat(20), fc.integer({ min: 1000, max: 9000 })), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(sizes, async (counts) => {
        const rows = counts.map((count, index) => ({ index, shape: count === 0 ? null : line(count) }));
        const slices = await inSlices(
          rows,
          ({ shape }) => shape,
          (slice) => slice.map(({ index }) => index),
        );
        expect(slices.flat()).toEqual(rows.map(({ index }) => index));
        for (const slice of slices) expect(slice.length).toBeGreaterThan(0);
      }),
      { numRuns: 50 },
    );
  });

  test('ends a slice as soon as it is heavy enough', async () => {
    const lengths = await inSlices(
      Array.from({ length: 10 }, () => line(3000)),
      itself,
      (slice) => slice.length,
    );
    expect(lengths).toEqual([2, 2, 2, 2, 2]);
  });

  test('counts features without geometry too', async () => {
    const lengths = await inSlices(
      Array.from({ length: 1200 }, () => null),
      itself,
      (slice) => slice.length,
    );
    expect(lengths).toEqual([500, 500, 200]);
  });

  test('makes smaller slices of more expensive work', async () => {
    const rows = Array.from({ length: 95 }, () => line(100));
    const cheap = await inSlices(rows, itself, (slice) => slice.length);
    const expensive = await inSlices(rows, itself, (slice) => slice.length, 10);
    expect(cheap.length).toBe(3);
    expect(expensive.length).toBe(19);
  });

  test('yields to other work between slices', async () => {
    const order: string[] = [];
    const busy = () => {
      const began = performance.now();
      while (performance.now() - began < 10);
      return order.push('slice');
    };
    const work = inSlices([line(6000), line(6000), line(6000)], itself, busy);
    setImmediate(() => order.push('other'));
    await work;
    expect(order.filter((each) => each === 'slice')).toHaveLength(3);
    expect(order.indexOf('other')).toBeLessThan(3);
  });

  test('alternates between concurrent jobs', async () => {
    let [now, most, going] = [0, 0, true];
    const turn = () => {
      most = Math.max(most, now);
      now = 0;
      if (going) setImmediate(turn);
    };
    const busy = () => {
      const began = performance.now();
      while (performance.now() - began < 10);
      now += 1;
    };
    const rows = Array.from({ length: 1001 }, () => line(50));
    const works = [1, 2, 3].map(() => inSlices(rows, itself, busy));
    setImmediate(turn);
    await Promise.all(works);
    going = false;
    expect(most).toBe(1);
  });

  test('completes at once when there is nothing to do', async () => {
    expect(await inSlices([], itself, () => 1)).toEqual([]);
  });

  test('stops at an error', async () => {
    let slices = 0;
    const failing = inSlices([line(6000), line(6000)], itself, () => {
      slices += 1;
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(slices).toBe(1);
  });
});
