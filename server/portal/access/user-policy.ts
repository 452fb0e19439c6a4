import type { PortalUserAccess } from '../../platform/database/tables/portal.ts';
import type { Caller } from '../caller.ts';
import { holdsIn } from './privileges.ts';

export interface UserFacts {
  username: string;
  org_id: string;
  access: PortalUserAccess;
}

/**
 * The rule for people's profiles: `public` for everybody, `org` for members of their organisation, `private` for themselves
 * and its administrators.
 */
export function maySeeUser(caller: Caller, user: UserFacts): boolean {
  if (user.access === 'public') return true;
  if (caller.kind === 'anonymous') return false;
  if (caller.username === user.username) return true;
  if (user.access === 'org' && user.org_id === caller.orgId) return true;
  return holdsIn(caller, 'portal:admin:viewUsers', user.org_id);
}

/** Whether the caller may work in this person's content: add, arrange, see what is private. */
export function mayManageContentOf(caller: Caller, user: Pick<UserFacts, 'username' | 'org_id'>): boolean {
  if (caller.kind === 'anonymous') return false;
  return caller.username === user.username || holdsIn(caller, 'portal:admin:updateItems', user.org_id);
}

/** Whether the caller may see and change what belongs to this person's account: profile, sessions, invitations, password. */
export function mayManageAccountOf(caller: Caller, user: Pick<UserFacts, 'username' | 'org_id'>): boolean {
  if (caller.kind === 'anonymous') return false;
  return caller.username === user.username || holdsIn(caller, 'portal:admin:updateUsers', user.org_id);
}
