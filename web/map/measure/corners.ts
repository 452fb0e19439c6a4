import type Point from '@arcgis/core/geometry/Point.js';
import type { MapInternals } from '../map-model.ts';
import { createStore, type Store } from '../../store.ts';

/**
 * Maximum distance of a double-click in pixels: less than the 10 that an arrow key moves the map before Space
 * sets a vertex.
 */
const samePlace = 8;

/** The clicked vertices of a line or an area. */
export interface Clicked {
  corners: readonly Point[];
  /** The mouse position, as the possible next vertex. */
  pointer: Point | undefined;
  /** Whether the last vertex has been set. */
  done: boolean;
}

export interface Corners {
  readonly clicked: Store<Clicked>;
  /** Releases the clicks to the map. */
  stop(): void;
}

/** Z as in the SDK’s drawing tools. */
const removes: ReadonlySet<string> = new Set(['z', 'Z', 'Backspace']);

const isCommand = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey;

const nothing: Clicked = { corners: [], pointer: undefined, done: false };

/**
 * Collects clicks on a map as the vertices of a measurement. It needs only the SDK's view, so that the first click
 * counts even while the drawing code is loading.
 *
 * Clicks that were held while the tool's panel loaded are the first ones.
 *
 * A double-click or Enter sets the last vertex without zooming; Z and Backspace remove it; Escape starts over.
 *
 * @param min minimum number of vertices
 * @param max the vertex that ends it without a double-click
 */
export function takeCorners(
  { view, claimClicks, takeHeldClicks, onLeave }: MapInternals,
  min: number,
  max = Infinity,
): Corners {
  const release = claimClicks();
  const clicked = createStore(nothing);
  const { container } = view;
  const point = (on: boolean) => {
    if (container instanceof HTMLElement) container.style.cursor = on ? 'crosshair' : '';
  };
  const isAgain = (last: Point | undefined, { x, y }: { x: number; y: number }) => {
    const before = last && view.toScreen(last);
    return Boolean(before && Math.hypot(before.x - x, before.y - y) <= samePlace);
  };
  const end = () => {
    const { corners, done } = clicked.get();
    if (done || corners.length < min) return;
    clicked.set({ corners, pointer: undefined, done: true });
    point(false);
  };
  const add = (corner: Point) => {
    const { corners, done } = clicked.get();
    clicked.set({ corners: [...corners, corner], pointer: undefined, done });
    if (corners.length + 1 >= max) end();
  };
  const removeLast = () => {
    const { corners } = clicked.get();
    clicked.set({ corners: corners.slice(0, -1), pointer: undefined, done: false });
  };
  const click = (event: { x: number; y: number; mapPoint: Point }) => {
    const { corners, done } = clicked.get();
    if (!done && !isAgain(corners.at(-1), event)) add(event.mapPoint);
  };
  const handles = [
    // Not `click`, which waits for a second click and would ignore two quick ones.
    view.on('immediate-click', (event) => {
      if (event.button === 0 && event.mapPoint) click(event);
    }),
    view.on('double-click', (event) => {
      if (clicked.get().done) return;
      event.stopPropagation();
      end();
    }),
    view.on('pointer-move', (event) => {
      const now = clicked.get();
      if (now.done || now.corners.length === 0 || (event.native as PointerEvent).pointerType === 'touch')
        return;
      clicked.set({ ...now, pointer: view.toMap(event) ?? undefined });
    }),
    view.on('key-down', (event) => {
      if (clicked.get().done) return;
      if (event.key === 'Enter') end();
      else if (removes.has(event.key) && !isCommand(event.native as KeyboardEvent)) removeLast();
      else if (event.key === 'Escape') clicked.set(nothing);
      else return;
      event.stopPropagation();
    }),
  ];
  point(true);
  for (const event of takeHeldClicks()) {
    if (event.type === 'immediate-click') click(event);
    else end();
  }
  let stopped = false;
  const stop = () => {
    if (stopped) return;
    stopped = true;
    unregister();
    for (const handle of handles) handle.remove();
    release();
    point(false);
  };
  const unregister = onLeave(stop);
  return { clicked, stop };
}
