import type { Portal, PortalItem } from '../../../../../portal/portal-types.ts';

/** Whether an item has comments or may get some; an organisation can turn them off for all items. */
export function hasComments(item: PortalItem, portal: Portal | undefined): boolean {
  if (portal?.commentsEnabled === false) return false;
  return item.commentsEnabled !== false || (item.numComments ?? 0) > 0 || item.itemControl === 'admin';
}
