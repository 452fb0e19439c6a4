import { refusal } from '../../../../wire/refusals.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { addMembers, setMemberType } from '../member-store.ts';
import { loadOwnUser } from '../users/load-user.ts';
import { listInvitations, takeInvitation } from './invitation-store.ts';

/** `community/users/{user}/invitations`: one's own open invitations. */
export const getInvitations: Operation = async (call) => {
  const { context } = call;
  const { username } = await loadOwnUser(call);
  const rows = await listInvitations(context.database, username, context.now());
  return {
    userInvitations: rows.map((row) => ({
      id: row.id,
      targetType: 'group',
      targetId: row.group_id,
      groupName: row.title,
      username: row.username,
      fromUsername: row.invited_by,
      role: row.member_type === 'admin' ? 'group_admin' : 'group_member',
      received: row.created_at,
      expiration: row.expires_at,
      mustApprove: false,
    })),
  };
};

/** `…/invitations/{invitation}/accept`: into the group; who came in meanwhile is raised to what the invitation says. */
export const acceptInvitation: Operation = async (call) => {
  const { context } = call;
  const { id, group_id: groupId, username, member_type: memberType } = await take(call);
  await addMembers(context.database, groupId, [{ username, memberType }], context.now());
  if (memberType === 'admin') await setMemberType(context.database, groupId, [username], 'admin');
  return { success: true, id, groupId };
};

/** `…/invitations/{invitation}/decline`. */
export const declineInvitation: Operation = async (call) => {
  const invitation = await take(call);
  return { success: true, id: invitation.id, groupId: invitation.group_id };
};

async function take(call: PortalCall) {
  const { context, path } = call;
  const { username } = await loadOwnUser(call);
  const invitation = await takeInvitation(
    context.database,
    path['invitation'] ?? '',
    username,
    context.now(),
  );
  if (!invitation) {
    throw refusal(
      'portal:invitation-not-found',
      'This invitation is gone or has expired.',
      'invitation-gone',
      {},
    );
  }
  return invitation;
}
