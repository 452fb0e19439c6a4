import { type RawBuilder, sql } from 'kysely';
import { rankedOrder } from '../ranked-order-condition.ts';
import type { SortStep } from '../sort-order.ts';
import type { ItemSortField } from './item-search.ts';

/** As asked, else by relevance, else the newest first. Each field's order has an index. */
export function itemOrder(
  steps: readonly SortStep<ItemSortField>[],
  rank?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return rankedOrder({
    textColumn: sql.ref('portal_item.search'),
    rank,
    steps,
    columns,
    otherwise: { field: 'modified', descending: true },
    key: 'portal_item.id',
  });
}

const columns: Record<Exclude<ItemSortField, 'relevance'>, RawBuilder<unknown>> = {
  title: sql`portal_item.title collate "und-x-icu"`,
  type: sql`portal_item.type`,
  owner: sql`portal_item.owner`,
  created: sql`portal_item.created_at`,
  modified: sql`portal_item.modified_at`,
  numviews: sql`portal_item.num_views`,
  numratings: sql`portal_item.num_ratings`,
  avgrating: sql`portal_item.avg_rating`,
  size: sql`portal_item.size`,
};
