import type Point from '@arcgis/core/geometry/Point.js';
import type MapView from '@arcgis/core/views/MapView.js';

/** Pixels within which a second click is the same one again: a double-click. */
const samePlace = 10;

/**
 * Takes the clicks that come while the SDK is still putting its tool down after one point and up for the next; it hears none
 * of them. A double-click puts one point.
 *
 * @param waiting the place of the last point when there is one and the tool for the next is not there yet
 */
export function takeQuickClicks(
  view: Pick<MapView, 'on' | 'toScreen'>,
  waiting: () => Point | undefined,
  put: (place: Point) => void,
): () => void {
  const clicks = view.on('immediate-click', (event) => {
    const last = waiting();
    if (!last || event.button !== 0) return;
    event.stopPropagation();
    const before = view.toScreen(last);
    if (!before || Math.hypot(before.x - event.x, before.y - event.y) > samePlace) put(event.mapPoint);
  });
  // It would zoom in.
  const doubles = view.on('double-click', (event) => {
    if (waiting()) event.stopPropagation();
  });
  return () => {
    clicks.remove();
    doubles.remove();
  };
}
