import Extent from '@arcgis/core/geometry/Extent.js';
import Point from '@arcgis/core/geometry/Point.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import Graphic from '@arcgis/core/Graphic.js';
import PictureMarkerSymbol from '@arcgis/core/symbols/PictureMarkerSymbol.js';
import SimpleFillSymbol from '@arcgis/core/symbols/SimpleFillSymbol.js';
import TextSymbol from '@arcgis/core/symbols/TextSymbol.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { wrapLongitude } from '../../../wire/geometry/web-mercator.ts';
import type { Area } from '../../../wire/url-state.ts';
import type { MapInternals } from '../map-model.ts';
import type { CommentPins, CommentScene, OtherView, PickedPlace } from './comment-pins.ts';
import { findFeature } from './find-feature.ts';
import { nextPin, type PinStack, stackedPins } from './stacked-pins.ts';

/** Half of a touch target. */
const reachPixels = 22;
/** The middle of a pin's picture is this far above its place. */
const pinHeight = 18;

/** Draws comments as graphics of the view itself, not as a layer, so that they are never saved or listed. */
export function drawPins(internals: MapInternals, onPin: (id: string) => void): CommentPins {
  const { view, claimClicks, clicksClaimed, goToAll, onLeave } = internals;
  let drawn: Graphic[] = [];
  let stacks: readonly PinStack[] = [];
  const clear = () => {
    if (!view.destroyed) view.graphics.removeMany(drawn);
    drawn = [];
  };
  const clicks = view.on('click', (event) => {
    if (clicksClaimed()) return;
    const stack = stackAt(view, stacks, event);
    if (!stack) return;
    // The feature below it must not open its popup.
    event.stopPropagation();
    onPin(nextPin(stack).id);
  });
  const close = () => {
    unregister();
    clicks.remove();
    clear();
  };
  const unregister = onLeave(close);
  return {
    draw(scene) {
      if (view.destroyed) return;
      clear();
      stacks = stackedPins(scene.pins);
      drawn = graphicsOf(stacks, scene);
      view.graphics.addMany(drawn);
    },
    async pick(signal) {
      const release = claimClicks();
      try {
        return await pickPlace(view, signal);
      } finally {
        release();
      }
    },
    find: (feature) => findFeature(internals, feature),
    show(rectangle) {
      // Another move before the map is stationary is not an error.
      void goToAll(extentOf(rectangle)).catch(() => {});
    },
    close,
  };
}

function pickPlace(view: MapView, signal: AbortSignal): Promise<PickedPlace | undefined> {
  return new Promise((resolve) => {
    const { container } = view;
    const stops: (() => void)[] = [];
    const end = (point: Point | null | undefined) => {
      for (const stop of stops) stop();
      const { latitude, longitude } = point ?? {};
      const known = typeof latitude === 'number' && typeof longitude === 'number';
      resolve(known ? { latitude, longitude: wrapLongitude(longitude) } : undefined);
    };
    const handle = view.on('click', (event) => {
      event.stopPropagation();
      end(event.mapPoint);
    });
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape') end(undefined);
      const onMap = target instanceof Node && container?.contains(target);
      if (key === 'Enter' && onMap) end(view.center);
    };
    const onAbort = () => end(undefined);
    document.addEventListener('keydown', onKey);
    signal.addEventListener('abort', onAbort);
    if (container) container.style.cursor = 'crosshair';
    stops.push(
      () => handle.remove(),
      () => document.removeEventListener('keydown', onKey),
      () => signal.removeEventListener('abort', onAbort),
      () => container && (container.style.cursor = ''),
    );
    if (signal.aborted) end(undefined);
  });
}

function stackAt(view: MapView, stacks: readonly PinStack[], spot: { x: number; y: number }) {
  const reached = stacks.flatMap((stack) => {
    const drawnAt = view.toScreen(pointOf(stack.pins[0]));
    const away = drawnAt ? Math.hypot(drawnAt.x - spot.x, drawnAt.y - pinHeight - spot.y) : Infinity;
    return away <= reachPixels ? [{ stack, away }] : [];
  });
  return reached.toSorted((a, b) => a.away - b.away)[0]?.stack;
}

function graphicsOf(
  stacks: readonly PinStack[],
  { views, color }: Pick<CommentScene, 'views' | 'color'>,
): Graphic[] {
  const leadingLast = stacks.toSorted((a, b) => Number(a.leading) - Number(b.leading));
  return [...views.flatMap(viewGraphics), ...leadingLast.flatMap((stack) => stackGraphics(stack, color))];
}

function stackGraphics({ pins, count, leading }: PinStack, color: string): Graphic[] {
  const geometry = pointOf(pins[0]);
  const size = leading ? 42 : 34;
  const middle = size * 0.56;
  return [
    new Graphic({
      geometry,
      symbol: new PictureMarkerSymbol({
        url: `data:image/svg+xml;base64,${btoa(bubble(color, leading))}`,
        width: `${size}px`,
        height: `${size}px`,
        yoffset: `${size / 2}px`,
      }),
    }),
    new Graphic({
      geometry,
      symbol: new TextSymbol({
        text: count > 99 ? '99+' : String(count),
        color: 'white',
        yoffset: `${middle}px`,
        verticalAlignment: 'middle',
        font: { family: 'sans-serif', size: 10, weight: 'bold' },
      }),
    }),
  ];
}

/** A speech bubble; its tip is in the middle of the bottom edge. */
function bubble(color: string, leading: boolean): string {
  const rim = leading ? 6 : 4;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="84" height="84" viewBox="0 0 84 84">` +
    `<path d="M20 6 H64 A14 14 0 0 1 78 20 V46 A14 14 0 0 1 64 60 H52 L42 80 L32 60 H20 A14 14 0 0 1 6 46 V20 A14 14 0 0 1 20 6 Z" ` +
    `fill="${color}" stroke="#fff" stroke-width="${rim}"/></svg>`
  );
}

function viewGraphics({ name, rectangle, color }: OtherView): Graphic[] {
  const extent = extentOf(rectangle);
  return [
    new Graphic({
      geometry: Polygon.fromExtent(extent),
      symbol: new SimpleFillSymbol({ color: [0, 0, 0, 0], outline: { color, width: 2, style: 'dash' } }),
    }),
    new Graphic({
      // Two people often have the same view, whose corner is below the search.
      geometry: new Point({ latitude: extent.ymax, longitude: extent.center.x }),
      symbol: new TextSymbol({
        text: name,
        color: 'white',
        backgroundColor: color,
        horizontalAlignment: 'center',
        verticalAlignment: 'top',
        font: { family: 'sans-serif', size: 10, weight: 'bold' },
      }),
    }),
  ];
}

function extentOf([xmin, ymin, xmax, ymax]: Area): Extent {
  return new Extent({ xmin, ymin, xmax, ymax, spatialReference: { wkid: 4326 } });
}

function pointOf({ latitude, longitude }: PickedPlace): Point {
  return new Point({ latitude, longitude });
}
