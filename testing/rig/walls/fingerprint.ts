import { sql } from 'kysely';
import type { Database } from '../../../server/platform/database/connect.ts';
import type { Places } from './two-organisations.ts';

/** Columns that change on reading, and tables of visitor counts. */
const ignored = ['num_views', 'used_at', 'last_sign_in_at', 'claimed_until'];
const counting = new Set([
  'portal_item_view',
  'counted_try',
  'portal_partnership',
  'usage_person',
  'usage_key',
]);

/**
 * Every row of every table that belongs to the organisation or names something of it, whatever tables exist:
 * two fingerprints are equal when nothing of it was changed.
 * @param things content of the organisation
 * @param marker text in all private content
 */
export async function fingerprint(
  database: Database,
  things: readonly Places[],
  marker: string,
): Promise<string[]> {
  const values = new Set(
    things.flatMap((places) => Object.values(places)).filter((value) => value.length > 3),
  );
  const own = [...values, 'city', 'grace', 'ada', 'pia', marker].map((value) => `"${value}"`);
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'hosted') order by 1`.execute(database);
  const rows: string[] = [];
  for (const { name } of tables.rows) {
    if (counting.has(name.replace('public.', ''))) continue;
    const found = await sql<{ row: string }>`
      select (to_jsonb(t) - ${ignored}::text[])::text as row from ${sql.raw(name)} t`.execute(database);
    const ours = name.startsWith('hosted.');
    rows.push(
      ...found.rows
        .map(({ row }) => row)
        .filter((row) => ours || row.includes(marker) || own.some((value) => row.includes(value)))
        // Offers and failed sign-ins are meant for the other organisation's administrators.
        .filter((row) => !/"act": "(partner\.|person\.sign-in-failed)|"kind": "maps"/.test(row))
        .map((row) => `${name} ${row}`),
    );
  }
  return rows.toSorted();
}
