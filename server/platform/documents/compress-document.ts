import { brotliCompressSync, constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** A compressed document. */
export interface Compressed {
  encoding: 'gzip' | 'br';
  bytes: Uint8Array;
}

/** The best compression takes a second for each few megabytes; above this a faster one is used. */
const bestUpTo = 8_000_000;

/**
 * A text as it is stored: brotli is for browsers, gzip for other clients; nothing for what does not become smaller. Synchronous,
 * for a thread: the asynchronous functions would use the threads of Node's pool, which reads all files and resolves all names.
 */
export function compressDocument(bytes: Uint8Array): Compressed[] {
  const gzipped = gzipSync(bytes, { level: 7 });
  if (gzipped.length >= bytes.length) return [];
  const brotli = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length <= bestUpTo ? 9 : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
  return [
    { encoding: 'gzip', bytes: gzipped },
    { encoding: 'br', bytes: brotli },
  ];
}

/** A piece of a file, which is compressed by itself. */
export interface FilePiece {
  bytes: Uint8Array;
  isLast: boolean;
}

/** A fast compression, for files: the best one would take longer than the upload. Pieces are joined by `gzipOf`. */
export function deflatePiece({ bytes, isLast }: FilePiece): Uint8Array {
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_FULL_FLUSH;
  return deflateRawSync(bytes, { level: 4, finishFlush });
}

/** A gzip header without a name and a time (RFC 1952), for an unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * One gzip file of pieces that are compressed one after the other, so that each is a short piece of work.
 * @param deflate compresses a piece, as `deflatePiece` does
 */
export async function* gzipOf(
  pieces: AsyncIterable<Uint8Array>,
  deflate: (piece: FilePiece) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield header;
  let checksum = 0;
  let size = 0;
  for await (const bytes of pieces) {
    checksum = crc32(bytes, checksum);
    size += bytes.length;
    yield await deflate({ bytes, isLast: false });
  }
  yield await deflate({ bytes: new Uint8Array(), isLast: true });
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  yield trailer;
}
