import { refusal } from '../../../../wire/refusals.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { areTogether } from '../../organisation/partnerships/partnership-store.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { findGroup } from '../group-store.ts';
import { addMembers, setMemberType } from '../member-store.ts';
import { loadOwnUser } from '../users/load-user.ts';
import { type InvitationRow, listInvitations, takeInvitation } from './invitation-store.ts';

/** An invitation in responses, as read by the invited user and the group managers. */
export function presentInvitation(row: InvitationRow, groupName: string) {
  return {
    id: row.id,
    targetType: 'group',
    targetId: row.group_id,
    groupName,
    username: row.username,
    fromUsername: row.invited_by,
    role: row.member_type === 'admin' ? 'group_admin' : 'group_member',
    received: row.created_at,
    expiration: row.expires_at,
  };
}

/** `community/users/{user}/invitations`: the user's own open invitations. */
export const getInvitations: Operation = async (call) => {
  const { context } = call;
  const { username } = await loadOwnUser(call);
  const rows = await listInvitations(context.database, username, context.now());
  return {
    userInvitations: rows.map((row) => ({ ...presentInvitation(row, row.title), mustApprove: false })),
  };
};

/**
 * `…/invitations/{invitation}/accept`: joins the group; a user who joined meanwhile gets the role of the
 * invitation.
 */
export const acceptInvitation: Operation = async (call) => {
  const { context, caller } = call;
  const { orgId } = requireMember(caller);
  return inTransaction(context.database, async (database) => {
    const { id, group_id: groupId, username, ...taken } = await take(call, database);
    const { member_type: memberType, invited_by: invitedBy } = taken;
    const host = await organisationOf(database, groupId);
    // The partnership may have ended while the invitation was written.
    if (host === undefined || !(await areTogether(database, host, orgId))) throw invitationGone();
    await addMembers(database, groupId, [{ username, memberType }], context.now());
    if (memberType === 'admin') await setMemberType(database, groupId, [username], 'admin');
    await note(call, database, 'group.invitation-accepted', { groupId, username, invitedBy });
    return { success: true, id, groupId };
  });
};

/** `…/invitations/{invitation}/decline`. */
export const declineInvitation: Operation = async (call) => {
  return inTransaction(call.context.database, async (database) => {
    const { id, group_id: groupId, username, invited_by: invitedBy } = await take(call, database);
    await note(call, database, 'group.invitation-declined', { groupId, username, invitedBy });
    return { success: true, id, groupId };
  });
};

async function note(
  { caller, context }: PortalCall,
  database: Database,
  act: string,
  { groupId, username, invitedBy }: { groupId: string; username: string; invitedBy: string },
): Promise<void> {
  const detail = { people: [username], from: invitedBy };
  const host = await organisationOf(database, groupId);
  // Logged for the organisation of the group, whoever was invited.
  const line = { act, subject: groupId, ...(host !== undefined && { orgId: host }), detail };
  await recordPortalAct(database, requireMember(caller).username, line, context.now());
}

async function organisationOf(database: Database, groupId: string): Promise<string | undefined> {
  return (await findGroup(database, groupId, undefined))?.group.org_id;
}

async function take(call: PortalCall, database: Database) {
  const { context, path } = call;
  const { username } = await loadOwnUser(call);
  const invitation = await takeInvitation(database, path['invitation'] ?? '', username, context.now());
  if (!invitation) throw invitationGone();
  return invitation;
}

function invitationGone() {
  return refusal(
    'portal:invitation-not-found',
    'This invitation is gone or has expired.',
    'invitation-gone',
    {},
  );
}
