import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { readBody } from './read-body.ts';

const chunk = Buffer.from('0123456789abcdef'.repeat(4096));

/** Reads a body of this many chunks. @returns it, and the number of turns of the event loop meanwhile */
async function read(count: number) {
  let turns = 0;
  let reading = true;
  const turn = () => {
    turns += 1;
    if (reading) setImmediate(turn);
  };
  setImmediate(turn);
  const chunks = Array.from({ length: count }, () => chunk);
  const body = await readBody(Readable.from(chunks), { most: Infinity });
  reading = false;
  return { body, turns };
}

test('assembles a large body over many turns of the event loop', async () => {
  const count = Math.ceil((8 * limits.requestBodyBytes) / chunk.length);
  const { body, turns } = await read(count);
  expect(body.equals(Buffer.concat(Array.from({ length: count }, () => chunk)))).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(7);
});

test('does not queue a small body', async () => {
  expect((await read(2)).turns).toBeLessThan(2);
});
