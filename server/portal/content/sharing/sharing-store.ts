import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { PortalItemAccess } from '../../../platform/database/tables/portal.ts';

/** Adds the item to groups; in favourites it is only marked. */
export async function shareWithGroups(
  database: Database,
  itemId: string,
  groupIds: readonly string[],
): Promise<void> {
  if (groupIds.length === 0) return;
  await database
    .insertInto('portal_item_group')
    .columns(['item_id', 'group_id', 'favourite'])
    .expression((eb) =>
      eb
        .selectFrom('portal_group')
        .select([eb.val(itemId).as('item_id'), 'id', 'is_fav'])
        .where('id', 'in', [...groupIds]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The groups that have the item, including favourites. */
export async function groupsWith(
  database: Database,
  itemId: string,
  groupIds: readonly string[],
): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const rows = await database
    .selectFrom('portal_item_group')
    .select('group_id')
    .where('item_id', '=', itemId)
    .where('group_id', 'in', [...groupIds])
    .execute();
  return rows.map(({ group_id }) => group_id);
}

/** @returns those of the groups that had the item, without favourites, which it was not shared with */
export async function unshareFromGroups(
  database: Database,
  itemId: string,
  groupIds: readonly string[],
): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const rows = await database
    .deleteFrom('portal_item_group')
    .where('item_id', '=', itemId)
    .where('group_id', 'in', [...groupIds])
    .returning(['group_id', 'favourite'])
    .execute();
  return rows.filter(({ favourite }) => !favourite).map(({ group_id }) => group_id);
}

/** Removes the items that these users own from a group. */
export async function unshareItemsOf(
  database: Database,
  groupId: string,
  usernames: readonly string[],
): Promise<void> {
  if (usernames.length === 0) return;
  await database
    .deleteFrom('portal_item_group')
    .where('group_id', '=', groupId)
    .where('item_id', 'in', (eb) =>
      eb
        .selectFrom('portal_item')
        .select('id')
        .where('owner', '=', sql<string>`any(${[...usernames]}::text[])`),
    )
    .execute();
}

/** Removes the item from every group; other users' favourites are kept. */
export async function unshareFromAll(database: Database, itemId: string): Promise<void> {
  await database
    .deleteFrom('portal_item_group')
    .where('item_id', '=', itemId)
    .where('favourite', '=', false)
    .execute();
}

export async function setAccess(database: Database, itemId: string, access: PortalItemAccess): Promise<void> {
  await database.updateTable('portal_item').set({ access }).where('id', '=', itemId).execute();
}
