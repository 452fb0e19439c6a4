import { presentItem } from '../content/items/present-item.ts';
import type { Operation, PortalCall } from '../operation.ts';
import { type ItemSearch, readItemSearch } from './items/item-search.ts';
import { searchItems as findItems } from './items/item-search-store.ts';
import { pageEnvelope } from './paging.ts';

/** `search`: items the caller may see (portal-wire §0 paging, §4 language). */
export const searchItems: Operation = (call) => answerItemSearch(call, readItemSearch(call));

export async function answerItemSearch({ context, caller }: PortalCall, search: ItemSearch): Promise<object> {
  const { total, rows, facets } = await findItems(context.database, search, caller, context.portal.id);
  return {
    query: search.query,
    ...pageEnvelope(search.page, total),
    results: rows.map((row) => presentItem(row, caller, context.portal.id)),
    ...(facets && { aggregations: { counts: facets } }),
  };
}
