import ArcgisMap from '@arcgis/core/Map.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { layerTimeout, watchSlowLayers } from './slow-layers.ts';

/** A layer whose service does not answer. */
function slowLayer(): GraphicsLayer {
  const layer = new GraphicsLayer({ id: 'stops' });
  Object.defineProperty(layer, 'loadStatus', { value: 'loading' });
  return layer;
}

it('a layer that is loaded again fails again when its service still does not answer', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  onTestFinished(() => void vi.useRealTimers());
  const map = new ArcgisMap({ layers: [slowLayer()] });
  const failures = new Map<string, unknown>();
  const handles: { remove(): void }[] = [];
  const view = { map, addHandles: (more: typeof handles) => handles.push(...more) } as unknown as MapView;
  onTestFinished(() => handles.forEach((handle) => handle.remove()));
  watchSlowLayers(view, failures, () => {});
  await vi.advanceTimersByTimeAsync(layerTimeout);
  expect([...failures.keys()]).toEqual(['stops']);
  failures.clear();
  map.layers.splice(0, 1, slowLayer());
  await vi.advanceTimersByTimeAsync(layerTimeout + 1000);
  expect([...failures.keys()]).toEqual(['stops']);
});
