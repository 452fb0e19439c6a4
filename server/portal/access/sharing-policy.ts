import type { PortalGroupAccess, PortalItemAccess } from '../../platform/database/tables/portal.ts';
import type { Caller } from '../caller.ts';
import { type GroupFacts, mayGroup } from './group-policy.ts';
import { type ItemFacts, mayItem } from './item-policy.ts';
import { holds } from './privileges.ts';

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
