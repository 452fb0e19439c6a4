import type { Readable } from 'node:stream';
import type { Connection } from 'pg';

/** Bytes of a stream that are read in one turn of the event loop: of a connection a few hundred rows, a millisecond or two. */
const bytesPerTurn = 64 * 1024;

/** @returns counts bytes that were read, and pauses the stream until the next turn once they reach `bytesPerTurn` */
function meterOf(stream: Readable): (bytes: number) => void {
  let read = 0;
  return (bytes) => {
    read += bytes;
    if (read < bytesPerTurn) return;
    read = 0;
    stream.pause();
    setImmediate(() => stream.resume());
  };
}

/** Reads a stream that nobody else pauses at most `bytesPerTurn` in a turn of the event loop. */
export function readInTurns(stream: Readable): void {
  const meter = meterOf(stream);
  stream.on('data', (chunk: Buffer) => meter(chunk.length));
}

/**
 * Reads the rows of a connection to the database at most `bytesPerTurn` in a turn of the event loop. What has arrived is
 * otherwise read at once, up to two megabytes, and the rows of a large page parsed while everybody else waits. Rows are counted
 * rather than the bytes of its stream: COPY wants to be the only listener of that.
 */
export function readRowsInTurns(connection: Connection): void {
  const meter = meterOf(connection.stream);
  connection.on('dataRow', ({ length }: { length: number }) => meter(length));
}
