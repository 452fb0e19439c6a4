import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';
import { updateGroup } from '../group-store.ts';

/** `community/groups/{id}/protect`: the group cannot be deleted until `unprotect`. */
export const protectGroup: Operation = setProtected(true);
export const unprotectGroup: Operation = setProtected(false);

function setProtected(isProtected: boolean): Operation {
  return async ({ context, caller, path }) => {
    const { group } = await loadGroup(context, caller, path['id'] ?? '', 'delete');
    await updateGroup(context.database, group, { protected: isProtected });
    return { success: true, groupId: group.id };
  };
}
