import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { lockUserAndReferences } from '../community/user-store.ts';
import { endTokensOfApps } from '../identity/apps/app-token-store.ts';
import { endSessionsOf } from '../identity/token-store.ts';

/**
 * Moves a user, with everything they own, to another organisation. They and their items leave the groups of others, and others
 * leave their groups with what they shared there, and are signed out of their applications.
 */
export async function moveUser(database: Database, username: string, orgId: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    // What is being stored for the user would stay behind.
    await lockUserAndReferences(transaction, username);
    // Before their items, as changes of an application lock these.
    await moveApps(transaction, username, orgId);
    await transaction
      .updateTable('portal_user')
      // A role that the previous organisation defined stays behind.
      .set({ org_id: orgId, role_id: null })
      .where('username', '=', username)
      .execute();
    for (const table of ['portal_group_member', 'portal_invitation'])
      await sql`delete from ${sql.table(table)} as guest using portal_group as host, portal_user as person
        where host.id = guest.group_id and person.username = guest.username and host.org_id <> person.org_id
          and (person.username = ${username} or host.owner = ${username})`.execute(transaction);
    await sql`delete from portal_item_group as shared using portal_group as host, portal_item as item
      where host.id = shared.group_id and item.id = shared.item_id and host.org_id <> item.org_id
        and not shared.favourite and (item.owner = ${username} or host.owner = ${username})`.execute(
      transaction,
    );
    await endSessionsOf(transaction, username);
  });
}

/** An application signs in the users of its item's organisation; with the previous organisation, its registration would be deleted. */
async function moveApps(transaction: Database, username: string, orgId: string): Promise<void> {
  const apps = await transaction
    .selectFrom('portal_app')
    .innerJoin('portal_item', 'portal_item.id', 'portal_app.item_id')
    .select('client_id')
    .where('portal_item.owner', '=', username)
    .orderBy('client_id')
    .execute();
  if (apps.length === 0) return;
  await endTokensOfApps(transaction, apps);
  const ids = apps.map(({ client_id: id }) => id);
  await transaction.updateTable('portal_app').set({ org_id: orgId }).where('client_id', 'in', ids).execute();
}
