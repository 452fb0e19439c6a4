import type Point from '@arcgis/core/geometry/Point.js';
import { expect, it, vi } from 'vitest';
import { takeQuickClicks } from './quick-clicks.ts';

function rig(last: { x: number; y: number } | undefined) {
  const listeners = new Map<string, (event: object) => void>();
  const removed: string[] = [];
  const view = {
    on: (type: string, listener: (event: object) => void) => {
      listeners.set(type, listener);
      return { remove: () => removed.push(type) };
    },
    toScreen: (place: object) => place,
  } as unknown as Parameters<typeof takeQuickClicks>[0];
  const put = vi.fn<(place: Point) => void>();
  const stop = takeQuickClicks(view, () => last as Point | undefined, put);
  const happen = (type: string, x: number, y: number, button = 0) => {
    const stopPropagation = vi.fn<() => void>();
    listeners.get(type)?.({ x, y, button, mapPoint: { x, y }, stopPropagation });
    return stopPropagation.mock.calls.length > 0;
  };
  return { put, stop, happen, removed };
}

it('a click elsewhere while the tool is not ready adds a point and is not propagated', () => {
  const { put, happen } = rig({ x: 100, y: 100 });
  expect(happen('immediate-click', 100, 140)).toBe(true);
  expect(put.mock.calls).toEqual([[{ x: 100, y: 140 }]]);
});

it('a double-click adds no second point and does not zoom', () => {
  const { put, happen } = rig({ x: 100, y: 100 });
  expect(happen('immediate-click', 103, 98)).toBe(true);
  expect(happen('double-click', 103, 98)).toBe(true);
  expect(put).not.toHaveBeenCalled();
});

it.each([
  ['the tool is ready', undefined, 0],
  ['it is not the first button', { x: 100, y: 100 }, 2],
])('ignores a click when %s', (_why, last, button) => {
  const { put, happen } = rig(last);
  expect(happen('immediate-click', 300, 300, button)).toBe(false);
  expect(put).not.toHaveBeenCalled();
});

it('ends with the drawing', () => {
  const { stop, removed } = rig(undefined);
  stop();
  expect(removed).toEqual(['immediate-click', 'double-click']);
});
