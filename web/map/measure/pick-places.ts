import Graphic from '@arcgis/core/Graphic.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import type { MapInternals, MapPoint } from '../map-model.ts';
import { pointOf } from '../sdk/place.ts';

/** Every click is marked with a cross. */
export function pickPlaces(
  { view, claimClicks, onLeave }: MapInternals,
  onPick: (point: MapPoint) => void,
): { close: () => void } {
  const release = claimClicks();
  const symbol = new SimpleMarkerSymbol({
    style: 'cross',
    size: 18,
    outline: { color: '#3f7d1f', width: 3 },
  });
  let mark: Graphic | undefined;
  const clear = () => {
    if (mark && !view.destroyed) view.graphics.remove(mark);
  };
  // Not `click`, which waits for a second click and would ignore two quick ones.
  const clicks = view.on('immediate-click', ({ mapPoint, button }) => {
    const point = pointOf(mapPoint);
    if (!point || button !== 0) return;
    clear();
    mark = new Graphic({ geometry: mapPoint, symbol });
    view.graphics.add(mark);
    onPick(point);
  });
  const doubles = view.on('double-click', (event) => event.stopPropagation());
  const { container } = view;
  if (container instanceof HTMLElement) container.style.cursor = 'crosshair';
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    clicks.remove();
    doubles.remove();
    release();
    clear();
    if (container instanceof HTMLElement) container.style.cursor = '';
  };
  onLeave(close);
  return { close };
}
