import { forbidden, requireMember, userNotFound } from '../../access/refusals.ts';
import { mayManageAccountOf, mayManageContentOf, maySeeUser } from '../../access/user-policy.ts';
import { findUser } from '../user-store.ts';
import type { PortalCall } from '../../operation.ts';
import type { UserRow } from '../present-user.ts';

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
  if (user && mayManageContentOf(member, user)) return user.username;
  // Who may not see a profile does not learn that it exists.
  throw user && maySeeUser(member, user) ? forbidden() : userNotFound();
}

/**
 * The user of a path, by username or id, in any case, if visible to the caller.
 * @throws MappingError `portal:user-not-found`, the same for unknown users and private profiles
 */
export async function loadUser({ context, caller, path }: PortalCall): Promise<UserRow> {
  const user = await findUser(context.database, path['user'] ?? '');
  if (!user || !maySeeUser(caller, user)) throw userNotFound();
  return user;
}

/**
 * The same for a user's own data: for the user and administrators.
 * @throws MappingError `portal:token-required`, `portal:user-not-found`, `portal:forbidden`
 */
export async function loadOwnUser(call: PortalCall): Promise<UserRow> {
  requireMember(call.caller);
  const user = await loadUser(call);
  if (!mayManageAccountOf(call.caller, user)) throw forbidden();
  return user;
}

/**
 * A member of the caller's own organisation, by username in any case; users of another one are never found.
 */
export async function findColleague(
  { context, caller }: Pick<PortalCall, 'context' | 'caller'>,
  username: string,
): Promise<UserRow | undefined> {
  const { orgId } = requireMember(caller);
  const user = await findUser(context.database, username);
  return user?.org_id === orgId ? user : undefined;
}

/**
 * The user of a path, for operations of an administrator on members.
 * @throws MappingError `portal:token-required`, `portal:user-not-found`
 */
export async function loadColleague(call: PortalCall): Promise<UserRow> {
  const user = await findColleague(call, call.path['user'] ?? '');
  if (!user || !maySeeUser(call.caller, user)) throw userNotFound();
  return user;
}
