import { MappingError } from '../../../../wire/errors.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { loadGroup } from '../../access/load-group.ts';
import { forbidden, requireMember } from '../../access/refusals.ts';
import type { Operation } from '../../operation.ts';
import { keepAdministratorsOf } from '../../people/keep-an-administrator.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { addMembers, removeMembers } from '../member-store.ts';

/**
 * `community/groups/{id}/join`: joins a visible group that is open to all. Existing members keep their role.
 */
export const joinGroup: Operation = async ({ context, caller, path }) => {
  const { username, orgId } = requireMember(caller);
  const { group, facts } = await loadGroup(context, caller, path['id'] ?? '', 'see');
  if (facts.membership === undefined) {
    // Users of a partner organisation join by invitation.
    if (group.is_invitation_only || group.is_fav || group.org_id !== orgId) throw forbidden();
    await inTransaction(context.database, async (transaction) => {
      await addMembers(transaction, group.id, [{ username, memberType: 'member' }], context.now());
      const act = { act: 'group.joined', subject: group.id, detail: { title: group.title } };
      await recordPortalAct(transaction, username, act, context.now());
    });
  }
  return { success: true, groupId: group.id };
};

/** `community/groups/{id}/leave`: refused to the owner, because a group has one. */
export const leaveGroup: Operation = async ({ context, caller, path }) => {
  const { username } = requireMember(caller);
  const { group, facts } = await loadGroup(context, caller, path['id'] ?? '', 'see');
  if (facts.membership === undefined || facts.membership === 'owner') {
    const message = facts.membership
      ? 'The owner cannot leave the group. Give it another owner first.'
      : 'You are not a member of this group.';
    throw new MappingError('portal:cannot-leave', message, { status: 400 });
  }
  await inTransaction(context.database, async (transaction) => {
    await keepAdministratorsOf(context, transaction, [group.id], [username]);
    await removeMembers(transaction, group.id, [username]);
    const act = { act: 'group.left', subject: group.id, orgId: group.org_id, detail: { title: group.title } };
    await recordPortalAct(transaction, username, act, context.now());
  });
  return { success: true, groupId: group.id };
};
