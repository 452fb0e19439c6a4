import type { PortalItem } from '../portal/portal-types.ts';

/** Whether an item opens in the map viewer. */
export function opensInViewer({ type }: Pick<PortalItem, 'type'>): boolean {
  return type === 'Web Map';
}

/** Where an item is seen in this product: a map in the viewer, anything else by its details in the gallery. */
export function itemAddress(org: string, item: Pick<PortalItem, 'id' | 'type'>): string {
  return opensInViewer(item) ? `/${org}/map/wid/${item.id}` : detailsAddress(org, item);
}

/** The details of an item, beside the gallery. */
export function detailsAddress(org: string, item: Pick<PortalItem, 'id' | 'type'>): string {
  return `/${org}/gallery?${opensInViewer(item) ? '' : 'type=all&'}item=${item.id}`;
}

/** Noted in the browser's history by each step to the details of an item: closing them goes back where one came from. */
export const detailsStep = { details: true };
