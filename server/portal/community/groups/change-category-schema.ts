import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';
import { setCategorySchema } from '../group-categories-store.ts';
import { categoryPaths, readCategorySchema } from './category-schema.ts';

/** `community/groups/{id}/assignCategorySchema` `categorySchema`: for who runs the group. */
export const assignCategorySchema: Operation = async ({ context, caller, path, parameters }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const schema = readCategorySchema(parameters['categorySchema']);
  await setCategorySchema(context.database, group.id, schema, categoryPaths(schema));
  return { success: true, groupId: group.id };
};

/** `community/groups/{id}/deleteCategorySchema`: items stay in the group, filed nowhere. */
export const deleteCategorySchema: Operation = async ({ context, caller, path }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  await setCategorySchema(context.database, group.id, undefined, []);
  return { success: true, groupId: group.id };
};
