import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { gzipOf } from '../../../platform/documents/compress-document.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { randomId } from '../../identity/random-token.ts';
import type { PortalContext } from '../../operation.ts';
import { inParts, replaceData, replaceDataByStream, type Representation } from './data-store.ts';

/** Data of an item: in memory, or a file on disk. */
export type ItemData =
  | {
      /** Media type, such as `application/json`. */
      contentType: string;
      bytes: Uint8Array;
    }
  | { contentType: string; place: string; size: number };

/** Data as they are stored; `size` is that before compression. */
export type PreparedData =
  | { contentType: string; size: number; representations: readonly Representation[] }
  | {
      contentType: string;
      size: number;
      encoding: 'gzip' | 'identity';
      /** The file with the bytes in this encoding. */
      place: string;
    };

/** Larger files are streamed into the database instead of being held in memory. */
const inMemoryUpTo = 16_000_000;

const textTypes = /^(text\/|application\/([a-z.-]+\+)?(json|xml|javascript|x-ndjson)|image\/svg)/;
/** Smaller bodies fit one packet either way. */
const smallest = 1_000;

export function isText(contentType: string): boolean {
  return textTypes.test(contentType);
}

/**
 * Compresses data in the threads of large documents, then runs `use`, whose transaction holds neither a connection nor the item's
 * row meanwhile. A client that leaves ends the compression.
 */
export async function withPreparedData<Given extends ItemData | undefined, Result>(
  documents: PortalContext['documents'],
  data: Given,
  use: (prepared: Given extends ItemData ? PreparedData : undefined) => Promise<Result>,
): Promise<Result> {
  const prepared = data && (await prepare(documents, data));
  try {
    return await use(prepared as never);
  } finally {
    if (prepared && 'place' in prepared && data && 'place' in data && prepared.place !== data.place)
      await rm(prepared.place, { force: true });
  }
}

async function prepare(documents: PortalContext['documents'], data: ItemData): Promise<PreparedData> {
  const { contentType } = data;
  if ('place' in data && data.size > inMemoryUpTo) {
    const { size, place } = data;
    if (!isText(contentType)) return { contentType, size, encoding: 'identity', place };
    return { contentType, size, encoding: 'gzip', place: await packFile(documents, place) };
  }
  const bytes = 'place' in data ? await readFile(data.place) : data.bytes;
  const representations = await represent(documents, contentType, bytes);
  return { contentType, size: bytes.length, representations };
}

/** Bytes as stored: text is compressed once, when written, so that reading costs nothing; the rest as it is. */
export async function represent(
  documents: PortalContext['documents'],
  contentType: string,
  bytes: Uint8Array,
): Promise<Representation[]> {
  const compressed = bytes.length < smallest || !isText(contentType) ? [] : await documents.compress(bytes);
  return compressed.length > 0 ? compressed : [{ encoding: 'identity', bytes }];
}

async function packFile(documents: PortalContext['documents'], place: string): Promise<string> {
  const packed = `${place}.gz`;
  try {
    const pieces = gzipOf(inParts(createReadStream(place)), (piece) => documents.deflate(piece));
    await pipeline(pieces, createWriteStream(packed, { mode: 0o600 }));
  } catch (error) {
    await rm(packed, { force: true });
    throw error;
  }
  return packed;
}

/** Sets the data of an item, replacing any existing data. The caller authorises, and prepares the data before its transaction. */
export async function setItemData(database: Database, itemId: string, data: PreparedData): Promise<void> {
  const version = randomId();
  if (!('place' in data)) {
    await replaceData(database, itemId, { version, ...data });
    return;
  }
  const { contentType, size, encoding, place } = data;
  const chunks = createReadStream(place);
  await replaceDataByStream(database, itemId, { version, contentType, size, encoding, chunks });
}
