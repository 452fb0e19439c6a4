import type { PortalGroupAccess, PortalItemAccess } from '../../platform/database/tables/portal.ts';
import type { Caller } from '../caller.ts';
import { type GroupFacts, mayGroup } from './group-policy.ts';
import { holds, holdsIn, type Privilege } from './privileges.ts';

/** The attributes of an item that the policy needs. */
export interface ItemFacts {
  owner: string;
  org_id: string;
  access: PortalItemAccess;
  /** Groups the item is shared with; favourites grant no access and are not included. */
  groupIds: readonly string[];
}

/** Actions reserved for the owner, and the privilege that allows them with other users' items. */
const administrative = {
  change: 'portal:admin:updateItems',
  delete: 'portal:admin:deleteItems',
  move: 'portal:admin:updateItems',
  share: 'portal:admin:updateItems',
  protect: 'portal:admin:updateItems',
} as const satisfies Record<string, Privilege>;

export type ItemAction = 'see' | 'rate' | 'copy' | keyof typeof administrative;

/**
 * The policy for items: the owner does everything, others what their privileges allow with other users' items
 * of their organisation; `public` is visible to everyone, `org` to members of its organisation whose role may view its items, and any item
 * to the members of a group it is shared with. Signed-in users may copy what they see; rating is for others
 * than the owner.
 */
export function mayItem(caller: Caller, action: ItemAction, item: ItemFacts): boolean {
  if (action === 'see') return seesItem(caller, item);
  if (caller.kind === 'anonymous') return false;
  if (action === 'copy') return seesItem(caller, item);
  if (action === 'rate') return seesItem(caller, item) && item.owner !== caller.username;
  return caller.username === item.owner || holdsIn(caller, administrative[action], item.org_id);
}

/** `itemControl` in responses: `admin` may do everything, empty may only read. */
export function itemControl(caller: Caller, item: Pick<ItemFacts, 'owner' | 'org_id'>): 'admin' | '' {
  if (caller.kind === 'anonymous') return '';
  const controls = caller.username === item.owner || holdsIn(caller, administrative.change, item.org_id);
  return controls ? 'admin' : '';
}

/** Whether the caller belongs to an organisation, or to a group that an item is shared with. */
export function isInside(caller: Caller, orgId: string, groupIds: readonly string[]): boolean {
  if (caller.kind === 'anonymous') return false;
  return caller.orgId === orgId || groupIds.some((id) => caller.groupIds.includes(id));
}

function seesItem(caller: Caller, item: ItemFacts): boolean {
  if (item.access === 'public') return true;
  if (caller.kind === 'anonymous') return false;
  if (item.access === 'org' && holdsIn(caller, 'portal:user:viewOrgItems', item.org_id)) return true;
  if (caller.username === item.owner || holdsIn(caller, 'portal:admin:viewItems', item.org_id)) return true;
  return item.groupIds.some((id) => caller.groupIds.includes(id));
}

/** Whether the caller may share this item with everyone, with the organisation, or only with its owner. */
export function mayShareAt(caller: Caller, item: ItemFacts, access: PortalItemAccess): boolean {
  if (!mayItem(caller, 'share', item)) return false;
  if (access === 'private') return true;
  const whose = isOwn(caller, item) ? 'user' : 'admin';
  return holds(caller, access === 'org' ? `portal:${whose}:shareToOrg` : `portal:${whose}:shareToPublic`);
}

/**
 * Whether the caller may share this item with this group: control of the item, and the right to add to the
 * group.
 */
export function mayShareWith(caller: Caller, item: ItemFacts, group: GroupFacts): boolean {
  // A favourite marks any visible item for oneself; it shares nothing.
  if (group.isFavourites) return mayItem(caller, 'see', item) && mayGroup(caller, 'contribute', group);
  const whose = isOwn(caller, item) ? 'user' : 'admin';
  return (
    mayItem(caller, 'share', item) &&
    holds(caller, `portal:${whose}:shareToGroup`) &&
    mayGroup(caller, 'contribute', group)
  );
}

/** Whether the caller may remove the item from the group: by controlling the item, or managing the group. */
export function mayUnshareFrom(caller: Caller, item: ItemFacts, group: GroupFacts): boolean {
  if (group.isFavourites) return mayGroup(caller, 'curate', group);
  return mayItem(caller, 'share', item) || mayGroup(caller, 'curate', group);
}

/** Whether the caller may have groups visible to everyone, the organisation, or only their members. */
export function mayHaveGroupAt(caller: Caller, access: PortalGroupAccess): boolean {
  if (access === 'private') return true;
  return holds(caller, access === 'org' ? 'portal:user:shareGroupToOrg' : 'portal:user:shareGroupToPublic');
}

function isOwn(caller: Caller, item: ItemFacts): boolean {
  return caller.kind === 'member' && caller.username === item.owner;
}
