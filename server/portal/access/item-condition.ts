import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Caller } from '../caller.ts';
import { holds } from './privileges.ts';

type ItemBuilder = ExpressionBuilder<Tables, 'portal_item'>;

/** `mayItem(caller, 'see', item)` as a condition on portal_item; the two are compared on random data in a test. */
export function visibleItems(eb: ItemBuilder, caller: Caller): Expression<SqlBool> {
  if (caller.kind === 'anonymous') return eb('portal_item.access', '=', 'public');
  const inside = eb('portal_item.org_id', '=', caller.orgId);
  return eb.or([
    eb('portal_item.access', '=', 'public'),
    holds(caller, 'portal:admin:viewItems') ? inside : eb.and([inside, eb('portal_item.access', '=', 'org')]),
    eb('portal_item.owner', '=', caller.username),
    ...(caller.groupIds.length > 0 ? [sharedWithAny(eb, caller.groupIds)] : []),
  ]);
}

/** `exists`, so that the planner may look up each item: the groups of some users contain very much. */
function sharedWithAny(eb: ItemBuilder, groupIds: readonly string[]): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('portal_item_group')
      .select('item_id')
      .whereRef('item_id', '=', 'portal_item.id')
      .where('group_id', 'in', [...groupIds])
      .where('favourite', '=', false),
  );
}
