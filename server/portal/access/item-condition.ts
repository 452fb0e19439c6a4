import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Caller } from '../caller.ts';
import { holds } from './privileges.ts';

/** `mayGroup(caller, 'see', group)` as a condition on portal_group; the two are compared on random data in a test. */
export function visibleGroups(
  eb: ExpressionBuilder<Tables, 'portal_group'>,
  caller: Caller,
): Expression<SqlBool> {
  if (caller.kind === 'anonymous') {
    return eb.and([eb('portal_group.access', '=', 'public'), eb('portal_group.is_fav', '=', false)]);
  }
  const own = eb('portal_group.owner', '=', caller.username);
  const shown = eb('portal_group.is_fav', '=', false);
  const inside = eb('portal_group.org_id', '=', caller.orgId);
  const member = eb.exists(
    eb
      .selectFrom('portal_group_member')
      .select('group_id')
      .whereRef('portal_group_member.group_id', '=', 'portal_group.id')
      .where('portal_group_member.username', '=', caller.username),
  );
  const open = eb.or([
    eb('portal_group.access', '=', 'public'),
    ...(holds(caller, 'portal:admin:viewGroups')
      ? [inside]
      : holds(caller, 'portal:user:viewOrgGroups')
        ? [eb.and([inside, eb('portal_group.access', '=', 'org')])]
        : []),
    member,
  ]);
  return eb.or([own, eb.and([shown, open])]);
}

/** `maySeeUser` as a condition on portal_user; the two are compared on random data in a test. */
export function visibleUsers(
  eb: ExpressionBuilder<Tables, 'portal_user'>,
  caller: Caller,
): Expression<SqlBool> {
  if (caller.kind === 'anonymous') return eb('portal_user.access', '=', 'public');
  const colleague = eb('portal_user.org_id', '=', caller.orgId);
  return eb.or([
    eb('portal_user.access', '=', 'public'),
    eb('portal_user.username', '=', caller.username),
    ...(holds(caller, 'portal:admin:viewUsers')
      ? [colleague]
      : holds(caller, 'portal:user:viewOrgUsers')
        ? [eb.and([colleague, eb('portal_user.access', '=', 'org')])]
        : []),
  ]);
}

type ItemBuilder = ExpressionBuilder<Tables, 'portal_item'>;

/** `mayItem(caller, 'see', item)` as a condition on portal_item; the two are compared on random data in a test. */
export function visibleItems(eb: ItemBuilder, caller: Caller): Expression<SqlBool> {
  if (caller.kind === 'anonymous') return eb('portal_item.access', '=', 'public');
  const inside = eb('portal_item.org_id', '=', caller.orgId);
  return eb.or([
    eb('portal_item.access', '=', 'public'),
    ...(holds(caller, 'portal:admin:viewItems')
      ? [inside]
      : holds(caller, 'portal:user:viewOrgItems')
        ? [eb.and([inside, eb('portal_item.access', '=', 'org')])]
        : []),
    eb('portal_item.owner', '=', caller.username),
    ...(caller.groupIds.length > 0 ? [sharedWithAny(eb, caller.groupIds)] : []),
  ]);
}

/** Whether an item is shared with a group of which the caller is a member; favourites are not shared. */
export function sharedWithOwnGroups(eb: ItemBuilder, caller: Caller): Expression<SqlBool> {
  if (caller.kind === 'anonymous' || caller.groupIds.length === 0) return eb.lit(false);
  return sharedWithAny(eb, caller.groupIds);
}

/** `exists`, so that the planner may look up each item: the groups of some users contain very much. */
function sharedWithAny(eb: ItemBuilder, groupIds: readonly string[]): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('portal_item_group')
      .select('item_id')
      .whereRef('item_id', '=', 'portal_item.id')
      // An array, so that the text of a statement does not depend on the number of groups.
      .where('group_id', '=', sql<string>`any(${[...groupIds]}::text[])`)
      .where('favourite', '=', false),
  );
}
