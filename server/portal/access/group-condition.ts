import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../../database/tables.ts';
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
  if (holds(caller, 'portal:admin:viewGroups')) return eb.or([own, shown]);
  const member = eb.exists(
    eb
      .selectFrom('portal_group_member')
      .select('group_id')
      .whereRef('portal_group_member.group_id', '=', 'portal_group.id')
      .where('portal_group_member.username', '=', caller.username),
  );
  return eb.or([own, eb.and([shown, eb.or([eb('portal_group.access', 'in', ['public', 'org']), member])])]);
}
