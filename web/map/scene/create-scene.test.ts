import Camera from '@arcgis/core/Camera.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import Viewpoint from '@arcgis/core/Viewpoint.js';
import { afterEach, expect, it, vi } from 'vitest';
import type { WebMapJson } from '../document/web-map-json.ts';
import type { MapInternals } from '../map-model.ts';
import { createScene } from './create-scene.ts';

afterEach(() => vi.unstubAllGlobals());

it('places the labels of lines and areas as scenes can, and those of points as the map does', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('unreachable');
  });
  const placements = [
    'esriServerPolygonPlacementAlwaysHorizontal',
    'esriServerLinePlacementCenterAlong',
    'esriServerPointLabelPlacementBelowLeft',
  ];
  const labelled = (labelPlacement: string, index: number) => ({
    id: `labelled-${index}`,
    title: 'Labelled',
    layerType: 'ArcGISFeatureLayer',
    url: `https://gis.invalid/server/rest/services/Labelled/FeatureServer/${index}`,
    layerDefinition: {
      drawingInfo: {
        labelingInfo: [
          {
            labelPlacement,
            labelExpressionInfo: { expression: '$feature.name' },
            symbol: { type: 'esriTS' },
          },
        ],
      },
    },
  });
  const layers = placements.map(labelled);
  const document = {
    version: '2.34',
    operationalLayers: [{ id: 'group', layerType: 'GroupLayer', layers: layers.slice(1) }, layers[0]],
  } as WebMapJson;
  const scene = await createScene(document, { view: { map: {} }, source: {} } as unknown as MapInternals);
  const placementOf = (id: string) =>
    (scene.allLayers.find((layer) => layer.id === id) as FeatureLayer).labelingInfo?.[0]?.labelPlacement;
  expect(layers.map(({ id }) => placementOf(id))).toEqual([null, null, 'below-left']);
});

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
