import ArcgisMap from '@arcgis/core/Map.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import { expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { addFeatures } from './add-features.ts';
import type { AddableFeature } from './add-layers.ts';

vi.mock('../document/sdk/read-document.ts', () => ({ maxFeatures: 3 }));

it('the features that a saved map leaves out are counted, of each layer by itself', async () => {
  // Loading starts a worker, which needs a page.
  for (const kind of [FeatureLayer, GroupLayer])
    vi.spyOn(kind.prototype, 'load').mockImplementation(async function (this: never) {
      return this;
    });
  const internals = { view: { map: new ArcgisMap() }, goToAll: async () => {} } as unknown as MapInternals;
  const point = (x: number): AddableFeature => ({
    geometry: { type: 'Point', coordinates: [x, 0] },
    properties: null,
  });
  const line: AddableFeature = {
    geometry: {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    },
    properties: null,
  };
  const points = [1, 2, 3, 4, 5].map(point);
  expect(await addFeatures(internals, 'Trees', [...points, line])).toMatchObject({
    unsaved: { features: 2, most: 3 },
  });
  expect(await addFeatures(internals, 'Few', [...points.slice(2), line])).not.toHaveProperty('unsaved');
});
