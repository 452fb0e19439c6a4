import ArcgisMap from '@arcgis/core/Map.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import Collection from '@arcgis/core/core/Collection.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MapState } from '../map-state.ts';
import { watchLayers } from './watch-view.ts';

/** A ready view, with the parts needed to track its layers. */
function rig() {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  const drawings = new GraphicsLayer({ id: 'drawings', title: 'Drawings' });
  const handles: { remove(): void }[] = [];
  const view = {
    ready: true,
    destroyed: false,
    map: new ArcgisMap({ layers: [drawings] }),
    allLayerViews: new Collection(),
    on: () => ({ remove() {} }),
    addHandles: (more: { remove(): void }[]) => handles.push(...more),
  } as unknown as MapView;
  const patch = vi.fn<(change: Partial<MapState>) => void>();
  onTestFinished(() => {
    for (const handle of handles) handle.remove();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  watchLayers(view, patch);
  return { drawings, patched: () => patch.mock.lastCall?.[0].layers?.[0] };
}

describe('the state of the layers', () => {
  it('reports a new opacity before the next key press', async () => {
    const { drawings, patched } = rig();
    for (const opacity of [0.99, 0.98, 0.97]) {
      drawings.opacity = opacity;
      await Promise.resolve();
      expect(patched()?.opacity).toBe(opacity);
    }
  });

  it('reports a hidden layer at once, whatever the timers do', async () => {
    const { drawings, patched } = rig();
    drawings.visible = false;
    await Promise.resolve();
    expect(patched()?.visible).toBe(false);
  });
});
