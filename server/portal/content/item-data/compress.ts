import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PortalDataEncoding } from '../../../platform/database/tables/portal.ts';

/** One stored encoding of the same bytes. */
export interface Representation {
  encoding: PortalDataEncoding;
  bytes: Uint8Array;
}

const textTypes = /^(text\/|application\/([a-z.-]+\+)?(json|xml|javascript|x-ndjson)|image\/svg)/;
/** Smaller bodies fit one packet either way. */
const smallest = 1_000;
/** The best compression takes a second for each few megabytes; above this a faster one is used. */
const bestUpTo = 8_000_000;

export function isText(contentType: string): boolean {
  return textTypes.test(contentType);
}

/**
 * Bytes as stored: text is compressed once, when written, so that reading costs nothing. Brotli is for
 * browsers, gzip for other clients; what does not become smaller is stored uncompressed.
 */
export async function compress(contentType: string, bytes: Uint8Array): Promise<Representation[]> {
  const plain: Representation = { encoding: 'identity', bytes };
  if (bytes.length < smallest || !isText(contentType)) return [plain];
  const quality = bytes.length <= bestUpTo ? 9 : 5;
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(bytes, { level: 7 }),
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  ]);
  if (gzipped.length >= bytes.length) return [plain];
  return [
    { encoding: 'gzip', bytes: gzipped },
    { encoding: 'br', bytes: brotli },
  ];
}
