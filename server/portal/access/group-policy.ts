import type { PortalGroupAccess, PortalMemberType } from '../../platform/database/tables/portal.ts';
import type { Caller } from '../caller.ts';
import { holdsIn, type Privilege } from './privileges.ts';

/** The attributes of a group that the policy needs, as seen by the caller. */
export interface GroupFacts {
  owner: string;
  org_id: string;
  access: PortalGroupAccess;
  /** Only owner and administrators of the group may add items. */
  isViewOnly: boolean;
  /** The hidden group with a user's favourites. */
  isFavourites: boolean;
  /** The caller's own membership; undefined for others. */
  membership: PortalMemberType | undefined;
}

/** `contribute`: add an own item. `curate`: remove any item from the group. `manage`: members and details. */
export type GroupAction = 'see' | 'contribute' | 'curate' | 'manage' | 'delete';

/** The privilege that allows an action in groups of other users. */
const administrative: Record<GroupAction, Privilege> = {
  see: 'portal:admin:viewGroups',
  contribute: 'portal:admin:updateGroups',
  curate: 'portal:admin:updateGroups',
  manage: 'portal:admin:updateGroups',
  delete: 'portal:admin:deleteGroups',
};

/**
 * The policy for groups: `public` is visible to everyone, `org` to members of its organisation whose role may view its groups,
 * `private` to its members. Its owner and administrators manage it, only its owner deletes it; the organisation's
 * administrators may do everything, except with favourites, which belong to their owner only.
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
        (group.access === 'org' && holdsIn(caller, 'portal:user:viewOrgGroups', group.org_id)) ||
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
