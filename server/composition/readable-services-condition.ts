import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import { visibleItems } from '../portal/access/item-condition.ts';
import { holds } from '../portal/access/privileges.ts';
import type { Caller } from '../portal/caller.ts';

/** `mayRead` of `serviceRights` as a condition on hosted_service. */
export function readableServices(caller: Caller): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'hosted_service'>();
  const item = eb
    .selectFrom('portal_item')
    .select('portal_item.id')
    .whereRef('portal_item.id', '=', 'hosted_service.item_id');
  // By the key of the item: a list by name ends once it is full, without reading what comes after.
  const seen = eb.exists(item.where((ofItem) => visibleItems(ofItem, caller)));
  const operators = eb('hosted_service.item_id', 'is', null);
  if (caller.kind === 'anonymous' || !holds(caller, 'features:user:fullEdit'))
    return eb.or([operators, seen]);
  // Services whose items were deleted belong to those who may edit everything.
  const left = eb.and([eb('hosted_service.org_id', '=', caller.orgId), eb.not(eb.exists(item))]);
  return eb.or([operators, seen, left]);
}
