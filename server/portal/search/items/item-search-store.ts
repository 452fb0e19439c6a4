import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { limits } from '../../../limits.ts';
import type { Caller } from '../../caller.ts';
import { itemColumns, type ItemRow } from '../../content/items/item-row.ts';
import { sharedWithGroups } from '../../content/items/item-store.ts';
import type { Facet, FacetField, FacetRequest } from './facets.ts';
import { rankedOrder } from '../ranked-order-condition.ts';
import type { ItemSearch, ItemSortField } from './item-search.ts';
import { type ItemCondition, itemSearchCondition } from './item-search-condition.ts';

export interface FoundItems {
  /** Exact up to `limits.searchTotal`, which also stands for more. */
  total: number;
  rows: ItemRow[];
  facets: Facet[] | undefined;
}

/** Searches what the caller may see. */
export async function searchItems(
  database: Database,
  search: ItemSearch,
  caller: Caller,
  orgId: string,
): Promise<FoundItems> {
  const condition = itemSearchCondition(search, caller, orgId);
  const rows = await findPage(database, search, condition);
  const [total, facets] = await Promise.all([
    totalOf(search, rows) ?? countItems(database, condition),
    search.facets && countFacets(database, search.facets, condition),
  ]);
  return { total, rows, facets };
}

async function findPage(
  database: Database,
  search: ItemSearch,
  condition: ItemCondition,
): Promise<ItemRow[]> {
  const { start, num } = search.page;
  if (num === 0 || start > limits.searchTotal) return [];
  return database
    .selectFrom('portal_item')
    .select([...itemColumns])
    .select((eb) => sharedWithGroups(eb).as('shared'))
    .where(condition.where)
    .orderBy(
      rankedOrder({
        textColumn: 'portal_item.search',
        rank: condition.rank,
        steps: search.sort,
        columns,
        otherwise: { field: 'modified', descending: true },
        key: 'portal_item.id',
      }),
    )
    .limit(num)
    .offset(start - 1)
    .execute();
}

/** A page that is not full says how many there are; most searches need no second query. */
function totalOf({ page }: ItemSearch, rows: readonly ItemRow[]): number | undefined {
  const end = page.start - 1 + rows.length;
  return rows.length < page.num && (rows.length > 0 || page.start === 1) ? end : undefined;
}

async function countItems(database: Database, condition: ItemCondition): Promise<number> {
  const { count } = await database
    .selectFrom((eb) =>
      eb
        .selectFrom('portal_item')
        .select('portal_item.id')
        .where(condition.where)
        .limit(limits.searchTotal)
        .as('matching'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
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

const facetColumns: Record<FacetField, RawBuilder<string>> = {
  type: sql`portal_item.type`,
  owner: sql`portal_item.owner`,
  access: sql`case when portal_item.access = 'private' and exists
    (select from portal_item_group where item_id = portal_item.id and not favourite) then 'shared' else portal_item.access end`,
  tags: sql`unnest(portal_item.tags)`,
  categories: sql`unnest(portal_item.categories)`,
  typekeywords: sql`unnest(portal_item.type_keywords)`,
};

async function countFacets(
  database: Database,
  request: FacetRequest,
  condition: ItemCondition,
): Promise<Facet[]> {
  return Promise.all(
    request.fields.map(async (fieldName) => {
      const fieldValues = await database
        .selectFrom((eb) =>
          eb
            .selectFrom('portal_item')
            .select(facetColumns[fieldName].as('value'))
            .where(condition.where)
            .as('matching'),
        )
        .select((eb) => ['value', eb.fn.countAll<number>().as('count')])
        .groupBy('value')
        .orderBy('count', 'desc')
        .orderBy('value')
        .limit(request.size)
        .execute();
      return { fieldName, fieldValues };
    }),
  );
}
