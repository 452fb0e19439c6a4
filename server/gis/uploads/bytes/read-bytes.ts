import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createReadStream } from 'node:fs';
import type { UploadFile } from '../upload-source.ts';

/** Runs work in a temporary folder that is deleted afterwards. */
export async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-upload-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads a stream of chunks as pieces of given lengths. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes handed out. */
  position = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes; fewer when the stream ends. Memory grows only with received bytes. */
  async read(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let wanted = length;
    while (wanted > 0) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#chunks.next();
        if (done) break;
        this.#rest = value;
        continue;
      }
      const piece = this.#rest.subarray(0, wanted);
      this.#rest = this.#rest.subarray(piece.length);
      wanted -= piece.length;
      pieces.push(piece);
    }
    this.position += length - wanted;
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  }

  /** Skips bytes. */
  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      const piece = await this.read(Math.min(left, 1_000_000));
      if (piece.length === 0) return;
      left -= piece.length;
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

/** The first bytes of a file, or those from a position; fewer when it is shorter. */
export async function readHead(path: string, length: number, from = 0): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The bytes of a file from its beginning; each read counts again. */
export async function* readBytes({
  path,
  meter,
}: Pick<UploadFile, 'path' | 'meter'>): AsyncGenerator<Buffer> {
  meter.read = 0;
  meter.total = (await stat(path)).size;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    meter.read += (chunk as Buffer).length;
    yield chunk as Buffer;
  }
}
