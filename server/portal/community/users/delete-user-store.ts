import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { lockUserAndReferences } from '../user-store.ts';
import { endSessionsOf } from '../../identity/token-store.ts';
import { cancelJobsOf } from '../../content/publishing/job-store.ts';
import { deleteRatingsOf } from '../../content/ratings/rating-store.ts';

/**
 * Locks a user about to be deleted, so that nothing can be stored for them until the transaction ends, and those whose rows the
 * deletion needs as well. All in the order of their names, in which `lockWithAdministrators` takes them, and each as strongly as it
 * will be needed: who holds a weaker lock and asks for a stronger one waits for what is being stored for the user, which may
 * itself wait for the weaker lock.
 * @param others the administrators of the organisation, and who gets what the user owns
 */
export async function lockForRemoval(
  transaction: Database,
  username: string,
  others: readonly string[],
): Promise<void> {
  const rows = (compared: '<' | '>') =>
    transaction
      .selectFrom('portal_user')
      .select('username')
      .where('username', '=', sql<string>`any(${[...others]}::text[])`)
      .where('username', compared, username)
      .orderBy('username')
      .forNoKeyUpdate()
      .execute();
  await rows('<');
  await lockUserAndReferences(transaction, username);
  await rows('>');
}

/** What a user owns and others may need; their hidden favourites group is deleted with them. */
export async function ownedBy(
  transaction: Database,
  username: string,
): Promise<{ items: string[]; groups: string[] }> {
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
  await deleteRatingsOf(transaction, username);
  await endSessionsOf(transaction, username);
  await cancelJobsOf(transaction, username);
  await transaction.deleteFrom('portal_user').where('username', '=', username).execute();
  await transaction.insertInto('portal_former_user').values({ username, deleted_at: now }).execute();
}
