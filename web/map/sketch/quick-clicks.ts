import type Point from '@arcgis/core/geometry/Point.js';
import type MapView from '@arcgis/core/views/MapView.js';

/** Maximum distance of a double-click in pixels. */
const samePlace = 10;

/**
 * Handles clicks that arrive while the SDK restarts its tool between two points and receives none. A double-click adds
 * one point.
 *
 * @param waiting the location of the last point while the tool for the next is not ready
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
