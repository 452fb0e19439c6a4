import Graphic from '@arcgis/core/Graphic.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import type { MapInside, MapPoint } from '../map-model.ts';
import { pointOf } from '../sdk/place.ts';

/** Every click is marked with a cross. */
export function pickPlaces(
  { view, claimClicks, onLeave }: MapInside,
  onPick: (point: MapPoint) => void,
): () => void {
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
  const handle = view.on('click', ({ mapPoint }) => {
    const point = pointOf(mapPoint);
    if (!point) return;
    clear();
    mark = new Graphic({ geometry: mapPoint, symbol });
    view.graphics.add(mark);
    onPick(point);
  });
  const { container } = view;
  if (container instanceof HTMLElement) container.style.cursor = 'crosshair';
  let stopped = false;
  const stop = () => {
    if (stopped) return;
    stopped = true;
    handle.remove();
    release();
    clear();
    if (container instanceof HTMLElement) container.style.cursor = '';
  };
  onLeave(stop);
  return stop;
}
