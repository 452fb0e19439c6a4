import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Caller } from '../caller.ts';
import { holds } from './privileges.ts';

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
    holds(caller, 'portal:admin:viewUsers')
      ? colleague
      : eb.and([colleague, eb('portal_user.access', '=', 'org')]),
  ]);
}
