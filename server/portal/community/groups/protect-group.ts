import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { updateGroup } from '../group-store.ts';

/** `community/groups/{id}/protect`: the group cannot be deleted until `unprotect`. */
export const protectGroup: Operation = setProtected(true);
export const unprotectGroup: Operation = setProtected(false);

function setProtected(isProtected: boolean): Operation {
  return async ({ context, caller, path }) => {
    const { group } = await loadGroup(context, caller, path['id'] ?? '', 'delete');
    await inTransaction(context.database, async (transaction) => {
      await updateGroup(transaction, group, { protected: isProtected });
      const act = {
        act: 'group.changed',
        subject: group.id,
        orgId: group.org_id,
        detail: { title: group.title, changed: ['protected'] },
      };
      await recordPortalAct(transaction, requireMember(caller).username, act, context.now());
    });
    return { success: true, groupId: group.id };
  };
}
