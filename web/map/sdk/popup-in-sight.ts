import { whenOnce } from '@arcgis/core/core/reactiveUtils.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { PopupElement } from './tools/popup-element.ts';

/** Pixels from the middle of a symbol to its edge. */
const symbolRadius = 20;

/** Changes after which a popup's place is checked. Others, such as of its side, follow moves of the map by the user. */
const placed = new Set(['open', 'active', 'dockEnabled', 'selectedFeature']);

/**
 * Moves the map when a popup covers its place or crosses an edge of the map: when it opens, grows or shows
 * another feature, and when the map shrinks. Popups at the bottom edge, as on phones, may cover their place;
 * the SDK shows the others beside it, even where there is no room.
 *
 * @param top pixels at the top of the map that are covered, too
 */
export function keepInSight(popup: PopupElement, view: MapView, top: () => number): void {
  let watched: Element | undefined;
  const check = async () => {
    await popup.updateComplete;
    // Where the popup is while the map moves is not where it will be.
    await whenOnce(() => !view.animation);
    const { location, open, dockEnabled } = popup;
    // The page of a low window scrolls.
    if (open && dockEnabled) watched?.scrollIntoView({ block: 'nearest' });
    const box = watched?.getBoundingClientRect();
    const map = view.container instanceof HTMLElement && view.container.getBoundingClientRect();
    if (view.destroyed || !open || !location || !box || !map) return;
    const place = view.toScreen(location);
    const edges = { top: box.top - map.top, bottom: box.bottom - map.top };
    const y = !place
      ? undefined
      : !dockEnabled
        ? heightWithin(place.y, edges, map.height)
        : box.width < map.width
          ? undefined
          : heightInSight(place.y, { top: top(), bottom: edges.top, end: edges.bottom });
    if (!place || y === undefined) return;
    const center = view.toMap({ x: view.width / 2, y: view.height / 2 + place.y - y });
    // Another move before the map is stationary is not an error.
    if (center) view.goTo(center).catch(() => {});
  };
  const resized = new ResizeObserver(() => void check());
  view.on('resize', () => void check());
  popup.addEventListener('arcgisPropertyChange', async (event) => {
    await popup.updateComplete;
    const container = popup.shadowRoot?.querySelector('.main-container') ?? undefined;
    if (container !== watched) {
      resized.disconnect();
      watched = container;
      if (container) resized.observe(container);
    } else if (placed.has((event as CustomEvent<{ name: string }>).detail.name)) await check();
  });
}

/**
 * How far from the map's top a place is to be shown so that the popup beside it is within the map, if it is
 * not. Of a popup that is higher than the map, the top is shown.
 *
 * @param edges of the popup, in pixels from the map's top
 * @param height of the map
 */
export function heightWithin(
  y: number,
  edges: { top: number; bottom: number },
  height: number,
): number | undefined {
  if (y < 0 || y > height) return undefined;
  const up = Math.min(Math.max(edges.bottom - height, 0), edges.top);
  return edges.top >= 0 && up === 0 ? undefined : y - up;
}

/**
 * How far from the map's top a place is to be shown, if it lies beneath a popup.
 *
 * @param free where the uncovered part of the map begins and ends, and where the popup ends; pixels from the map's top
 */
export function heightInSight(
  y: number,
  { top, bottom, end }: { top: number; bottom: number; end: number },
): number | undefined {
  // A popup that fills a low map leaves no room for its place.
  if (bottom < 2 * symbolRadius || y < bottom - symbolRadius || y > end + symbolRadius) return undefined;
  // In a very small map, a place below the controls is better than a hidden one.
  const from = bottom - top > 2 * symbolRadius ? top : 0;
  return (from + bottom) / 2;
}
