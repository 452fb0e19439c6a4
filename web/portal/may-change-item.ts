import { capabilitiesOf } from './capabilities.ts';
import type { Portal, PortalItem, PortalUser } from './portal-types.ts';

/** Whether a user may overwrite an item: its owner, members of its shared update groups, administrators. */
export function mayChangeItem(
  item: Pick<PortalItem, 'owner' | 'itemControl'> | undefined,
  username: string | undefined,
): boolean {
  if (!item || username === undefined) return false;
  return item.owner === username || item.itemControl === 'admin' || item.itemControl === 'update';
}

/** Whether a user may overwrite an item now: not while the portal is read-only. */
export function mayOverwriteItem(
  item: Pick<PortalItem, 'owner' | 'itemControl'> | undefined,
  user: PortalUser | undefined,
  portal: Portal | undefined,
): boolean {
  return capabilitiesOf(user, portal).change && mayChangeItem(item, user?.username);
}
