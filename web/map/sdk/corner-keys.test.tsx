import Graphic from '@arcgis/core/Graphic.js';
import Point from '@arcgis/core/geometry/Point.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import { fireEvent } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { moveCornersByKeyboard } from './corner-keys.ts';

const spatialReference = { wkid: 3857 };
const square = [
  [0, 0],
  [0, 100],
  [100, 100],
  [100, 0],
];

/** A square whose corners are changed, in a view of 600 by 400 pixels of one metre. */
function rig() {
  const container = document.createElement('div');
  container.innerHTML = '<div class="esri-view-surface" tabindex="0"></div>';
  document.body.append(container);
  const surface = container.firstElementChild as HTMLElement;
  const received: string[] = [];
  for (const type of ['pointerdown', 'pointerup'] as const)
    surface.addEventListener(type, ({ clientX, clientY }) => received.push(`${type} ${clientX},${clientY}`));
  const rings = [[...square, [0, 0]]];
  const graphic = new Graphic({ geometry: new Polygon({ rings, spatialReference }) });
  // Its changes can be watched, like those of a view.
  const centre = new Graphic({ geometry: new Point({ x: 500, y: 500, spatialReference }) });
  const view = {
    container,
    get center() {
      return centre.geometry as Point;
    },
    set center(point) {
      centre.geometry = point;
    },
    toScreen: ({ x, y }: Point) => ({ x: 300 + x - view.center.x, y: 200 - y + view.center.y }),
    hitTest: async () => ({
      results: square.map(([x, y]) => ({
        type: 'graphic',
        graphic: new Graphic({ geometry: new Point({ x: x ?? 0, y: y ?? 0, spatialReference }) }),
      })),
    }),
  };
  type Listener = (event: { state?: string }) => void;
  const listeners = new Map<string, Listener>();
  const sketch = {
    state: 'active',
    updateGraphics: { length: 1, at: () => graphic },
    undo: vi.fn<() => void>(),
    on: (name: string, listener: Listener) => {
      listeners.set(name, listener);
      return { remove: () => listeners.delete(name) };
    },
  };
  const announcePoint = vi.fn<(point: Point, held?: boolean) => void>();
  const moved = vi.fn<() => void>();
  const stop = moveCornersByKeyboard({ view: view as never, announcePoint }, sketch as never, moved);
  onTestFinished(() => {
    stop();
    container.remove();
  });
  return {
    sketch,
    received,
    announcePoint,
    moved,
    /** The SDK reports something. */
    report: (name: string, event: { state?: string } = {}) => listeners.get(name)?.(event),
    goTo: (x: number, y: number) => (view.center = new Point({ x, y, spatialReference })),
    place: () => [view.center.x, view.center.y],
    ring: () => (graphic.geometry as Polygon).rings[0],
    /** @returns whether the key was left to the map */
    press: (key: string) => fireEvent.keyDown(surface, { key }),
    async pickUp() {
      fireEvent.keyDown(surface, { key: ' ' });
      await vi.waitFor(() => expect(announcePoint).toHaveBeenLastCalledWith(expect.anything(), true));
    },
  };
}

it('goes from corner to corner, and announces each', () => {
  const { press, place, announcePoint } = rig();
  press('PageDown');
  expect(place()).toEqual([0, 0]);
  press('PageUp');
  expect(place()).toEqual([100, 0]);
  press('PageDown');
  press('PageDown');
  expect(place()).toEqual([0, 100]);
  expect(announcePoint).toHaveBeenCalledTimes(4);
});

it('moves the corner that is picked up with the map, until it is put down', async () => {
  const { goTo, pickUp, press, ring, moved, received } = rig();
  goTo(3, 4);
  await pickUp();
  expect(received).toEqual(['pointerdown 297,204', 'pointerup 300,200']);
  goTo(-50, -60);
  await vi.waitFor(() => expect(ring()).toEqual([[-50, -60], ...square.slice(1), [-50, -60]]));
  expect(moved).toHaveBeenCalled();
  expect(press(' ')).toBe(false);
  goTo(-70, -60);
  await Promise.resolve();
  expect(ring()?.[0]).toEqual([-50, -60]);
});

it('returns a corner with Escape, and selects it for the key that deletes it', async () => {
  const { goTo, pickUp, press, sketch, received } = rig();
  goTo(100, 100);
  await pickUp();
  expect(press('Escape')).toBe(false);
  expect(sketch.undo).toHaveBeenCalledOnce();
  // It is the SDK's, which cancels.
  expect(press('Escape')).toBe(true);
  await pickUp();
  received.length = 0;
  expect(press('Delete')).toBe(true);
  expect(received).toEqual(['pointerdown 300,200', 'pointerup 300,200']);
});

it.each([
  ['undo', {}],
  ['update', { state: 'complete' }],
])('does not move a corner with the map after %s', async (name, event) => {
  const { goTo, pickUp, report, ring, moved } = rig();
  goTo(0, 0);
  await pickUp();
  report(name, event);
  moved.mockClear();
  goTo(-70, -60);
  await new Promise((resolve) => setTimeout(resolve));
  expect(moved).not.toHaveBeenCalled();
  expect(ring()?.[0]).toEqual([0, 0]);
});

it('does not drag a corner to the one that is gone to before it is picked up', async () => {
  const { goTo, press, received, ring } = rig();
  goTo(0, 0);
  press(' ');
  press('PageDown');
  press('PageDown');
  await new Promise((resolve) => setTimeout(resolve));
  expect(received).toEqual([]);
  expect(ring()?.[0]).toEqual([0, 0]);
});

it('leaves Space to the tool where no corner is, and all keys while nothing is changed', () => {
  const { goTo, press, sketch } = rig();
  goTo(50, 50);
  expect(press(' ')).toBe(true);
  sketch.state = 'ready';
  goTo(0, 0);
  expect(press(' ')).toBe(true);
  expect(press('PageDown')).toBe(true);
});
