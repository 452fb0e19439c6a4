import type { Database } from '../../../platform/database/connect.ts';

/** The ids that are still groups of the organisation. */
export async function existingGroups(
  database: Database,
  orgId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('portal_group')
    .select('id')
    .where('id', 'in', [...ids])
    .where('org_id', '=', orgId)
    .execute();
  return rows.map(({ id }) => id);
}
