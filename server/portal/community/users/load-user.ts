import { forbidden, userNotFound } from '../../access/refusals.ts';
import { mayManageAccountOf, maySeeUser } from '../../access/user-policy.ts';
import type { PortalCall } from '../../operation.ts';
import { requireMember } from '../../request/require-member.ts';
import type { UserRow } from '../present-user.ts';
import { findUser } from '../user-store.ts';

/**
 * The person an address names, by username or id, in any case, whom the caller may see.
 * @throws MappingError `portal:user-not-found`, the same for nobody and for somebody who keeps to themselves
 */
export async function loadUser({ context, caller, path }: PortalCall): Promise<UserRow> {
  const user = await findUser(context.database, path['user'] ?? '');
  if (!user || !maySeeUser(caller, user)) throw userNotFound();
  return user;
}

/**
 * The same for what is a person's own business: themselves, and administrators.
 * @throws MappingError `portal:token-required`, `portal:user-not-found`, `portal:forbidden`
 */
export async function loadOwnUser(call: PortalCall): Promise<UserRow> {
  requireMember(call.caller);
  const user = await loadUser(call);
  if (!mayManageAccountOf(call.caller, user.username)) throw forbidden();
  return user;
}
