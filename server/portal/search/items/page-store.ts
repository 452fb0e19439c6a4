import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { limits } from '../../../limits.ts';
import type { ItemSearch } from './item-search.ts';
import type { ItemCondition, Reading } from './item-search-condition.ts';
import { itemOrder } from './item-order-condition.ts';
import { type Part, readInOrder } from './read-in-order-store.ts';
import { estimateMatches } from './sample-store.ts';
import type { Survey } from './survey-store.ts';

/** The ids of one page, in order. What it reads does not grow with the portal, as far as an index can do that. */
export async function findPage(
  database: Database,
  search: ItemSearch,
  condition: ItemCondition,
  survey: Survey,
): Promise<string[]> {
  const { num, start } = search.page;
  if (num === 0 || start > survey.total) return [];
  const part = { offset: start - 1, count: num };
  const order = itemOrder(search.sort, condition.rank);
  if (survey.few) return (await sorted(database, survey.few, order)).slice(start - 1, start - 1 + num);
  if (byRelevance(search, condition)) return best(database, search, condition, survey, part);
  return readInOrder(database, condition.asked, survey.matches, order, part);
}

function byRelevance({ sort }: ItemSearch, { rank }: ItemCondition): boolean {
  return rank !== undefined && (sort.length === 0 || sort[0]?.field === 'relevance');
}

/** So few that all of them are put into order. */
async function sorted(
  database: Database,
  ids: readonly string[],
  order: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from portal_item where id = any(${[...ids]})
    order by ${order}`.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * The best of very many. Ranking them all would mean reading them all, so the newest that have the words in their title
 * and the newest that have them anywhere compete for the front; all others follow, the newest first.
 */
async function best(
  database: Database,
  search: ItemSearch,
  { asked, titled, rank }: ItemCondition,
  { total, matches }: Survey,
  { offset, count }: Part,
): Promise<string[]> {
  const newest = (reading: Reading, matches: number | undefined) =>
    readInOrder(database, reading, matches, itemOrder([]), { offset: 0, count: limits.searchCandidates });
  // Of what is counted exactly all may be gathered, so nobody need know how many of it have the words in their title.
  const inTitle = total < limits.searchTotal ? 0 : titled.sample && estimateMatches(database, titled.sample);
  const candidates = [...(await newest(titled, await inTitle)), ...(await newest(asked, matches))];
  const front = await sorted(database, candidates, itemOrder(search.sort, rank));
  const page = front.slice(offset, offset + count);
  if (page.length === count) return page;
  const except = (where: Reading['where']) => sql<boolean>`${where} and portal_item.id <> all(${front})`;
  const others = { ...asked, where: except(asked.where), along: except(asked.along) };
  const rest = { offset: Math.max(0, offset - front.length), count: count - page.length };
  return [...page, ...(await readInOrder(database, others, matches, itemOrder([]), rest))];
}
