import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Database } from '../../../platform/database/connect.ts';
import { randomId } from '../../identity/random-token.ts';
import { compress, isText, replaceData, replaceDataByStream } from './data-store.ts';

/** Data of an item: in memory, or a file on disk. */
export type ItemData =
  | {
      /** Media type, such as `application/json`. */
      contentType: string;
      bytes: Uint8Array;
    }
  | { contentType: string; place: string; size: number };

/** Larger files are streamed into the database instead of being held in memory. */
const inMemoryUpTo = 16_000_000;

/** Sets the data of an item, replacing any existing data. Also for demo content: the caller authorises. */
export async function setItemData(database: Database, itemId: string, data: ItemData): Promise<void> {
  const { contentType } = data;
  const version = randomId();
  if ('place' in data && data.size > inMemoryUpTo) {
    const text = isText(contentType);
    const chunks = text ? packed(createReadStream(data.place)) : createReadStream(data.place);
    const encoding = text ? 'gzip' : 'identity';
    await replaceDataByStream(database, itemId, { version, contentType, size: data.size, encoding, chunks });
    return;
  }
  const bytes = 'place' in data ? await readFile(data.place) : data.bytes;
  const representations = await compress(contentType, bytes);
  await replaceData(database, itemId, { version, contentType, size: bytes.length, representations });
}

/** A fast compression: the best one would take longer than the upload. */
function packed(source: Readable): Readable {
  // An error destroys the compressor, which reports it to its reader.
  return pipeline(source, createGzip({ level: 4 }), () => {});
}
