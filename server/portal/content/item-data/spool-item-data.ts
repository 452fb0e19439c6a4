import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Database } from '../../../platform/database/connect.ts';
import { findData, readParts } from './data-store.ts';

/** Writes the data of an item, as uploaded, to a file. @returns false when it has none */
export async function spoolItemData(database: Database, itemId: string, file: string): Promise<boolean> {
  const rows = await findData(database, itemId);
  const row =
    rows.find(({ encoding }) => encoding === 'identity') ?? rows.find(({ encoding }) => encoding === 'gzip');
  if (!row) return false;
  const bytes = Readable.from(readParts(database, row), { objectMode: false });
  const target = createWriteStream(file, { mode: 0o600 });
  if (row.encoding === 'gzip') await pipeline(bytes, createGunzip(), target);
  else await pipeline(bytes, target);
  return true;
}
