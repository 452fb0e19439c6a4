import type { Readable } from 'node:stream';

/** Bytes of a connection that are parsed in one turn of the event loop: a few hundred rows, a millisecond or two. */
const bytesPerTurn = 64 * 1024;

/**
 * Reads a connection to the database at most `bytesPerTurn` in a turn of the event loop. What has arrived is otherwise read
 * at once, up to two megabytes, and the rows of a large page parsed while everybody else waits.
 */
export function readInTurns(stream: Readable): void {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes < bytesPerTurn) return;
    bytes = 0;
    stream.pause();
    setImmediate(() => stream.resume());
  });
}
