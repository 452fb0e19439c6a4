import type MapView from '@arcgis/core/views/MapView.js';
import type { PopupElement } from './tools/popup-element.ts';

/** Pixels from the middle of a symbol to its edge. */
const symbolRadius = 20;

/**
 * Moves the map when a popup at its bottom edge, as on phones, covers its place: when it opens, grows or shows another feature,
 * and when the map shrinks. Popups beside a place are positioned by the SDK.
 *
 * @param top pixels at the top of the map that are covered, too
 */
export function keepInSight(popup: PopupElement, view: MapView, top: () => number): void {
  const check = () => {
    const { location, open } = popup;
    const box = watched?.getBoundingClientRect();
    const map = view.container instanceof HTMLElement && view.container.getBoundingClientRect();
    if (view.destroyed || !open || !location || !box || !map || box.width < map.width) return;
    const place = view.toScreen(location);
    const free = { top: top(), bottom: box.top - map.top, end: box.bottom - map.top };
    const y = heightInSight(place?.y ?? -Infinity, free);
    if (!place || y === undefined) return;
    const center = view.toMap({ x: view.width / 2, y: view.height / 2 + place.y - y });
    // Another move before the map is stationary is not an error.
    if (center) view.goTo(center).catch(() => {});
  };
  const resized = new ResizeObserver(check);
  view.on('resize', check);
  let watched: Element | undefined;
  popup.addEventListener('arcgisPropertyChange', async () => {
    await popup.updateComplete;
    const container = popup.shadowRoot?.querySelector('.main-container') ?? undefined;
    if (container !== watched) {
      resized.disconnect();
      watched = container;
      if (container) resized.observe(container);
    } else check();
  });
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
  if (y < bottom - symbolRadius || y > end + symbolRadius) return undefined;
  // In a very small map, a place below the controls is better than a hidden one.
  const from = bottom - top > 2 * symbolRadius ? top : 0;
  return (from + bottom) / 2;
}
