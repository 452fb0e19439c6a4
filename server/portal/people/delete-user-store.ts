import type { Database } from '../../platform/database/connect.ts';

/** What a user owns and others may need; their hidden favourites group is deleted with them. */
export async function ownedBy(
  transaction: Database,
  username: string,
): Promise<{ items: string[]; groups: string[] }> {
  // Locked: nothing can be created for this user until the transaction ends.
  await transaction
    .selectFrom('portal_user')
    .select('username')
    .where('username', '=', username)
    .forUpdate()
    .execute();
  const items = await transaction
    .selectFrom('portal_item')
    .select('id')
    .where('owner', '=', username)
    .execute();
  const groups = await transaction
    .selectFrom('portal_group')
    .select('id')
    .where('owner', '=', username)
    .where('is_fav', '=', false)
    .execute();
  return { items: items.map(({ id }) => id), groups: groups.map(({ id }) => id) };
}

/** Deletes a user who owns nothing, with everything that depends on them; the name stays reserved. */
export async function removeUser(transaction: Database, username: string, now: number): Promise<void> {
  // Files have no foreign key.
  await transaction
    .deleteFrom('portal_file')
    .where('owner_kind', '=', 'user')
    .where('owner_id', '=', username)
    .execute();
  await transaction
    .deleteFrom('portal_group')
    .where('owner', '=', username)
    .where('is_fav', '=', true)
    .execute();
  await transaction.deleteFrom('portal_user').where('username', '=', username).execute();
  await transaction.insertInto('portal_former_user').values({ username, deleted_at: now }).execute();
}
