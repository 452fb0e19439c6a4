import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { limits } from '../../../limits.ts';
import type { ItemSearch } from './item-search.ts';
import type { ItemCondition } from './item-search-condition.ts';
import { itemOrder } from './item-order-condition.ts';
import type { Survey } from './survey-store.ts';

/** The ids of one page, in order. What it reads does not grow with the portal, as far as an index can do that. */
export async function findPage(
  database: Database,
  search: ItemSearch,
  condition: ItemCondition,
  { total, few }: Survey,
): Promise<string[]> {
  const { num, start } = search.page;
  if (num === 0 || start > total) return [];
  const part = { offset: start - 1, count: num };
  if (few) return sorted(database, few, itemOrder(search.sort, condition.rank), part);
  if (byRelevance(search, condition)) return best(database, search, condition, part);
  return inOrder(database, condition.along, itemOrder(search.sort, condition.rank), part);
}

interface Part {
  /** From 0. */
  offset: number;
  count: number;
}

function byRelevance({ sort }: ItemSearch, { rank }: ItemCondition): boolean {
  return rank !== undefined && (sort.length === 0 || sort[0]?.field === 'relevance');
}

/** So few that all of them are put into order. */
async function sorted(
  database: Database,
  ids: readonly string[],
  order: RawBuilder<unknown>,
  { offset, count }: Part,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from portal_item where id = any(${ids})
    order by ${order} limit ${count} offset ${offset}`.execute(database);
  return rows.map(({ id }) => id);
}

/** So many that a walk along the index of the order soon has a page of them. */
async function inOrder(
  database: Database,
  where: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  { offset, count }: Part,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from portal_item where ${where}
    order by ${order} limit ${count} offset ${offset}`.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * The best of very many. Ranking them all would mean reading them all, so the newest that have the words in their title
 * and the newest that have them anywhere compete for the front; all others follow, the newest first.
 */
async function best(
  database: Database,
  search: ItemSearch,
  condition: ItemCondition,
  { offset, count }: Part,
): Promise<string[]> {
  const newest = (where: RawBuilder<SqlBool>) => sql`(select id from portal_item where ${where}
    order by modified_at desc, id desc limit ${limits.searchCandidates})`;
  const { rows } = await sql<{ id: string }>`
    with candidate as materialized (${newest(condition.titled)} union ${newest(condition.along)})
    select portal_item.id from candidate join portal_item using (id)
    order by ${itemOrder(search.sort, condition.rank)}`.execute(database);
  const front = rows.map(({ id }) => id);
  const page = front.slice(offset, offset + count);
  if (page.length === count) return page;
  const others = sql<SqlBool>`${condition.along} and portal_item.id <> all(${front})`;
  const rest = { offset: Math.max(0, offset - front.length), count: count - page.length };
  return [...page, ...(await inOrder(database, others, itemOrder([]), rest))];
}
