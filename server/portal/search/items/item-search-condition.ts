import { expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import { sharedWithOwnGroups, visibleItems } from '../../access/item-condition.ts';
import type { Caller } from '../../caller.ts';
import { type BoundingBox, splitAtDateLine } from '../parameters.ts';
import { searchedItems } from '../fields/search-fields-condition.ts';
import type { QueryTree } from '../grammar/query-tree.ts';
import { queryCondition } from '../query-condition.ts';
import type { Completions } from '../text/completion-store.ts';
import { found, termQuery } from '../text/text-condition.ts';
import { words } from '../text/words.ts';
import type { ItemSearch } from './item-search.ts';

/** The query combined with the caller's permissions; neither is available separately. */
export interface ItemCondition {
  requested: Reading;
  /** `requested`, with every ranking word in the title. */
  titled: Reading;
  rank: RawBuilder<unknown> | undefined;
}

/** The same condition, for each way of reading its results. */
export interface Reading {
  /** For the indexes of the query. */
  where: RawBuilder<SqlBool>;
  /** For a scan along the index of an order: locations are compared, which needs no spatial index. */
  along: RawBuilder<SqlBool>;
  /**
   * A sample of `where`, as SQL after `from`: one item in 64, by a hash of its id. The query comes first, by
   * an index of the sample, then the permissions: the planner cannot know how small the sample is, and would
   * start with the permissions. Undefined where no index of the sample applies: these are words, types and
   * places.
   */
  sample: RawBuilder<unknown> | undefined;
}

/** The words of titles, as the index `portal_item_title_words` has them. */
const titleWords = sql`ts_filter(portal_item.search, '{a}')`;

/** @param completions of the free words of `q`; without them the results are the same, at a higher cost */
export function itemSearchCondition(
  search: ItemSearch,
  caller: Caller,
  completions?: Completions,
): ItemCondition {
  const searched = { ...searchedItems(caller), completions };
  const q = queryCondition(search.q, searched, 'q');
  const inTitle = queryCondition(search.q, { ...searched, textColumn: titleWords }, 'q').condition;
  const filter = queryCondition(search.filter, searched, 'filter').condition;
  const visible = sql<SqlBool>`${visibleItems(expressionBuilder<Tables, 'portal_item'>(), caller)}`;
  const categories = search.categories.map((names, index) => inCategories(names, search, index));
  const { bbox } = search;
  const [met, compared] = [bbox && placed(bbox, meet), bbox && placed(bbox, compare)];
  const seen = [visible, ...ofGroup(search), ...ofOwnGroups(search, caller)];
  const reading = (sampled: boolean, ...words: (RawBuilder<SqlBool> | undefined)[]): Reading => {
    const requested = [...words, filter, ...categories];
    return {
      where: every([...seen, ...requested, met]),
      along: every([...seen, ...requested, compared]),
      sample: sampled
        ? sql`(select * from portal_item where left(md5(id), 2) < '04'
            and ${every([...requested, met])} offset 0) as portal_item where ${every(seen)}`
        : undefined,
    };
  };
  return {
    requested: reading(isSampled(search), q.condition),
    // Words in the title are in the whole text too; only exclusions must be tested on the whole text as well.
    titled: reading(narrows(search.q), inTitle, excludes(search.q) ? q.condition : undefined),
    rank: q.rank,
  };
}

function every(conditions: readonly (RawBuilder<SqlBool> | undefined)[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  )}`;
}

/** Fields found by an index of the sample, like free text. */
const sampledFields = new Set([
  'title',
  'snippet',
  'description',
  'tags',
  'type',
  'typekeywords',
  'categories',
]);

function isSampled({ q, filter, categories, bbox, groupId, ofOwnGroups }: ItemSearch): boolean {
  if (groupId !== undefined || ofOwnGroups) return false;
  return categories.length > 0 || bbox !== undefined || [q, filter].some(narrows);
}

function narrows(tree: QueryTree): boolean {
  if (tree.kind === 'term') {
    // `tags:*` and a lone dash match anything.
    if (tree.value.kind === 'range' || words(tree.value.text).length === 0) return false;
    return tree.field === undefined || sampledFields.has(tree.field.replace(/[-_]/g, ''));
  }
  // Every alternative must be found by an index.
  if (tree.kind === 'or') return tree.parts.every(narrows);
  return tree.kind === 'and' && tree.parts.some(narrows);
}

function excludes(tree: QueryTree): boolean {
  if (tree.kind === 'not') return true;
  return (tree.kind === 'and' || tree.kind === 'or') && tree.parts.some(excludes);
}

/** By the item's own categories, or those in the group. */
function inCategories(
  names: readonly string[],
  { groupId, groupCategories }: ItemSearch,
  index: number,
): RawBuilder<SqlBool> {
  const queries = names.map((name) => termQuery('category', name, false));
  const own = found(sql.ref('portal_item.search'), sql`(${sql.join(queries, sql` || `)})`);
  const paths = groupCategories[index] ?? [];
  if (groupId === undefined || paths.length === 0) return own;
  return sql<SqlBool>`(${own} or portal_item.id in (select item_id from portal_item_group
    where group_id = ${groupId} and categories && ${[...paths]}::text[]))`;
}

/** Items whose extent intersects the box. */
function placed(bbox: BoundingBox, one: (box: BoundingBox) => RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(splitAtDateLine(bbox).map(one), sql` or `)})`;
}

/** By the index on the same expression. */
function meet({ west, south, east, north }: BoundingBox): RawBuilder<SqlBool> {
  return sql<SqlBool>`box(point(portal_item.west, portal_item.south), point(portal_item.east, portal_item.north))
    && box(point(${west}, ${south}), point(${east}, ${north}))`;
}

/** By the numbers, whose distribution the planner knows. */
function compare({ west, south, east, north }: BoundingBox): RawBuilder<SqlBool> {
  return sql<SqlBool>`(portal_item.west <= ${east} and portal_item.east >= ${west}
    and portal_item.south <= ${north} and portal_item.north >= ${south})`;
}

function ofOwnGroups({ ofOwnGroups: wanted }: ItemSearch, caller: Caller): RawBuilder<SqlBool>[] {
  if (!wanted) return [];
  return [sql`${sharedWithOwnGroups(expressionBuilder<Tables, 'portal_item'>(), caller)}`];
}

function ofGroup({ groupId }: ItemSearch): RawBuilder<SqlBool>[] {
  if (groupId === undefined) return [];
  return [sql`portal_item.id in (select item_id from portal_item_group where group_id = ${groupId})`];
}
