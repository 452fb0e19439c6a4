import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { MappingError } from '../../../wire/errors.ts';
import { inTurn } from '../budgets/in-turn.ts';
import { limits } from '../../limits.ts';
import { CollectedBytes } from './collected-bytes.ts';

export interface BodyLimit {
  /** Maximum size in bytes. */
  most: number;
  /** Size that the request announces; undefined: unknown. */
  announced?: number | undefined;
  /** Called with what has been read so far after each chunk; an error it throws stops reading. */
  onChunk?: (read: Pick<CollectedBytes, 'size' | 'beginning'>) => void | Promise<void>;
  /** Stops reading when it fails, whatever the sender is doing. */
  stopped?: Promise<never>;
}

/**
 * Reads a body to its end.
 * @throws MappingError `http:too-large` (413), `http:broken-body` (400) when it ends early
 */
export async function readBody(
  payload: Readable,
  { most, announced, onChunk, stopped }: BodyLimit,
): Promise<Buffer> {
  const read = new CollectedBytes(announced);
  // The rest of a rejected body is discarded, but the connection stays open, so that the client can read the
  // response.
  const source = payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const reading = source[Symbol.asyncIterator]();
  const nextChunk = async () => {
    try {
      return await reading.next();
    } catch (cause) {
      throw new MappingError('http:broken-body', 'The body of the request ended early.', {
        status: 400,
        cause,
      });
    }
  };
  for (;;) {
    const next = await (stopped ? Promise.race([nextChunk(), stopped]) : nextChunk()).catch(
      (error: unknown) => {
        // Not awaited: it ends with the next chunk, which may never come.
        void reading.return?.().catch(() => {});
        throw error;
      },
    );
    if (next.done) return read.take();
    if (read.size + next.value.length > most) {
      await reading.return?.();
      throw tooLarge();
    }
    read.add(next.value);
    await onChunk?.(read);
    // However many large bodies arrive, one piece of them is read per turn of the event loop.
    if (read.size > limits.requestBodyBytes) await inTurn();
  }
}

export function tooLarge(): MappingError {
  return new MappingError('http:too-large', 'The request is larger than this server accepts.', {
    status: 413,
  });
}

/** The size of its body that a request announces; undefined where it announces none. */
export function announcedBytes({ headers }: Pick<IncomingMessage, 'headers'>): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}
