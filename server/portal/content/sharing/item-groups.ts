import { findGroupFacts } from '../../access/load-group.ts';
import { mayGroup } from '../../access/group-policy.ts';
import { presentGroup } from '../../community/present-group.ts';
import type { Operation } from '../../operation.ts';
import { loadItem } from '../items/load-item.ts';

/**
 * `content/items/{id}/groups`: the groups that have the item and are visible to the caller, by the caller's
 * role in them.
 */
export const itemGroups: Operation = async (call) => {
  const { context, caller } = call;
  const item = await loadItem(call, 'see');
  const found: Record<'admin' | 'member' | 'other', object[]> = { admin: [], member: [], other: [] };
  for (const id of item.groupIds) {
    const loaded = await findGroupFacts(context, caller, id);
    if (!loaded || !mayGroup(caller, 'see', loaded.facts)) continue;
    const { membership } = loaded.facts;
    const place = membership === undefined ? 'other' : membership === 'member' ? 'member' : 'admin';
    found[place].push(presentGroup(loaded.group));
  }
  return found;
};
