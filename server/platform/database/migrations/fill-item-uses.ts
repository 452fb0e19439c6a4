import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { type QueryExecutorProvider, sql } from 'kysely';
import { limits } from '../../../limits.ts';
import { usesOf } from '../../documents/item-uses.ts';

const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

interface DataRow {
  item: string;
  encoding: 'identity' | 'gzip' | 'br';
  version: string;
}

/** Reads what maps and applications use that were saved before uses were recorded. */
export async function fillItemUses(database: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<DataRow>`select distinct on (item_id) item_id as item, encoding, version
    from portal_item_data as data
    where content_type like 'application/json%' and size <= ${limits.itemTextBytes}
      and not exists (select from portal_item_use as known where known.item_id = data.item_id)
    order by item_id, encoding desc`.execute(database);
  for (const row of rows) {
    const targets = (await readUses(database, row)).filter((target) => target !== row.item);
    if (targets.length === 0) continue;
    await sql`insert into portal_item_use (item_id, target)
      select ${row.item}, unnest(cast(${targets} as text[]))`.execute(database);
  }
}

/** Data that are not JSON in spite of their type use nothing. */
async function readUses(database: QueryExecutorProvider, { version, encoding }: DataRow): Promise<string[]> {
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
