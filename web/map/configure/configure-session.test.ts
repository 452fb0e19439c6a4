import ArcgisMap from '@arcgis/core/Map.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { openAppearance } from './configure-session.ts';

async function open() {
  const layer = new FeatureLayer({ id: 'stops', source: [], geometryType: 'point' });
  layer.load = async () => layer;
  const goTo = vi.fn<(target: object) => Promise<void>>(async () => {});
  const view = { map: new ArcgisMap({ layers: [layer] }), scale: 5123.4, goTo };
  const session = await openAppearance({ view } as unknown as MapInternals, 'stops');
  return { layer, view, goTo, session };
}

it('shows the map at a scale, and reads its own, without a change of the layer', async () => {
  const { layer, view, goTo, session } = await open();
  session.showScale(50_000);
  expect(goTo).toHaveBeenCalledExactlyOnceWith({ scale: 50_000 });
  expect(session.scale()).toBe(5123.4);
  view.scale = 900;
  expect(session.scale()).toBe(900);
  expect([layer.minScale, layer.maxScale, session.state.get().changed]).toEqual([0, 0, false]);
});
