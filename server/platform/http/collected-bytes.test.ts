import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heapUsed } from '../../../testing/rig/heap-used.ts';
import { limits } from '../../limits.ts';
import { CollectedBytes } from './collected-bytes.ts';

const block = limits.requestBodyBytes;
/** Memory that is taken, whether used or not. */
const taken = ({ blocks }: CollectedBytes) => blocks.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

test('bytes are those that were added, whatever was announced', async () => {
  const sizes = fc.array(fc.nat({ max: 3 * block }), { maxLength: 6 });
  const announced = fc.option(fc.nat({ max: 5 * block }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(sizes, announced, async (given, expected) => {
      const pieces = given.map((size, index) => Buffer.alloc(size, `piece ${index}`));
      const collected = new CollectedBytes(expected);
      for (const piece of pieces) collected.add(piece);
      const all = Buffer.concat(pieces);
      expect(collected.size).toBe(all.length);
      expect(Buffer.concat(collected.blocks).equals(all)).toBe(true);
      expect(collected.beginning.equals(all.subarray(0, collected.beginning.length))).toBe(true);
      const bytes = await collected.take();
      expect(bytes.equals(all)).toBe(true);
      expect(bytes.buffer.byteLength).toBe(all.length);
      expect(collected.size).toBe(0);
    }),
    { numRuns: 30 },
  );
});

test.each([10, 100_000, 700_000, 3 * block + 1])(
  '%i announced bytes take their memory once, and are not copied at the end',
  async (announced) => {
    const collected = new CollectedBytes(announced);
    for (let left = announced; left > 0; left -= 50_000) {
      collected.add(Buffer.alloc(Math.min(left, 50_000)));
      expect(taken(collected)).toBeLessThanOrEqual(announced);
    }
    const memory = collected.beginning.buffer;
    expect((await collected.take()).buffer).toBe(memory);
  },
);

test('memory for many announced bytes is taken when a megabyte of them is here', () => {
  const collected = new CollectedBytes(10 * block);
  collected.add(Buffer.alloc(1));
  expect(taken(collected)).toBe(64_000);
  collected.add(Buffer.alloc(block - 1));
  expect(taken(collected)).toBe(block);
  collected.add(Buffer.alloc(1));
  expect(taken(collected)).toBe(10 * block);
});

test('bytes that nobody announced take at most a megabyte more', () => {
  const collected = new CollectedBytes();
  collected.add(Buffer.alloc(2 * block + 1));
  expect(taken(collected)).toBe(3 * block);
});

test('pieces of one byte take no more than their bytes', () => {
  const collected = new CollectedBytes();
  const before = heapUsed();
  for (let count = 0; count < 300_000; count += 1) collected.add(Buffer.from([count % 256]));
  expect(heapUsed() - before).toBeLessThan(5);
  expect(collected.size).toBe(300_000);
});
