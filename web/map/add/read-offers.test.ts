import { expect, it } from 'vitest';
import { offersOfArcgis, offersOfCollections, withLegends } from './read-offers.ts';

it('lists the layers of an ArcGIS service with the names of their groups', () => {
  const layers = [
    { id: 0, name: 'Water', type: 'Group Layer', parentLayerId: -1, subLayerIds: [1, 2] },
    { id: 1, name: 'Rivers', type: 'Feature Layer', geometryType: 'esriGeometryPolyline', parentLayerId: 0 },
    { id: 2, name: 'Depth', type: 'Raster Layer', parentLayerId: 0, subLayerIds: null },
    { id: 3, name: 'Quays', type: 'Feature Layer', geometryType: 'esriGeometryPolygon', parentLayerId: -1 },
  ];
  expect(offersOfArcgis({ layers, tables: [{ id: 4, name: 'Owners' }] })).toEqual([
    { id: '1', title: 'Water › Rivers', kind: 'lines' },
    { id: '2', title: 'Water › Depth', kind: 'picture' },
    { id: '3', title: 'Quays', kind: 'areas' },
  ]);
});

it('reads incomplete descriptions, and groups that contain themselves', () => {
  expect(offersOfArcgis({})).toEqual([]);
  const layers = [{ id: 0, parentLayerId: 0 }, { name: 'No id' }];
  expect(offersOfArcgis({ layers })).toEqual([{ id: '0', title: '0 › 0 › 0 › 0 › 0', kind: 'features' }]);
});

it('lists the collections of features of an OGC API', () => {
  const collections = [
    { id: 'lakes', title: 'Lakes', itemType: 'feature' },
    { id: 'obs' },
    { id: 'records', itemType: 'record' },
    { title: 'No id' },
  ];
  expect(offersOfCollections({ collections })).toEqual([
    { id: 'lakes', title: 'Lakes', kind: 'features' },
    { id: 'obs', title: 'obs', kind: 'features' },
  ]);
  expect(offersOfCollections({ error: 'none' })).toEqual([]);
});

it('adds the legends of a map service, and ignores anything but pictures', () => {
  const offers = [
    { id: '1', title: 'Rivers', kind: 'lines' },
    { id: '2', title: 'Depth', kind: 'picture' },
  ] as const;
  const legend = {
    layers: [
      {
        layerId: 1,
        legend: [
          { label: 'Large', imageData: 'AAAA', contentType: 'image/png' },
          { label: 'Script', imageData: 'AAAA', contentType: 'text/html' },
        ],
      },
    ],
  };
  expect(withLegends(offers, legend)).toEqual([
    { ...offers[0], swatches: [{ label: 'Large', picture: 'data:image/png;base64,AAAA' }] },
    offers[1],
  ]);
  for (const other of [undefined, '<html>', { layers: 'none' }, { layers: [{ layerId: 1, legend: 'x' }] }])
    expect(withLegends(offers, other)).toEqual(offers);
});
