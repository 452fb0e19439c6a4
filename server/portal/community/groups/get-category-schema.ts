import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';

/** `community/groups/{id}/categorySchema`: groups of this portal have no categories of their own. */
export const getGroupCategorySchema: Operation = async ({ context, caller, path }) => {
  await loadGroup(context, caller, path['id'] ?? '', 'see');
  return { categorySchema: [] };
};
