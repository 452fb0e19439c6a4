import { refusal } from '../../../../wire/refusals.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { deleteGroup } from '../group-store.ts';

/**
 * `community/groups/{id}/delete`: its items are kept but no longer shared with it. A protected group cannot
 * be deleted.
 */
export const deleteGroupOperation: Operation = async ({ context, caller, path }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'delete');
  if (group.protected) {
    throw refusal(
      'portal:group-protected',
      'This group is protected against deletion.',
      'protected-group',
      {},
    );
  }
  const [administered] = await context.administeredBy([group.id]);
  if (administered) {
    throw refusal(
      'portal:last-administrator',
      `This group is who administers ${administered.organisation}. Name another group in its settings first.`,
      'administers',
      { organisation: administered.organisation },
    );
  }
  await inTransaction(context.database, async (transaction) => {
    await deleteGroup(transaction, group.id);
    const actor = requireMember(caller).username;
    const act = {
      act: 'group.deleted',
      subject: group.id,
      orgId: group.org_id,
      detail: { title: group.title },
    };
    await recordPortalAct(transaction, actor, act, context.now());
  });
  return { success: true, groupId: group.id };
};
