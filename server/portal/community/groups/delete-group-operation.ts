import { MappingError } from '../../../../wire/errors.ts';
import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';
import { deleteGroup } from '../group-store.ts';

/** `community/groups/{id}/delete`: its items stay, no longer shared with it. A protected group stays. */
export const deleteGroupOperation: Operation = async ({ context, caller, path }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'delete');
  if (group.protected) {
    throw new MappingError('portal:group-protected', 'This group is protected against deletion.', {
      status: 400,
    });
  }
  await deleteGroup(context.database, group.id);
  return { success: true, groupId: group.id };
};
