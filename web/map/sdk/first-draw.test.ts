// @vitest-environment jsdom
import has from '@arcgis/core/core/has.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawSparingly } from './first-draw.ts';

const isSparing = () => has('esri-force-performance-mode');
const fading = () => has('mapview-transitions-duration');
/** Frames of which the SDK draws one while it draws sparingly. */
const frames = () => has('esri-performance-mode-frames-between-render');

const settings = [
  'esri-force-performance-mode',
  'mapview-transitions-duration',
  'esri-performance-mode-frames-between-render',
].map((name) => ({ name, value: has(name) }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  for (const { name, value } of settings) has.add(name, value, true, true);
});

/** A view that is being drawn, with a picture that the SDK has moved. */
function open(view: { ready: boolean; updating: boolean }) {
  const container = document.createElement('div');
  const canvas = document.createElement('canvas');
  canvas.style.transform = 'matrix(1, 0, 0, 1, 5, 5)';
  container.append(canvas);
  drawSparingly(view as MapView, container);
  return { container, canvas };
}

test('a map is drawn as usual once all of it was drawn', async () => {
  open({ ready: true, updating: false });
  expect([isSparing(), frames(), fading()]).toEqual([true, 8, 1]);
  await vi.advanceTimersByTimeAsync(0);
  expect([isSparing(), fading()]).toEqual([false, 200]);
});

test.each(['pointerdown', 'wheel', 'keydown'])('and at the first %s', (name) => {
  const { container, canvas } = open({ ready: true, updating: true });
  container.dispatchEvent(new Event(name));
  expect([isSparing(), canvas.style.transform]).toEqual([false, '']);
});

test('and when it takes long', async () => {
  open({ ready: true, updating: true });
  await vi.advanceTimersByTimeAsync(8000);
  expect(isSparing()).toBe(false);
});

test('a browser without a graphics card fades nothing in and draws as rarely as the SDK wants, before and after', async () => {
  open({ ready: true, updating: false });
  // The SDK looks for the card when it has a canvas.
  has.add('mapview-transitions-duration', 0, true, true);
  expect([frames(), fading()]).toEqual([20, 0]);
  await vi.advanceTimersByTimeAsync(0);
  expect([frames(), fading()]).toEqual([20, 0]);
});
