import type { Database } from '../../platform/database/connect.ts';
import { findCategorySchema, itemCategories } from '../community/group-categories-store.ts';
import type { ItemRow } from '../content/items/item-store.ts';
import { presentItem } from '../content/items/present-item.ts';
import type { Operation, PortalCall } from '../operation.ts';
import { isItemSortField, type ItemSearch, readItemSearch } from './items/item-search.ts';
import { searchItems as findItems } from './items/item-search-store.ts';
import { pageEnvelope } from './parameters.ts';
import { loadGroup } from '../access/load-group.ts';
import { categoryPaths } from '../community/groups/category-schema.ts';
import type { GroupRow } from '../community/present-group.ts';

/** `search`: the items visible to the caller (docs/portal-search.md). */
export const searchItems: Operation = (call) => answerItemSearch(call, readItemSearch(call.parameters));

export async function answerItemSearch({ context, caller }: PortalCall, search: ItemSearch): Promise<object> {
  const { total, rows, facets } = await findItems(context.database, search, caller);
  const filed = await filedIn(context.database, search, rows);
  return {
    query: search.query,
    ...pageEnvelope(search.page, total),
    results: rows.map((row) => ({ ...presentItem(row, caller), ...filed(row) })),
    ...(facets && { aggregations: { counts: facets } }),
  };
}

/** `groupCategories` of items in a search of one group. */
export async function filedIn(
  database: Database,
  { groupId }: ItemSearch,
  rows: readonly ItemRow[],
): Promise<(row: ItemRow) => { groupCategories?: string[] }> {
  if (groupId === undefined) return () => ({});
  const ids = rows.map(({ id }) => id);
  const filed = await itemCategories(database, groupId, ids);
  return ({ id }) => ({ groupCategories: filed.get(id) ?? [] });
}

/**
 * `content/groups/{id}/search`: the group's items visible to the caller, in the group's own order by default.
 */
export const searchGroupContent: Operation = async (call) => answerItemSearch(call, await readSearch(call));

/** `content/groups/{id}`: the same under the name `items`, as requested by older clients. */
export const listGroupContent: Operation = async (call) => {
  const { context, caller } = call;
  const search = await readSearch(call);
  const { total, rows } = await findItems(context.database, search, caller);
  const filed = await filedIn(context.database, search, rows);
  return {
    ...pageEnvelope(search.page, total),
    items: rows.map((row) => ({ ...presentItem(row, caller), ...filed(row) })),
  };
};

async function readSearch(call: PortalCall): Promise<ItemSearch> {
  const { group } = await loadGroup(call.context, call.caller, call.path['id'] ?? '', 'see');
  const paths = group.has_category_schema
    ? categoryPaths(await findCategorySchema(call.context.database, group.id))
    : [];
  const search = readItemSearch(call.parameters, group.id, paths);
  return search.sort.length > 0 || search.query ? search : { ...search, sort: ownOrder(group) };
}

function ownOrder(group: GroupRow): ItemSearch['sort'] {
  const field = group.sort_field.toLowerCase();
  return isItemSortField(field) ? [{ field, descending: group.sort_order === 'desc' }] : [];
}
