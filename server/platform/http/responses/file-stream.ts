import { Readable } from 'node:stream';
import { limits } from '../../../limits.ts';

/** Bytes in memory for each stream that is sent. */
const held = new WeakMap<object, number>();

/** A file as a body: its parts are read as its caller reads it, after memory for them was reserved (`limitWaitingResponses`). */
export function fileStream(size: number, parts: AsyncIterable<Uint8Array>): Readable {
  return holding(Readable.from(parts, { objectMode: false }), size);
}

/** One part waits in the stream, and one in the connection. */
export function holding<Stream extends object>(stream: Stream, size: number): Stream {
  held.set(stream, Math.min(size, 2 * limits.filePartBytes));
  return stream;
}

/** Bytes that a stream of a file holds; undefined for other bodies. */
export function heldBy(body: unknown): number | undefined {
  return typeof body === 'object' && body !== null ? held.get(body) : undefined;
}
