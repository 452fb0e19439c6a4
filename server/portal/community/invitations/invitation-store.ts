import { type Expression, type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { limits } from '../../../limits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteSomeExpired } from '../../../platform/database/expired-rows-store.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { PortalTables } from '../../../platform/database/tables/portal.ts';

export type InvitationRow = Selectable<PortalTables['portal_invitation']>;

/** Stores invitations; a new one replaces an older one to the same user. Expired ones are deleted. */
export async function saveInvitations(
  database: Database,
  invitations: readonly InvitationRow[],
  now: number,
): Promise<void> {
  await deleteSomeExpired(database, 'portal_invitation', sql`expires_at <= ${now}`);
  if (invitations.length === 0) return;
  const column = <Name extends keyof InvitationRow>(name: Name) => invitations.map((row) => row[name]);
  // One parameter a column, however many invitations: a statement has places for 65,535.
  await sql`
    insert into portal_invitation
      (id, group_id, username, member_type, invited_by, created_at, expires_at, administers)
    select id, group_id, username, member_type, invited_by, created_at, expires_at,
      array(select jsonb_array_elements_text(administers::jsonb))
    from unnest(
      ${column('id')}::text[], ${column('group_id')}::text[], ${column('username')}::text[],
      ${column('member_type')}::text[], ${column('invited_by')}::text[], ${column('created_at')}::bigint[],
      ${column('expires_at')}::bigint[],
      ${column('administers').map((names) => JSON.stringify(names))}::text[])
      as given (id, group_id, username, member_type, invited_by, created_at, expires_at, administers)
    on conflict (group_id, username) do update set
      id = excluded.id, member_type = excluded.member_type, invited_by = excluded.invited_by,
      created_at = excluded.created_at, expires_at = excluded.expires_at,
      administers = excluded.administers`.execute(database);
}

/**
 * Whether an invitation is valid and its author may still invite: manages the group, in a role that may, or is an administrator
 * of its organisation, and is enabled. It becomes invalid with that right, and valid again with it.
 */
function isOpen(eb: ExpressionBuilder<Tables, 'portal_invitation'>, now: number): Expression<SqlBool> {
  const inviter = eb
    .selectFrom('portal_user')
    .leftJoin('portal_role', 'portal_role.id', 'portal_user.role_id')
    .select('portal_user.username')
    .whereRef('portal_user.username', '=', 'portal_invitation.invited_by')
    .where('portal_user.disabled', '=', false)
    .where(({ and, or, exists, selectFrom, eb: inner }) =>
      or([
        and([
          inner('portal_user.role', '=', 'org_admin'),
          exists(
            selectFrom('portal_group')
              .select('portal_group.id')
              .whereRef('portal_group.id', '=', 'portal_invitation.group_id')
              .whereRef('portal_group.org_id', '=', 'portal_user.org_id'),
          ),
        ]),
        and([
          or([
            inner('portal_user.role_id', 'is', null),
            sql<boolean>`'portal:user:createGroup' = any(portal_role.privileges)`,
          ]),
          exists(
            selectFrom('portal_group_member')
              .select('portal_group_member.username')
              .whereRef('portal_group_member.group_id', '=', 'portal_invitation.group_id')
              .whereRef('portal_group_member.username', '=', 'portal_user.username')
              .where('portal_group_member.member_type', 'in', ['owner', 'admin']),
          ),
        ]),
      ]),
    );
  return eb.and([eb('portal_invitation.expires_at', '>', now), eb.exists(inviter)]);
}

/** The newest open invitations to a group. */
export async function listInvitationsTo(
  database: Database,
  groupId: string,
  now: number,
  max: number = limits.listedInvitations,
): Promise<InvitationRow[]> {
  return database
    .selectFrom('portal_invitation')
    .selectAll()
    .where('group_id', '=', groupId)
    .where((eb) => isOpen(eb, now))
    .orderBy('created_at', 'desc')
    .limit(max)
    .execute();
}

/** Revokes an invitation to a group, open or not. */
export async function revokeInvitation(
  database: Database,
  groupId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  return database
    .deleteFrom('portal_invitation')
    .where('id', '=', id)
    .where('group_id', '=', groupId)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Ends the invitations of users to a group whose membership a manager changes: accepting one later would undo the change. Call it before
 * anything is locked: an acceptance under way holds the invitation and then locks the user and the group.
 * @returns who was invited
 */
export async function endInvitations(
  transaction: Database,
  groupId: string,
  usernames: readonly string[],
): Promise<string[]> {
  const rows = await transaction
    .deleteFrom('portal_invitation')
    .where('group_id', '=', groupId)
    .where('username', '=', sql<string>`any(${[...usernames]}::text[])`)
    .returning('username')
    .execute();
  return rows.map(({ username }) => username);
}

/** A user's newest open invitations with the titles of the groups. */
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
    .where((eb) => isOpen(eb, now))
    .orderBy('portal_invitation.created_at', 'desc')
    .limit(limits.listedInvitations)
    .execute();
}

/** Removes an open invitation, so that it is answered once. */
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
    .where((eb) => isOpen(eb, now))
    .returningAll()
    .executeTakeFirst();
}
