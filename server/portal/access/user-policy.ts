import type { PortalUserAccess } from '../../database/tables/portal.ts';
import type { Caller } from '../caller.ts';
import { holds } from './privileges.ts';

export interface UserFacts {
  username: string;
  access: PortalUserAccess;
}

/** The rule for people's profiles: `public` for everybody, `org` for the signed-in, `private` for oneself and administrators. */
export function maySeeUser(caller: Caller, user: UserFacts): boolean {
  if (user.access === 'public') return true;
  if (caller.kind === 'anonymous') return false;
  return (
    user.access === 'org' || caller.username === user.username || holds(caller, 'portal:admin:viewUsers')
  );
}

/** Whether the caller may work in this person's content: add, arrange, see what is private. */
export function mayManageContentOf(caller: Caller, username: string): boolean {
  return (
    caller.kind === 'member' && (caller.username === username || holds(caller, 'portal:admin:updateItems'))
  );
}

/** Whether the caller may see and change what belongs to this person's account: profile, sessions, invitations, password. */
export function mayManageAccountOf(caller: Caller, username: string): boolean {
  return (
    caller.kind === 'member' && (caller.username === username || holds(caller, 'portal:admin:updateUsers'))
  );
}
