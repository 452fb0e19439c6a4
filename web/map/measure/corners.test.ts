import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import type { HeldClick } from '../sdk/held-clicks.ts';
import { takeCorners } from './corners.ts';

/** A view whose pixels are its coordinates. */
function rig(min = 2, held: readonly HeldClick[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const release = vi.fn<() => void>();
  const view = {
    on: (type: string, listener: (event: object) => void) => {
      listeners.set(type, listener);
      return { remove: () => listeners.delete(type) };
    },
    toScreen: (place: object) => place,
    toMap: ({ x, y }: { x: number; y: number }) => ({ x, y }),
    container: null,
    center: { x: 50, y: 60, clone: () => ({ x: 50, y: 60 }) },
  };
  vi.stubGlobal('HTMLElement', Object);
  onTestFinished(() => void vi.unstubAllGlobals());
  const internals = {
    view,
    claimClicks: () => release,
    takeHeldClicks: () => held,
    onLeave: () => () => {},
  } as unknown as MapInternals;
  const corners = takeCorners(internals, min);
  const happen = (type: string, event: object) => {
    const stopPropagation = vi.fn<() => void>();
    listeners.get(type)?.({ button: 0, native: { pointerType: 'mouse' }, stopPropagation, ...event });
    return stopPropagation.mock.calls.length > 0;
  };
  return {
    corners,
    release,
    listeners,
    happen,
    click: (x: number, y: number, button = 0) =>
      happen('immediate-click', { x, y, button, mapPoint: { x, y } }),
    clicked: () => corners.clicked.get(),
  };
}

describe('the vertices of a measurement', () => {
  it('are counted from the first click, however quickly they follow each other', () => {
    const { click, clicked } = rig();
    click(100, 100);
    click(200, 100);
    click(200, 160);
    expect(clicked().corners).toEqual([
      { x: 100, y: 100 },
      { x: 200, y: 100 },
      { x: 200, y: 160 },
    ]);
  });

  it('begin with the clicks that came while the panel loaded, a double-click among them', () => {
    const held = (type: HeldClick['type'], x: number) =>
      ({ type, x, y: 100, mapPoint: { x, y: 100 } }) as HeldClick;
    const line = [held('immediate-click', 100), held('immediate-click', 200)];
    const { clicked, click } = rig(2, line);
    click(300, 100);
    expect(clicked().corners).toHaveLength(3);
    const ended = rig(2, [...line, held('immediate-click', 202), held('double-click', 202)]);
    expect(ended.clicked()).toMatchObject({ corners: [{ x: 100 }, { x: 200 }], done: true });
  });

  it('may be as near as one step of an arrow key, and nearer clicks are those of a double-click', () => {
    const { click, clicked } = rig();
    click(100, 100);
    click(104, 100);
    click(110, 100);
    expect(clicked().corners).toEqual([
      { x: 100, y: 100 },
      { x: 110, y: 100 },
    ]);
  });

  it('are removed from the last on by Z and Backspace, and by no command of the browser', () => {
    const { click, happen, clicked } = rig();
    click(100, 100);
    click(200, 100);
    click(200, 160);
    expect(happen('key-down', { key: 'z', native: { ctrlKey: true } })).toBe(false);
    expect(happen('key-down', { key: 'ArrowLeft' })).toBe(false);
    expect(happen('key-down', { key: 'z' })).toBe(true);
    happen('key-down', { key: 'Backspace' });
    expect(clicked()).toMatchObject({ corners: [{ x: 100, y: 100 }], done: false });
  });

  it('end with a double-click, which adds one vertex and does not zoom', () => {
    const { click, happen, clicked } = rig();
    click(100, 100);
    click(200, 100);
    click(202, 101);
    expect(happen('double-click', { x: 202, y: 101 })).toBe(true);
    expect(clicked()).toMatchObject({ corners: [{ x: 100 }, { x: 200 }], done: true });
    // Later clicks belong to the map again: a double-click zooms.
    click(300, 300);
    expect(happen('double-click', { x: 300, y: 300 })).toBe(false);
    expect(clicked().corners).toHaveLength(2);
  });

  it('have a minimum: an early double-click neither ends nor zooms', () => {
    const { click, happen, clicked } = rig(3);
    click(100, 100);
    click(100, 100);
    expect(happen('double-click', { x: 100, y: 100 })).toBe(true);
    expect(clicked()).toMatchObject({ corners: [{ x: 100, y: 100 }], done: false });
  });

  it('finish with Enter and restart with Escape', () => {
    const { click, happen, clicked } = rig();
    click(100, 100);
    expect(happen('key-down', { key: 'Escape' })).toBe(true);
    expect(clicked().corners).toEqual([]);
    click(100, 100);
    click(200, 100);
    expect(happen('key-down', { key: 'a' })).toBe(false);
    expect(happen('key-down', { key: 'Enter' })).toBe(true);
    expect(clicked().done).toBe(true);
  });

  it('preview under a mouse but not a finger', () => {
    const { click, happen, clicked } = rig();
    happen('pointer-move', { x: 50, y: 50 });
    expect(clicked().pointer).toBeUndefined();
    click(100, 100);
    happen('pointer-move', { x: 150, y: 150 });
    expect(clicked().pointer).toEqual({ x: 150, y: 150 });
    click(200, 100);
    happen('pointer-move', { x: 250, y: 250, native: { pointerType: 'touch' } });
    expect(clicked().pointer).toBeUndefined();
  });

  it('leave other mouse buttons, and all clicks after it stops, to the map', () => {
    const { corners, click, clicked, release, listeners } = rig();
    click(100, 100, 2);
    expect(clicked().corners).toEqual([]);
    corners.stop();
    corners.stop();
    expect(release).toHaveBeenCalledOnce();
    expect(listeners.size).toBe(0);
  });
});
