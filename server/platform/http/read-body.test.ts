import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { heapUsed } from '../../../testing/rig/heap-used.ts';
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

test('a body in pieces of one byte takes little more memory than its bytes while it arrives', async () => {
  const count = 200_000;
  const pieces = async function* () {
    for (let index = 0; index < count; index += 1) {
      // As from a connection: what a turn of the event loop has left behind is garbage in the next one.
      if (index % 1000 === 0) await nextTurn();
      yield Buffer.from([index % 256]);
    }
  };
  const before = heapUsed();
  let [calls, used] = [0, Infinity];
  const body = await readBody(Readable.from(pieces()), {
    most: count,
    onChunk: () => {
      calls += 1;
      if (calls === count) used = heapUsed() - before;
    },
  });
  expect(body).toHaveLength(count);
  expect(used).toBeLessThan(5);
});

test('an announced body is read into one piece of memory, which is the result', async () => {
  const count = Math.ceil((4 * limits.requestBodyBytes) / chunk.length);
  let memory: unknown;
  const body = await readBody(Readable.from(Array.from({ length: count }, () => chunk)), {
    most: Infinity,
    announced: count * chunk.length,
    onChunk: ({ beginning }) => {
      memory = beginning.buffer;
    },
  });
  expect(body.buffer).toBe(memory);
  expect(body.buffer.byteLength).toBe(count * chunk.length);
});
