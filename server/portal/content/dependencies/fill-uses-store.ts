import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { sql } from 'kysely';
import { limits } from '../../../limits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { usesOf } from '../../../platform/documents/item-uses.ts';

const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

interface DataRow {
  item: string;
  encoding: 'identity' | 'gzip' | 'br';
  version: string;
}

/**
 * Reads what maps and applications use that were saved before uses were recorded: once, when nothing is recorded
 * yet. Safe in several processes at once.
 */
export async function fillUses(database: Database): Promise<void> {
  const known = await database.selectFrom('portal_item_use').select('item_id').limit(1).executeTakeFirst();
  if (known) return;
  const { rows } = await sql<DataRow>`select distinct on (item_id) item_id as item, encoding, version
    from portal_item_data where content_type like 'application/json%' and size <= ${limits.itemTextBytes}
    order by item_id, encoding desc`.execute(database);
  for (const row of rows) {
    const targets = (await readUses(database, row)).filter((target) => target !== row.item);
    if (targets.length === 0) continue;
    await database
      .insertInto('portal_item_use')
      .values(targets.map((target) => ({ item_id: row.item, target })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Data that are not JSON in spite of their type use nothing. */
async function readUses(database: Database, { version, encoding }: DataRow): Promise<string[]> {
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from portal_item_data_part
    where version = ${version} and encoding = ${encoding} order by part`.execute(database);
  const stored = Buffer.concat(rows.map(({ bytes }) => bytes));
  try {
    const options = { maxOutputLength: limits.itemTextBytes };
    const bytes = encoding === 'identity' ? stored : await decoders[encoding](stored, options);
    return usesOf(JSON.parse(bytes.toString('utf8')));
  } catch {
    return [];
  }
}
