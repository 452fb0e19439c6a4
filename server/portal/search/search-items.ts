import type { Database } from '../../platform/database/connect.ts';
import { itemCategories } from '../community/group-categories-store.ts';
import type { ItemRow } from '../content/items/item-row.ts';
import { presentItem } from '../content/items/present-item.ts';
import type { Operation, PortalCall } from '../operation.ts';
import { type ItemSearch, readItemSearch } from './items/item-search.ts';
import { searchItems as findItems } from './items/item-search-store.ts';
import { pageEnvelope } from './paging.ts';

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
