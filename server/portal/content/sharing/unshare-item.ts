import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { mayUnshareFrom } from '../../access/sharing-policy.ts';
import type { Operation } from '../../operation.ts';
import { itemNotFound, requireMember, unseen } from '../../access/refusals.ts';
import { mayItem } from '../../access/item-policy.ts';
import { findItem } from '../items/item-store.ts';
import { recordItemAct } from '../record-item-act.ts';
import { chooseGroups } from './choose-groups.ts';
import { readGroupIds } from './read-group-ids.ts';
import { groupsWith, unshareFromGroups } from './sharing-store.ts';

/**
 * `…/items/{id}/unshare`: removes the item from groups, for users who control it or manage the group. A
 * group's administrator may do so without seeing the item otherwise; refused groups are returned in
 * `notUnsharedFrom`.
 */
export const unshareItem: Operation = async (call) => {
  const { context, caller, parameters, path } = call;
  requireMember(caller);
  const item = await findItem(context.database, path['id'] ?? '');
  if (!item) throw unseen(caller, itemNotFound);
  const asked = readGroupIds(parameters);
  const seen = mayItem(caller, 'see', item);
  // Group managers know its content; about other groups they learn nothing.
  const known = seen ? asked : await groupsWith(context.database, item.id, asked);
  const groups = await chooseGroups(call, known, (group) => mayUnshareFrom(caller, item, group));
  if (groups.allowed.length === 0 && !seen) throw unseen(caller, itemNotFound);
  await inTransaction(context.database, async (transaction) => {
    await unshareFromGroups(transaction, item.id, groups.allowed);
    if (groups.onlyFavourites) return;
    await recordItemAct(transaction, call, item, {
      act: 'item.shared',
      detail: { withdrawn: groups.allowed },
    });
  });
  const refused = asked.filter((id) => !groups.allowed.includes(id));
  return { notUnsharedFrom: refused, itemId: item.id };
};
