import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
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
    holds(caller, 'portal:admin:viewGroups')
      ? inside
      : eb.and([inside, eb('portal_group.access', '=', 'org')]),
    member,
  ]);
  return eb.or([own, eb.and([shown, open])]);
}
