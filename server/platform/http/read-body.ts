import type { Readable } from 'node:stream';
import { MappingError } from '../../../wire/errors.ts';
import { inTurn } from '../budgets/in-turn.ts';
import { limits } from '../../limits.ts';

export interface BodyLimit {
  /** Maximum size in bytes. */
  most: number;
  /** Called with the chunks read so far after each of them; an error it throws stops reading. */
  onChunk?: (chunks: readonly Buffer[], size: number) => void | Promise<void>;
  /** Stops reading when it fails, whatever the sender is doing. */
  stopped?: Promise<never>;
}

/**
 * Reads a body to its end.
 * @throws MappingError `http:too-large` (413), `http:broken-body` (400) when it ends early
 */
export async function readBody(payload: Readable, { most, onChunk, stopped }: BodyLimit): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
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
    if (next.done) return join(chunks, size);
    size += next.value.length;
    if (size > most) {
      await reading.return?.();
      throw tooLarge();
    }
    chunks.push(next.value);
    await onChunk?.(chunks, size);
    // However many large bodies arrive, one piece of them is read per turn of the event loop.
    if (size > limits.requestBodyBytes) await inTurn();
  }
}

/** Copied piece by piece: tens of megabytes at once would block all other requests. */
async function join(chunks: readonly Buffer[], size: number): Promise<Buffer> {
  if (size <= limits.requestBodyBytes) return Buffer.concat(chunks, size);
  const body = Buffer.allocUnsafeSlow(size);
  let [at, pause] = [0, limits.requestBodyBytes];
  for (const chunk of chunks) {
    if (at >= pause) {
      pause += limits.requestBodyBytes;
      await inTurn();
    }
    at += chunk.copy(body, at);
  }
  return body;
}

export function tooLarge(): MappingError {
  return new MappingError('http:too-large', 'The request is larger than this server accepts.', {
    status: 413,
  });
}
