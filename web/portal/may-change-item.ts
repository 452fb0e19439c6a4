import type { PortalItem } from './portal-types.ts';

/** Whether a user may overwrite an item: its owner, members of its groups of shared update, administrators. */
export function mayChangeItem(item: PortalItem | undefined, username: string | undefined): boolean {
  if (!item || username === undefined) return false;
  return item.owner === username || item.itemControl === 'admin' || item.itemControl === 'update';
}
