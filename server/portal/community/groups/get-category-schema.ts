import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';
import { findCategorySchema } from '../group-categories-store.ts';

/** `community/groups/{id}/categorySchema`: the group's own category schema; empty when it has none. */
export const getGroupCategorySchema: Operation = async ({ context, caller, path }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'see');
  return { categorySchema: await findCategorySchema(context.database, group.id) };
};
