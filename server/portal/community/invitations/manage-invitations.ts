import { refusal } from '../../../../wire/refusals.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { presentInvitation } from './answer-invitation.ts';
import { listInvitationsTo, revokeInvitation } from './invitation-store.ts';

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
    if (!revoked) {
      throw refusal(
        'portal:invitation-not-found',
        'This invitation is gone or has expired.',
        'invitation-gone',
        {},
      );
    }
    const detail = { title: group.title, people: [revoked.username] };
    const act = { act: 'group.invitation-revoked', subject: group.id, detail };
    await recordPortalAct(transaction, requireMember(caller).username, act, context.now());
    return { success: true, id: revoked.id, groupId: group.id };
  });
};
