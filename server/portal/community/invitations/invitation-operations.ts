import { z } from 'zod';
import { minutes, readOperation, userList } from '../../../platform/arcgis/schema.ts';
import { refusal } from '../../../../wire/refusals.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { limits } from '../../../limits.ts';
import { loadGroup } from '../../access/load-group.ts';
import { requireRecentSignInFor } from '../../access/recent-sign-in.ts';
import type { Caller } from '../../caller.ts';
import { randomId } from '../../identity/random-token.ts';
import { clamp } from '../../identity/sessions.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { requireRoomFor } from '../groups-of-user-store.ts';
import { addMembers, findMembers, setMemberType } from '../member-store.ts';
import { notify } from '../notifications/notification-store.ts';
import { findUser, findUsernames } from '../user-store.ts';
import { holdPartnersOf, partnersOf } from '../../organisation/partnerships/partnership-store.ts';
import {
  type InvitationRow,
  listInvitations,
  listInvitationsTo,
  revokeInvitation,
  saveInvitations,
  takeInvitation,
} from './invitation-store.ts';
import { findGroup } from '../group-store.ts';
import { findAdministeredLater, invitedBefore } from '../users/keep-an-administrator.ts';
import { loadOwnUser } from '../users/load-user.ts';

const schema = z.object({
  users: userList,
  role: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['group_member', 'group_admin'], 'Specify group_member or group_admin.'))
    .optional(),
  expiration: minutes,
});

/**
 * `community/groups/{id}/invite` `users`, `role`, `expiration` (minutes): users accept or decline it
 * themselves. Returns names that are unknown, or in the group already.
 */
export const inviteToGroup: Operation = async ({ context, caller, path, parameters }) => {
  const { username: invitedBy } = requireMember(caller);
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const administers = await requireRecentSignInFor(group.id, { context, caller });
  const now = context.now();
  const { users, role, expiration } = readOperation(schema, parameters);
  const people = await findInvitable(context.database, caller, group.org_id, users);
  const inside = new Set(await findMembers(context.database, group.id, people));
  const invited = people.filter((username) => !inside.has(username));
  if (people.length === 0) {
    const [name = ''] = users;
    throw refusal(
      'portal:user-not-found',
      'Name at least one member of this organisation, or of a partner organisation, in users.',
      'nobody-to-invite',
      { name },
    );
  }
  const invitations = invited.map((username) => ({
    id: randomId(),
    group_id: group.id,
    username,
    member_type: role === 'group_admin' ? ('admin' as const) : ('member' as const),
    invited_by: invitedBy,
    created_at: now,
    expires_at: now + clamp(expiration, limits.invitationMinutes) * 60_000,
    administers,
  }));
  await inTransaction(context.database, async (transaction) => {
    await saveInvitations(transaction, invitations, now);
    if (invited.length === 0) return;
    const detail = { title: group.title, people: invited };
    const act = { act: 'group.members-invited', subject: group.id, orgId: group.org_id, detail };
    await recordPortalAct(transaction, invitedBy, act, now);
    const data = { ...ofGroup(group), fromUsername: invitedBy };
    await notify(transaction, invited, { type: 'user_invite', data }, now);
  });
  const known = new Set(invited.map((username) => username.toLowerCase()));
  const notInvited = users.filter((name) => !known.has(name.toLowerCase()));
  return { success: true, ...(notInvited.length > 0 && { notInvited }) };
};

/**
 * Members visible to the caller; of partner organisations users without a private profile, whose names must
 * be known, as they are not listed.
 */
async function findInvitable(
  database: Database,
  caller: Caller,
  orgId: string,
  names: readonly string[],
): Promise<string[]> {
  const members = await findUsernames(database, names, { caller, orgIds: [orgId] });
  const partners = await partnersOf(database, orgId);
  return [...members, ...(await findUsernames(database, names, { orgIds: partners, shown: true }))];
}

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

