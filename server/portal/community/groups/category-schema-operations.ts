import { inTransaction } from '../../../platform/database/connect.ts';
import { loadGroup } from '../../access/load-group.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { findCategorySchema, setCategorySchema } from '../group-categories-store.ts';
import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { categoryPaths, readCategorySchema } from './category-schema.ts';

/** `community/groups/{id}/categorySchema`: the group's own category schema; empty when it has none. */
export const getGroupCategorySchema: Operation = async ({ context, caller, path }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'see');
  return { categorySchema: await findCategorySchema(context.database, group.id) };
};

const schema = z.object({ categorySchema: z.string().optional() });

/** `community/groups/{id}/assignCategorySchema` `categorySchema`: for group managers. */
export const assignCategorySchema: Operation = (call) =>
  change(call, ({ parameters }) => readCategorySchema(readOperation(schema, parameters).categorySchema));

/** `community/groups/{id}/deleteCategorySchema`: items stay in the group, without categories. */
export const deleteCategorySchema: Operation = (call) => change(call, () => undefined);

/** Rejects unauthorised callers before reading their input. */
async function change(
  call: PortalCall,
  read: (call: PortalCall) => ReturnType<typeof readCategorySchema> | undefined,
) {
  const { context, caller, path } = call;
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const categories = read(call);
  await inTransaction(context.database, async (transaction) => {
    await setCategorySchema(transaction, group.id, categories, categories ? categoryPaths(categories) : []);
    const detail = { title: group.title, changed: ['categories'] };
    const act = { act: 'group.changed', subject: group.id, orgId: group.org_id, detail };
    await recordPortalAct(transaction, requireMember(caller).username, act, context.now());
  });
  return { success: true, groupId: group.id };
}
