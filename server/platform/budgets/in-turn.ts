import type { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../limits.ts';

/** Longest rest after a piece of work, in milliseconds. */
const longestRest = 25;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
/** No other task gets a turn before this time, by `performance.now()`. */
let restUntil = 0;

/**
 * Waits one turn of the event loop per earlier caller: forty pieces of work that start together must not
 * block all other requests. While several callers wait, each piece is followed by a rest of its own length, because a small
 * request takes several turns of the event loop, and would otherwise wait for a piece in each of them.
 */
export async function inTurn(): Promise<void> {
  waiting += 1;
  await (last = last.then(startTurn));
  waiting -= 1;
}

async function startTurn(): Promise<void> {
  await nextTurn();
  const rest = restUntil - performance.now();
  if (waiting > 1 && rest > 1) await pause(rest);
  const started = performance.now();
  // Runs after the caller's piece of work.
  setImmediate(() => {
    const ended = performance.now();
    restUntil = ended + Math.min(ended - started, longestRest);
  });
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
