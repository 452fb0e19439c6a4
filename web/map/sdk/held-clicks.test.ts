import { expect, it, vi } from 'vitest';
import { HeldClicks, placesOf } from './held-clicks.ts';

function rig() {
  const listeners = new Map<string, (event: object) => void>();
  const classes = new Set<string>();
  const view = {
    on: (type: string, listener: (event: object) => void) => {
      listeners.set(type, listener);
      return { remove: () => listeners.delete(type) };
    },
    container: {
      classList: {
        add: (name: string) => classes.add(name),
        remove: (name: string) => classes.delete(name),
      },
    },
  } as unknown as ConstructorParameters<typeof HeldClicks>[0];
  const release = vi.fn<() => void>();
  const claim = vi.fn<() => () => void>(() => release);
  const clicks = new HeldClicks(view, claim);
  const happen = (type: string, x: number, y: number, button = 0) => {
    const stopPropagation = vi.fn<() => void>();
    listeners.get(type)?.({ x, y, button, mapPoint: { x, y }, stopPropagation });
    return stopPropagation.mock.calls.length > 0;
  };
  return { clicks, happen, listeners, classes, claim, release };
}

const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

it('keeps clicks for the tool, and a double-click does not zoom', () => {
  const { clicks, happen, classes, claim } = rig();
  clicks.hold();
  expect(claim).toHaveBeenCalledOnce();
  expect(classes).toContain('holds-clicks');
  // A stopped click would not become a double-click.
  expect(happen('immediate-click', 10, 20)).toBe(false);
  happen('immediate-click', 30, 40);
  expect(happen('double-click', 30, 40)).toBe(true);
  const taken = clicks.take();
  expect(taken.map(({ type, x }) => [type, x])).toEqual([
    ['immediate-click', 10],
    ['immediate-click', 30],
    ['double-click', 30],
  ]);
  expect(clicks.take()).toEqual([]);
});

it('keeps none of the other mouse buttons', () => {
  const { clicks, happen } = rig();
  clicks.hold();
  happen('immediate-click', 10, 20, 2);
  expect(clicks.take()).toEqual([]);
});

it('continues from the panel to the session that it opens', async () => {
  const { clicks, happen, claim, release } = rig();
  const ofPanel = clicks.hold();
  happen('immediate-click', 10, 20);
  ofPanel();
  const ofSession = clicks.hold();
  ofPanel();
  await settled();
  expect(release).not.toHaveBeenCalled();
  happen('immediate-click', 30, 40);
  ofSession();
  expect(placesOf(clicks.take())).toEqual([
    { x: 10, y: 20 },
    { x: 30, y: 40 },
  ]);
  await settled();
  expect(claim).toHaveBeenCalledOnce();
  expect(release).toHaveBeenCalledOnce();
});

it('gives the map its clicks back, and drops what no tool took', async () => {
  const { clicks, happen, listeners, classes, release } = rig();
  const letGo = clicks.hold();
  happen('immediate-click', 10, 20);
  letGo();
  await settled();
  expect([listeners.size, classes.size]).toEqual([0, 0]);
  expect(release).toHaveBeenCalledOnce();
  clicks.hold();
  expect(clicks.take()).toEqual([]);
});

it('has one place for a double-click', () => {
  const { clicks, happen } = rig();
  clicks.hold();
  happen('immediate-click', 10, 20);
  happen('immediate-click', 12, 21);
  happen('double-click', 12, 21);
  happen('immediate-click', 60, 20);
  expect(placesOf(clicks.take())).toEqual([
    { x: 10, y: 20 },
    { x: 60, y: 20 },
  ]);
});
