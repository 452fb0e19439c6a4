import Camera from '@arcgis/core/Camera.js';
import Viewpoint from '@arcgis/core/Viewpoint.js';
import { expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { createScene } from './create-scene.ts';

it('writes the tables of its map, whether they respond or not', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('unreachable');
  });
  const document = {
    version: '2.34',
    operationalLayers: [],
    tables: [
      {
        id: 'inspections',
        title: 'Inspections',
        layerType: 'ArcGISFeatureLayer',
        url: 'https://gis.invalid/server/rest/services/Trees/FeatureServer/1',
      },
    ],
  };
  const internals = { view: { map: {} }, source: {} } as unknown as MapInternals;
  const scene = await createScene(document, internals);
  await scene.load();
  const camera = new Camera({ position: { longitude: 71.4, latitude: 51.1, z: 1000 } });
  scene.initialViewProperties.viewpoint = new Viewpoint({ camera });
  expect(scene.toJSON()).toMatchObject({ tables: [{ id: 'inspections', title: 'Inspections' }] });
});
