import { expect, test } from 'vitest';
import { flatDocument } from './flat-document.ts';

const material = { color: [10, 20, 30], transparency: 50 };

test('blocks of a web scene are areas of a web map in the same colour', () => {
  const symbol = { type: 'PolygonSymbol3D', symbolLayers: [{ type: 'Extrude', material }] };
  const renderer = {
    type: 'uniqueValue',
    field1: 'use',
    uniqueValueInfos: [{ value: 1, symbol }],
    defaultSymbol: symbol,
    visualVariables: [
      { type: 'sizeInfo', axis: 'height', field: 'h' },
      { type: 'colorInfo', field: 'c' },
    ],
  };
  const scene = { operationalLayers: [{ id: 'a', layerDefinition: { drawingInfo: { renderer } } }] };
  const [layer] = flatDocument(scene).operationalLayers ?? [];
  const area = expect.objectContaining({ type: 'esriSFS', color: [10, 20, 30, 128] });
  expect(layer?.layerDefinition?.['drawingInfo']).toEqual({
    renderer: {
      type: 'uniqueValue',
      field1: 'use',
      uniqueValueInfos: [{ value: 1, symbol: area }],
      defaultSymbol: area,
      visualVariables: [{ type: 'colorInfo', field: 'c' }],
    },
  });
});

test.each([
  ['LineSymbol3D', { type: 'Line', material, size: 3 }, { type: 'esriSLS', width: 3 }],
  ['PointSymbol3D', { type: 'Icon', material, size: 12 }, { type: 'esriSMS', size: 12 }],
  ['PointSymbol3D', { type: 'Icon', resource: { href: 'a.png' } }, { type: 'esriPMS', url: 'a.png' }],
  ['PointSymbol3D', { type: 'Object', material }, { type: 'esriSMS', size: 9 }],
])('a %s has a flat form', (type, symbolLayer, expected) => {
  const renderer = { type: 'simple', symbol: { type, symbolLayers: [symbolLayer] } };
  const scene = { operationalLayers: [{ id: 'a', layerDefinition: { drawingInfo: { renderer } } }] };
  const [layer] = flatDocument(scene).operationalLayers ?? [];
  expect(layer?.layerDefinition?.['drawingInfo']).toMatchObject({ renderer: { symbol: expected } });
});

test('the viewpoint of a scene is kept from straight above, and its ground is left out', () => {
  const point = { x: 1, y: 2, z: 300, spatialReference: { wkid: 102100 } };
  const flat = flatDocument({
    ground: { layers: [{ url: 'x' }] },
    baseMap: { title: 'Map', baseMapLayers: [], elevationLayers: [{ url: 'x' }] },
    initialState: {
      viewpoint: { rotation: 20, scale: 5000, targetGeometry: point, camera: { tilt: 60 } },
      environment: { lighting: {} },
    },
    operationalLayers: [],
  });
  expect(flat).toEqual({
    version: '2.34',
    authoringApp: 'Mapping',
    baseMap: { title: 'Map', baseMapLayers: [] },
    initialState: {
      viewpoint: {
        rotation: 20,
        scale: 5000,
        targetGeometry: { x: 1, y: 2, spatialReference: { wkid: 102100 } },
      },
    },
    operationalLayers: [],
  });
});

test('layers that only scenes can draw keep their places, also in groups', () => {
  const buildings = { id: 'b', layerType: 'ArcGISSceneServiceLayer', url: 'https://gis.example/SceneServer' };
  const group = { id: 'g', layerType: 'GroupLayer', layers: [buildings] };
  expect(flatDocument({ operationalLayers: [group, buildings] }).operationalLayers).toEqual([
    group,
    buildings,
  ]);
});
