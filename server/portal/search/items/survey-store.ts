import { type RawBuilder, sql } from 'kysely';
import { type Database, inReadTransaction } from '../../../platform/database/connect.ts';
import { limits } from '../../../limits.ts';
import type { Facet, FacetField, FacetRequest } from '../parameters.ts';
import type { ItemCondition } from './item-search-condition.ts';
import { estimateMatches, preferIndexes } from './read-in-order-store.ts';

/** The matches of a search, before its pages. */
export interface Survey {
  /** Exact up to `limits.searchTotal`, which also means more. */
  total: number;
  /** `total`, or where that means more, the estimate by the sample; Infinity for very many. */
  matches: number;
  /** Ids of all matches; undefined when there are more than `limits.searchFew`. */
  few: readonly string[] | undefined;
  /** Whether `few` is in the requested order. */
  isOrdered?: boolean;
  facets: Facet[] | undefined;
}

/**
 * Counts matches, and their values, in one pass that reads `limits.searchTotal` items at most, however many
 * match. Before that pass the index collects the positions of all matches, which in a large portal takes
 * longer than reading them: so a sample is read first, and when very many match there, nothing more is
 * counted, and the values are those of the sample.
 */
export async function surveyItems(
  database: Database,
  { requested: { where, sample } }: ItemCondition,
  request: FacetRequest | undefined,
): Promise<Survey> {
  return inReadTransaction(database, async (connection) => {
    await preferIndexes(connection);
    const matches = sample ? await estimateMatches(connection, sample) : Infinity;
    if (!sample || matches < Infinity) {
      const counted = await countMatching(connection, sql`portal_item where ${where}`, request, 1);
      return { ...counted, matches: counted.total < limits.searchTotal ? counted.total : matches };
    }
    const facets =
      request && (await countMatching(connection, sample, request, limits.searchSampleOf)).facets;
    return { total: limits.searchTotal, matches, few: undefined, facets };
  });
}

/**
 * Counts and orders the matches in a portal with so few items that reading all of them is cheaper than counting the matches first.
 * @param order that of the page
 */
export async function surveyAll(
  database: Database,
  { requested: { where } }: ItemCondition,
  request: FacetRequest | undefined,
  order: RawBuilder<unknown>,
): Promise<Survey> {
  const counted = await countMatching(database, sql`portal_item where ${where}`, request, 1, order);
  return { ...counted, matches: counted.total, isOrdered: true };
}

/**
 * @param source SQL after `from`
 * @param each how many items one of the source represents, where values are counted
 */
async function countMatching(
  connection: Database,
  source: RawBuilder<unknown>,
  request: FacetRequest | undefined,
  each: number,
  order?: RawBuilder<unknown>,
): Promise<Omit<Survey, 'matches'>> {
  const fields = request?.fields ?? [];
  const columns = fields.map((field) => sql`, ${facetColumns[field]} as ${sql.ref(field)}`);
  const counts = fields.map(
    (field) => sql`, ${countsOf(field, request?.size ?? 0, each)} as ${sql.ref(field)}`,
  );
  const place = order ? sql`, row_number() over (order by ${order}) as place` : sql``;
  const statement = sql<SurveyRow>`
    with matching as materialized (
      select portal_item.id ${sql.join(columns, sql``)} ${place} from ${source} limit ${limits.searchTotal}
    ), counted as (select count(*)::integer as total from matching)
    select total, case when total <= ${limits.searchFew} then (select array_agg(id ${order ? sql`order by place` : sql``}) from matching) end as few
      ${sql.join(counts, sql``)}
    from counted`;
  const { rows } = await statement.execute(connection);
  const { total = 0, few, ...values } = rows[0] ?? ({} as Partial<SurveyRow>);
  return {
    total,
    few: total === 0 ? [] : (few ?? undefined),
    facets: request && fields.map((fieldName) => ({ fieldName, fieldValues: values[fieldName] ?? [] })),
  };
}

type SurveyRow = { total: number; few: string[] | null } & Record<FacetField, Facet['fieldValues'] | null>;

const facetColumns: Record<FacetField, RawBuilder<unknown>> = {
  type: sql`portal_item.type`,
  owner: sql`portal_item.owner`,
  // With a limit of one, so that it is looked up for each row: the planner would otherwise read every share.
  access: sql`case when portal_item.access = 'private' and
    (select true from portal_item_group where item_id = portal_item.id and not favourite limit 1)
    then 'shared' else portal_item.access end`,
  tags: sql`portal_item.tags`,
  categories: sql`portal_item.categories`,
  typekeywords: sql`portal_item.type_keywords`,
};

const lists: readonly FacetField[] = ['tags', 'categories', 'typekeywords'];

/** The most frequent values first, as a JSON array. */
function countsOf(field: FacetField, size: number, each: number): RawBuilder<unknown> {
  const value = lists.includes(field) ? sql`unnest(${sql.ref(field)})` : sql.ref(field);
  return sql`(select jsonb_agg(jsonb_build_object('value', value, 'count', count * ${sql.lit(each)})) from (
    select value, count(*) from (select ${value} as value from matching) as each
    group by value order by count(*) desc, value limit ${size}) as most)`;
}

/** Milliseconds for which a count is used: no portal grows to a million items meanwhile. */
const usedFor = 60_000;

const known = new WeakMap<Database, { count: number; until: number }>();

/** Whether the portal has at most `limits.searchSmallPortal` items, those of all organisations together. */
export async function hasFewItems(database: Database): Promise<boolean> {
  const before = known.get(database);
  if (before && before.until > performance.now()) return before.count <= limits.searchSmallPortal;
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from (select from portal_item limit ${limits.searchSmallPortal + 1}) as counted`.execute(database);
  const count = rows[0]?.count ?? 0;
  known.set(database, { count, until: performance.now() + usedFor });
  return count <= limits.searchSmallPortal;
}
