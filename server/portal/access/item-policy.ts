import type { PortalItemAccess } from '../../platform/database/tables/portal.ts';
import type { Caller } from '../caller.ts';
import { holdsIn, type Privilege } from './privileges.ts';

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
 * of their organisation; `public` is visible to everyone, `org` to members of its organisation, and any item
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

function seesItem(caller: Caller, item: ItemFacts): boolean {
  if (item.access === 'public') return true;
  if (caller.kind === 'anonymous') return false;
  if (item.access === 'org' && item.org_id === caller.orgId) return true;
  if (caller.username === item.owner || holdsIn(caller, 'portal:admin:viewItems', item.org_id)) return true;
  return item.groupIds.some((id) => caller.groupIds.includes(id));
}
