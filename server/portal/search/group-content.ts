import { loadGroup } from '../access/load-group.ts';
import { findCategorySchema } from '../community/group-categories-store.ts';
import { categoryPaths } from '../community/groups/category-schema.ts';
import type { GroupRow } from '../community/present-group.ts';
import { presentItem } from '../content/items/present-item.ts';
import type { Operation, PortalCall } from '../operation.ts';
import { isItemSortField, type ItemSearch, readItemSearch } from './items/item-search.ts';
import { searchItems } from './items/item-search-store.ts';
import { pageEnvelope } from './paging.ts';
import { answerItemSearch, filedIn } from './search-items.ts';

/**
 * `content/groups/{id}/search`: the group's items visible to the caller, in the group's own order by default.
 */
export const searchGroupContent: Operation = async (call) => answerItemSearch(call, await readSearch(call));

/** `content/groups/{id}`: the same under the name `items`, as requested by older clients. */
export const listGroupContent: Operation = async (call) => {
  const { context, caller } = call;
  const search = await readSearch(call);
  const { total, rows } = await searchItems(context.database, search, caller);
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
