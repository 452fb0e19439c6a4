import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { limits } from '../../../limits.ts';

/** Milliseconds for which an answer is used: no portal grows to a million items meanwhile. */
const usedFor = 60_000;

const known = new WeakMap<Database, { count: number; until: number }>();

/** Whether the portal has at most `limits.searchSmallPortal` items, those of all organisations together. */
export async function hasFewItems(database: Database): Promise<boolean> {
  const before = known.get(database);
  if (before && before.until > performance.now()) return before.count <= limits.searchSmallPortal;
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from (select from portal_item limit ${limits.searchSmallPortal + 1}) as counted`.execute(database);
  const count = rows[0]?.count ?? 0;
  known.set(database, { count, until: performance.now() + usedFor });
  return count <= limits.searchSmallPortal;
}
