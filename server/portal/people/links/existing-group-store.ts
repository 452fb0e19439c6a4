import type { Database } from '../../../database/connect.ts';

/** Those of the ids that are groups still. */
export async function existingGroups(database: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('portal_group')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ id }) => id);
}
