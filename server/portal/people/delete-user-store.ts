import type { Database } from '../../platform/database/connect.ts';

/** What a person owns and others may need; their hidden favourites group goes with them. */
export async function ownedBy(
  transaction: Database,
  username: string,
): Promise<{ items: string[]; groups: string[] }> {
  // Locked: nothing more can be made in this name until the transaction ends.
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

/** Removes a person who owns nothing, with all that hangs on them; the name is kept, so that nobody else gets it. */
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
