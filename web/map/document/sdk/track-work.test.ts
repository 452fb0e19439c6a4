import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import WebMap from '@arcgis/core/WebMap.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MapInside } from '../../map-model.ts';
import { trackWork } from './track-work.ts';

vi.stubGlobal('location', new URL('http://maps.example/demo/map'));

function rig() {
  const stops = new FeatureLayer({ id: 'stops', title: 'Stops', url: 'https://x.example/FeatureServer/0' });
  const drawings = new GraphicsLayer({ id: 'drawings', title: 'Drawings' });
  const map = new WebMap({ layers: [stops, drawings] });
  const stopping: (() => void)[] = [];
  const inside = {
    view: { map, destroyed: false },
    source: { webMap: undefined, basemap: { light: '', dark: '' } },
    onLeave: (stop: () => void) => stopping.push(stop),
  } as unknown as MapInside;
  onTestFinished(() => stopping.forEach((stop) => stop()));
  return { map, stops, drawings, work: trackWork(inside) };
}

describe('following the work on a map', () => {
  it('sees a layer being hidden', async () => {
    const { stops, work } = rig();
    expect(work.state.get().dirty).toBe(false);
    stops.visible = false;
    await vi.waitFor(() => expect(work.state.get().dirty).toBe(true));
    expect(work.state.get().undo).toEqual([{ kind: 'layer-hidden', layer: 'Stops' }]);
    work.undo();
    expect(stops.visible).toBe(true);
    expect(work.state.get().dirty).toBe(false);
  });

  it('takes the presses of a key on a layer’s opacity as one step, and another layer’s as the next', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { stops, drawings, work } = rig();
    const fade = async (layer: { opacity: number }, opacity: number) => {
      layer.opacity = opacity;
      await vi.advanceTimersByTimeAsync(600);
    };
    for (const opacity of [0.9, 0.8, 0.7]) await fade(stops, opacity);
    await fade(drawings, 0.5);
    work.undo();
    expect([stops.opacity, drawings.opacity]).toEqual([0.7, 1]);
    work.undo();
    expect(stops.opacity).toBe(1);
    expect(work.state.get().undo).toBeUndefined();
  });

  it('takes a change of opacity after a while as a step of its own', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { stops, work } = rig();
    stops.opacity = 0.9;
    await vi.advanceTimersByTimeAsync(5000);
    stops.opacity = 0.8;
    await vi.advanceTimersByTimeAsync(5000);
    work.undo();
    expect(stops.opacity).toBe(0.9);
  });
});
