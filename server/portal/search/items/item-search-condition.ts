import { type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { visibleItems } from '../../access/item-condition.ts';
import type { Caller } from '../../caller.ts';
import { splitAtDateLine } from '../bounding-box.ts';
import { searchedItems } from '../fields/item-fields-condition.ts';
import { queryCondition } from '../query-condition.ts';
import { found, termQuery } from '../text/text-condition.ts';
import type { ItemSearch } from './item-search.ts';

export interface ItemCondition {
  /** What is asked and may be seen; there is no way to get the one without the other. */
  where: (eb: ExpressionBuilder<Tables, 'portal_item'>) => RawBuilder<SqlBool>;
  rank: RawBuilder<unknown> | undefined;
}

export function itemSearchCondition(search: ItemSearch, caller: Caller, orgId: string): ItemCondition {
  const searched = searchedItems(caller, orgId);
  const q = queryCondition(search.q, searched, 'q');
  const filter = queryCondition(search.filter, searched, 'filter');
  const asked = [
    q.condition,
    filter.condition,
    ...search.categories.map(inCategories),
    ...placed(search),
    ...ofGroup(search),
  ];
  const conditions = asked.filter((condition) => condition !== undefined);
  return {
    where: (eb) => sql<SqlBool>`${sql.join([visibleItems(eb, caller), ...conditions], sql` and `)}`,
    rank: q.rank,
  };
}

function inCategories(names: readonly string[]): RawBuilder<SqlBool> {
  const queries = names.map((name) => termQuery('category', name, false));
  return found('portal_item.search', sql`(${sql.join(queries, sql` || `)})`);
}

/** Items whose extent meets the box; by the index on the same expression. */
function placed({ bbox }: ItemSearch): RawBuilder<SqlBool>[] {
  if (!bbox) return [];
  const extent = sql`box(point(portal_item.west, portal_item.south), point(portal_item.east, portal_item.north))`;
  const boxes = splitAtDateLine(bbox).map(
    ({ west, south, east, north }) =>
      sql`${extent} && box(point(${west}, ${south}), point(${east}, ${north}))`,
  );
  return [sql<SqlBool>`(${sql.join(boxes, sql` or `)})`];
}

function ofGroup({ groupId }: ItemSearch): RawBuilder<SqlBool>[] {
  if (groupId === undefined) return [];
  return [sql`portal_item.id in (select item_id from portal_item_group where group_id = ${groupId})`];
}
