import type { PortalItem } from '../portal/portal-types.ts';

/** Whether an item opens in the map viewer. */
export function opensInViewer({ type }: Pick<PortalItem, 'type'>): boolean {
  return type === 'Web Map';
}

/** The URL that shows an item: maps in the viewer, everything else as details in the gallery. */
export function itemAddress(org: string, item: Pick<PortalItem, 'id' | 'type'>): string {
  return opensInViewer(item) ? `/${org}/map/wid/${item.id}` : detailsAddress(org, item);
}

/** The details of an item, beside the gallery. */
export function detailsAddress(org: string, item: Pick<PortalItem, 'id' | 'type'>): string {
  return `/${org}/gallery?${opensInViewer(item) ? '' : 'type=all&'}item=${item.id}`;
}

/** Recorded in the history entry of each navigation to the details of an item: closing them navigates back. */
export const detailsStep = { details: true };
