import Extent from '@arcgis/core/geometry/Extent.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { goToFeatures } from './go-to-features.ts';

const spatialReference = { wkid: 102_100 };
const box = (xmin: number, xmax: number) =>
  new Extent({ xmin, xmax, ymin: 0, ymax: 100, spatialReference: { wkid: 102_100 } });
const layerWith = (extent: Extent | null) =>
  ({
    queryExtent: vi.fn<() => Promise<object>>(async () => ({ count: 1, extent })),
  }) as unknown as FeatureLayer;

async function shown(features: Parameters<typeof goToFeatures>[1]) {
  const goToAll = vi.fn<(extent: Extent) => Promise<void>>(async () => {});
  await goToFeatures({ view: { spatialReference }, goToAll } as unknown as MapInternals, features);
  const extent = goToAll.mock.lastCall?.[0];
  return extent && [extent.xmin, extent.ymin, extent.xmax, extent.ymax].map(Math.round);
}

it('features of all layers are shown with a margin', async () => {
  const features = [
    [layerWith(box(0, 100)), [1]],
    [layerWith(box(900, 1000)), [7, 8]],
    [layerWith(null), [2]],
  ] as const;
  expect(await shown(features)).toEqual([-100, -10, 1100, 110]);
});

it('the map does not move without features', async () => {
  const layer = layerWith(box(0, 100));
  expect(await shown([[layer, []]])).toBeUndefined();
  expect(layer.queryExtent).not.toHaveBeenCalled();
});

it('the features are those of the moment that their layer shows', async () => {
  const historicMoment = new Date(Date.UTC(2026, 0, 1));
  const layer = Object.assign(layerWith(box(0, 100)), { historicMoment });
  await shown([[layer, [1]]]);
  expect(layer.queryExtent).toHaveBeenCalledWith(expect.objectContaining({ historicMoment }));
});
