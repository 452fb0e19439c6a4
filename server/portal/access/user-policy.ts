import type { PortalUserAccess } from '../../platform/database/tables/portal.ts';
import type { Caller } from '../caller.ts';
import { holdsIn } from './privileges.ts';

export interface UserFacts {
  username: string;
  org_id: string;
  access: PortalUserAccess;
}

/**
 * The policy for profiles: `public` is visible to everyone, `org` to members of their organisation whose role may
 * view its members, `private` to the user and the organisation's administrators.
 */
export function maySeeUser(caller: Caller, user: UserFacts): boolean {
  if (user.access === 'public') return true;
  if (caller.kind === 'anonymous') return false;
  if (caller.username === user.username) return true;
  if (user.access === 'org' && holdsIn(caller, 'portal:user:viewOrgUsers', user.org_id)) return true;
  return holdsIn(caller, 'portal:admin:viewUsers', user.org_id);
}

/** Whether the caller may manage this user's content: add, arrange, see private items. */
export function mayManageContentOf(caller: Caller, user: Pick<UserFacts, 'username' | 'org_id'>): boolean {
  if (caller.kind === 'anonymous') return false;
  return caller.username === user.username || holdsIn(caller, 'portal:admin:updateItems', user.org_id);
}

/** Whether the caller may see and change this user's account: profile, sessions, invitations, password. */
export function mayManageAccountOf(caller: Caller, user: Pick<UserFacts, 'username' | 'org_id'>): boolean {
  if (caller.kind === 'anonymous') return false;
  return caller.username === user.username || holdsIn(caller, 'portal:admin:updateUsers', user.org_id);
}
