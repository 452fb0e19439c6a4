import { forbidden, requireMember, userNotFound } from '../access/refusals.ts';
import { mayManageContentOf, maySeeUser } from '../access/user-policy.ts';
import { findUser } from '../community/user-store.ts';
import type { PortalCall } from '../operation.ts';

/**
 * The user of `content/users/{user}/…`, by username in any letter case, if the caller may manage their
 * content.
 * @returns the username in its original spelling
 * @throws MappingError `portal:token-required`, `portal:user-not-found`, `portal:forbidden`
 */
export async function loadOwner({
  context,
  caller,
  path,
}: Pick<PortalCall, 'context' | 'caller' | 'path'>): Promise<string> {
  const member = requireMember(caller);
  const user = await findUser(context.database, path['user'] ?? '');
  if (!user || !maySeeUser(member, user)) throw userNotFound();
  if (!mayManageContentOf(member, user)) throw forbidden();
  return user.username;
}
