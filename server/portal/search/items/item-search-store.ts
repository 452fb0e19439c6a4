import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { limits } from '../../../limits.ts';
import type { Caller } from '../../caller.ts';
import { type ItemPage, loadItems } from '../../content/items/item-store.ts';
import { freeItemTerms } from '../fields/search-fields-condition.ts';
import { rankedOrder } from '../query-condition.ts';
import type { SortStep } from '../parameters.ts';
import { beginningsOf } from '../text/words.ts';
import { findCompletions } from '../text/completion-store.ts';
import { itemSearchCondition, type ItemCondition, type Reading } from './item-search-condition.ts';
import type { ItemSearch, ItemSortField } from './item-search.ts';
import { estimateMatches, type Part, readInOrder } from './read-in-order-store.ts';
import { hasFewItems, surveyAll, surveyItems, type Survey } from './survey-store.ts';

/** As requested, else by relevance, else newest first. Each field's order has an index. */
function itemOrder(
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
  numcomments: sql`portal_item.num_comments`,
  avgrating: sql`portal_item.avg_rating`,
  size: sql`portal_item.size`,
};

/**
 * The ids of one page, in order. Its cost does not grow with the portal, as far as an index can achieve that.
 */
async function findPage(
  database: Database,
  search: ItemSearch,
  condition: ItemCondition,
  survey: Survey,
): Promise<string[]> {
  const { num, start } = search.page;
  if (num === 0 || start > survey.total) return [];
  const part = { offset: start - 1, count: num };
  const order = itemOrder(search.sort, condition.rank);
  if (survey.few) {
    const ids = survey.isOrdered ? survey.few : await sorted(database, survey.few, order);
    return ids.slice(start - 1, start - 1 + num);
  }
  if (byRelevance(search, condition)) return best(database, search, condition, survey, part);
  return readInOrder(database, condition.requested, survey.matches, order, part);
}

function byRelevance({ sort }: ItemSearch, { rank }: ItemCondition): boolean {
  return rank !== undefined && (sort.length === 0 || sort[0]?.field === 'relevance');
}

/** Few enough to sort all of them. */
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
 * The best of very many. Ranking all would mean reading all, so the newest with the words in their title and
 * the newest with them anywhere are ranked first; all others follow, newest first.
 */
async function best(
  database: Database,
  search: ItemSearch,
  { requested, titled, rank }: ItemCondition,
  { total, matches }: Survey,
  { offset, count }: Part,
): Promise<string[]> {
  const newest = (reading: Reading, matches: number | undefined) =>
    readInOrder(database, reading, matches, itemOrder([]), { offset: 0, count: limits.searchCandidates });
  // An exact count allows reading all, so the number with the words in their title is not needed.
  const inTitle = total < limits.searchTotal ? 0 : titled.sample && estimateMatches(database, titled.sample);
  const candidates = [...(await newest(titled, await inTitle)), ...(await newest(requested, matches))];
  const front = await sorted(database, candidates, itemOrder(search.sort, rank));
  const page = front.slice(offset, offset + count);
  if (page.length === count) return page;
  const except = (where: Reading['where']) => sql<boolean>`${where} and portal_item.id <> all(${front})`;
  const others = { ...requested, where: except(requested.where), along: except(requested.along) };
  const rest = { offset: Math.max(0, offset - front.length), count: count - page.length };
  return [...page, ...(await readInOrder(database, others, matches, itemOrder([]), rest))];
}

export type FoundItems = ItemPage & Pick<Survey, 'facets'>;

/**
 * Searches what is visible to the caller: completions of its words, a survey, the ids of the page, their
 * rows. Where there are few items, one pass over them replaces the first three.
 */
export async function searchItems(
  database: Database,
  search: ItemSearch,
  caller: Caller,
): Promise<FoundItems> {
  const isSmall = await hasFewItems(database);
  const completions = isSmall
    ? undefined
    : await findCompletions(database, beginningsOf(search.q, freeItemTerms));
  const condition = itemSearchCondition(search, caller, completions);
  const survey = isSmall
    ? await surveyAll(database, condition, search.facets, itemOrder(search.sort, condition.rank))
    : await surveyItems(database, condition, search.facets);
  const ids = await findPage(database, search, condition, survey);
  return { total: survey.total, facets: survey.facets, ...(await loadItems(database, ids, caller)) };
}
