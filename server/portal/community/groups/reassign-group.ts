import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { loadGroup } from '../../access/load-group.ts';
import { requireMember, userNotFound } from '../../access/refusals.ts';
import { maySeeUser } from '../../access/user-policy.ts';
import type { Operation } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { changeOwner } from '../member-store.ts';
import { findUser } from '../user-store.ts';

const schema = z.object({ targetUsername: z.string().default('') });

/**
 * `community/groups/{id}/reassign` `targetUsername`: changes the owner; the previous one becomes an
 * administrator of the group.
 */
export const reassignGroup: Operation = async ({ context, caller, path, parameters }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'delete');
  const { targetUsername } = readOperation(schema, parameters);
  const target = await findUser(context.database, targetUsername);
  if (!target || target.disabled || target.org_id !== group.org_id || !maySeeUser(caller, target))
    throw userNotFound();
  if (target.username !== group.owner) {
    const detail = { title: group.title, from: group.owner, to: target.username };
    const act = { act: 'group.reassigned', subject: group.id, orgId: group.org_id, detail };
    await inTransaction(context.database, async (transaction) => {
      await changeOwner(transaction, group.id, target.username, context.now());
      await recordPortalAct(transaction, requireMember(caller).username, act, context.now());
    });
  }
  return { success: true, groupId: group.id };
};
