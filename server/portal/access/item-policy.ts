import type { PortalItemAccess } from '../../database/tables/portal.ts';
import type { Caller } from '../caller.ts';

/** What the rules need to know of an item. */
export interface ItemFacts {
  owner: string;
  access: PortalItemAccess;
  /** Groups the item is shared with; favourites are marks, not shares, and do not belong here. */
  groupIds: readonly string[];
}

export type ItemAction = 'see' | 'change' | 'delete' | 'move' | 'share' | 'protect' | 'rate' | 'copy';

/**
 * The rule for items (portal-wire §4): the owner and the organisation's administrators do everything; `public` is seen by
 * everybody, `org` by every signed-in person, and any item by the members of a group it is shared with. Who sees an item
 * and is signed in may copy it; rating is for others than the owner.
 */
export function mayItem(caller: Caller, action: ItemAction, item: ItemFacts): boolean {
  if (action === 'see') return seesItem(caller, item);
  if (caller.kind === 'anonymous') return false;
  if (action === 'copy') return seesItem(caller, item);
  if (action === 'rate') return seesItem(caller, item) && item.owner !== caller.username;
  return controlsItem(caller, item);
}

/** `itemControl` on the wire: `admin` may do everything, empty may only look. */
export function itemControl(caller: Caller, item: Pick<ItemFacts, 'owner'>): 'admin' | '' {
  return caller.kind === 'member' && controlsItem(caller, item) ? 'admin' : '';
}

function controlsItem(caller: Caller & { kind: 'member' }, item: Pick<ItemFacts, 'owner'>): boolean {
  return caller.role === 'org_admin' || caller.username === item.owner;
}

function seesItem(caller: Caller, item: ItemFacts): boolean {
  if (item.access === 'public') return true;
  if (caller.kind === 'anonymous') return false;
  if (item.access === 'org' || controlsItem(caller, item)) return true;
  return item.groupIds.some((group) => caller.groupIds.includes(group));
}
