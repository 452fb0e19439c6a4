import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { GroupCategorySchema } from './groups/category-schema.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

/** A group's own categories; empty when it has none. */
export async function findCategorySchema(database: Database, groupId: string): Promise<GroupCategorySchema> {
  const row = await database
    .selectFrom('portal_group')
    .select('category_schema')
    .where('id', '=', groupId)
    .executeTakeFirst();
  return (row?.category_schema as GroupCategorySchema | null | undefined) ?? [];
}

/** Sets or removes a group's categories; items lose categories that no longer exist. */
export async function setCategorySchema(
  database: Database,
  groupId: string,
  schema: GroupCategorySchema | undefined,
  paths: readonly string[],
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await transaction
      .updateTable('portal_group')
      .set({ category_schema: schema === undefined ? null : storedJson(schema) })
      .where('id', '=', groupId)
      .execute();
    await transaction
      .updateTable('portal_item_group')
      .set({
        categories: sql<
          string[]
        >`array(select each from unnest(categories) as each where each = any(${[...paths]}))`,
      })
      .where('group_id', '=', groupId)
      .where(sql<boolean>`cardinality(categories) > 0`)
      .execute();
  });
}

/** @returns whether the item is in the group */
export async function setItemCategories(
  database: Database,
  groupId: string,
  itemId: string,
  categories: readonly string[],
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('portal_item_group')
    .set({ categories: [...categories] })
    .where('group_id', '=', groupId)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Categories of these items in the group, by id; uncategorised ones are omitted. */
export async function itemCategories(
  database: Database,
  groupId: string,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (itemIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('portal_item_group')
    .select(['item_id', 'categories'])
    .where('group_id', '=', groupId)
    .where('item_id', 'in', [...itemIds])
    .where(sql<boolean>`cardinality(categories) > 0`)
    .execute();
  return new Map(rows.map(({ item_id, categories }) => [item_id, categories]));
}