/** `community/users/{user}/invitations/{invitation}`. */
export const getInvitation: Operation = async (call) => {
  const { context, path } = call;
  const { username } = await loadOwnUser(call);
  const rows = await listInvitations(context.database, username, context.now());
  const row = rows.find(({ id }) => id === path['invitation']);
  if (!row) throw invitationGone();
  return { ...presentInvitation(row, row.title), mustApprove: false };
};

/**
 * `…/invitations/{invitation}/accept`: joins the group; a user who joined meanwhile gets the role of the
 * invitation. One that was made before the group administered an organisation ends instead.
 */
export const acceptInvitation: Operation = async (call) => {
  const { context, caller } = call;
  const { orgId } = requireMember(caller);
  const { later, ...response } = await inTransaction(context.database, async (database) => {
    const { id, group_id: groupId, username, ...taken } = await take(call, database);
    const { member_type: memberType, invited_by: invitedBy, administers } = taken;
    const administered = await findAdministeredLater(context, [groupId], administers);
    if (administered) {
      await note(call, database, 'group.invitation-ended', { groupId, username, invitedBy });
      return { later: administered };
    }
    const host = await organisationOf(database, groupId);
    // The partnership may have ended while the invitation was written, and does not end before the user is stored in the group.
    const partners = await holdPartnersOf(database, orgId);
    if (host === undefined || (host !== orgId && !partners.includes(host))) throw invitationGone();
    await requireRoomFor(database, username, [groupId]);
    await addMembers(database, groupId, [{ username, memberType }], context.now());
    if (memberType === 'admin') await setMemberType(database, groupId, [username], 'admin');
    await note(call, database, 'group.invitation-accepted', { groupId, username, invitedBy });
    await notifyInviter(call, database, 'user_invitation_accepted', { groupId, username, invitedBy });
    return { success: true, id, groupId, later: undefined };
  });
  // Not within the transaction, which ends the invitation.
  if (later) throw invitedBefore(later);
  return response;
};

/** `…/invitations/{invitation}/decline`. */
export const declineInvitation: Operation = async (call) => {
  return inTransaction(call.context.database, async (database) => {
    const { id, group_id: groupId, username, invited_by: invitedBy } = await take(call, database);
    await note(call, database, 'group.invitation-declined', { groupId, username, invitedBy });
    await notifyInviter(call, database, 'user_invitation_declined', { groupId, username, invitedBy });
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
  // The entry belongs to the group's organisation, not to the invited user's.
  const line = { act, subject: groupId, ...(host !== undefined && { orgId: host }), detail };
  await recordPortalAct(database, requireMember(caller).username, line, context.now());
}

async function notifyInviter(
  { context }: PortalCall,
  database: Database,
  type: 'user_invitation_accepted' | 'user_invitation_declined',
  { groupId, username, invitedBy }: { groupId: string; username: string; invitedBy: string },
): Promise<void> {
  const found = await findGroup(database, groupId, undefined);
  if (!found || !(await findUser(database, invitedBy))) return;
  await notify(database, [invitedBy], { type, data: { ...ofGroup(found.group), username } }, context.now());
}

function ofGroup({ id, title }: { id: string; title: string }) {
  return { groupId: id, groupTitle: title };
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

/** `community/groups/{id}/invitations`: open invitations, for group managers. */
export const listGroupInvitations: Operation = async ({ context, caller, path }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const rows = await listInvitationsTo(context.database, group.id, context.now());
  return {
    groupInvitations: rows.map((row) => presentInvitation(row, group.title)),
  };
};

/** `community/groups/{id}/invitations/{invitation}/delete`: revokes an invitation. */
export const deleteGroupInvitation: Operation = async ({ context, caller, path }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  return inTransaction(context.database, async (transaction) => {
    const revoked = await revokeInvitation(transaction, group.id, path['invitation'] ?? '');
    if (!revoked) throw invitationGone();
    const detail = { title: group.title, people: [revoked.username] };
    const act = { act: 'group.invitation-revoked', subject: group.id, orgId: group.org_id, detail };
    await recordPortalAct(transaction, requireMember(caller).username, act, context.now());
    return { success: true, id: revoked.id, groupId: group.id };
  });
};
