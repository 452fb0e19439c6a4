import type { Selectable } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import type { PortalTables } from '../../../database/tables/portal.ts';

export type InvitationRow = Selectable<PortalTables['portal_invitation']>;

/** Keeps invitations; a new one takes the place of an older one to the same person. Those that have expired are cleared. */
export async function saveInvitations(
  database: Database,
  invitations: readonly InvitationRow[],
  now: number,
): Promise<void> {
  await database.deleteFrom('portal_invitation').where('expires_at', '<=', now).execute();
  if (invitations.length === 0) return;
  await database
    .insertInto('portal_invitation')
    .values([...invitations])
    .onConflict((conflict) =>
      conflict.columns(['group_id', 'username']).doUpdateSet((eb) => ({
        id: eb.ref('excluded.id'),
        member_type: eb.ref('excluded.member_type'),
        invited_by: eb.ref('excluded.invited_by'),
        created_at: eb.ref('excluded.created_at'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .execute();
}

/** A person's open invitations with the titles of the groups, the newest first. */
export async function listInvitations(
  database: Database,
  username: string,
  now: number,
): Promise<(InvitationRow & { title: string })[]> {
  return database
    .selectFrom('portal_invitation')
    .innerJoin('portal_group', 'portal_group.id', 'group_id')
    .selectAll('portal_invitation')
    .select('portal_group.title')
    .where('username', '=', username)
    .where('expires_at', '>', now)
    .orderBy('portal_invitation.created_at', 'desc')
    .execute();
}

/** Takes an open invitation away, so that it is answered once. */
export async function takeInvitation(
  database: Database,
  id: string,
  username: string,
  now: number,
): Promise<InvitationRow | undefined> {
  return database
    .deleteFrom('portal_invitation')
    .where('id', '=', id)
    .where('username', '=', username)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}
