import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../limits.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Waits one turn of the event loop per earlier caller: forty pieces of work that start together must not
 * block all other requests.
 */
export async function inTurn(): Promise<void> {
  await (last = last.then(() => nextTurn()));
}

/** Waits for a turn before a body is parsed, unless it is small. */
export async function inTurnIfLarge(body: Uint8Array): Promise<void> {
  if (body.length > limits.turnBodyBytes) await inTurn();
}

/** Bytes of a stream that are read in one turn of the event loop: of a connection a few hundred rows, a millisecond or two. */
const bytesPerTurn = 64 * 1024;

/** @returns counts bytes that were read, and pauses the stream until the next turn once they reach `bytesPerTurn` */
export function pauseInTurns(stream: Readable): (bytes: number) => void {
  let read = 0;
  return (bytes) => {
    read += bytes;
    if (read < bytesPerTurn) return;
    read = 0;
    stream.pause();
    setImmediate(() => stream.resume());
  };
}

/** Reads a stream, which no other code may pause, at most `bytesPerTurn` per turn of the event loop. */
export function readInTurns(stream: Readable): void {
  const count = pauseInTurns(stream);
  stream.on('data', (chunk: Buffer) => count(chunk.length));
}
