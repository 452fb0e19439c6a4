import type { PortalGroupAccess, PortalMemberType } from '../../platform/database/tables/portal.ts';
import type { Caller } from '../caller.ts';
import { holdsIn, type Privilege } from './privileges.ts';

/** What the rules need to know of a group, seen from the caller. */
export interface GroupFacts {
  owner: string;
  org_id: string;
  access: PortalGroupAccess;
  /** Only owner and administrators of the group may add items. */
  isViewOnly: boolean;
  /** The hidden group that holds one person's favourites. */
  isFavourites: boolean;
  /** The caller's own membership; undefined for everybody else. */
  membership: PortalMemberType | undefined;
}

/** `contribute`: add an item of one's own. `curate`: take anybody's item out of the group. `manage`: people and details. */
export type GroupAction = 'see' | 'contribute' | 'curate' | 'manage' | 'delete';

/** The privilege that allows an action in groups one has no part in. */
const administrative: Record<GroupAction, Privilege> = {
  see: 'portal:admin:viewGroups',
  contribute: 'portal:admin:updateGroups',
  curate: 'portal:admin:updateGroups',
  manage: 'portal:admin:updateGroups',
  delete: 'portal:admin:deleteGroups',
};

/**
 * The rule for groups: `public` is seen by everybody, `org` by members of its organisation, `private` by those in it.
 * Its owner and administrators run it, only its owner deletes it; the organisation's administrators may do everything,
 * save with favourites, which are their owner's alone.
 */
export function mayGroup(caller: Caller, action: GroupAction, group: GroupFacts): boolean {
  if (group.isFavourites)
    return caller.kind === 'member' && caller.username === group.owner && action !== 'delete';
  if (caller.kind === 'anonymous') return action === 'see' && group.access === 'public';
  if (holdsIn(caller, administrative[action], group.org_id)) return true;
  const owns = group.owner === caller.username || group.membership === 'owner';
  const runs = owns || group.membership === 'admin';
  switch (action) {
    case 'see':
      return (
        group.access === 'public' ||
        (group.access === 'org' && group.org_id === caller.orgId) ||
        group.membership !== undefined ||
        owns
      );
    case 'contribute':
      return runs || (group.membership !== undefined && !group.isViewOnly);
    case 'curate':
    case 'manage':
      return runs;
    case 'delete':
      return owns;
  }
}
