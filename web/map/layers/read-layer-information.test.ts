import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import PortalItem from '@arcgis/core/portal/PortalItem.js';
import { expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { readLayerInformation } from './read-layer-information.ts';

vi.stubGlobal('location', new URL('http://maps.example/demo/map'));
vi.mock('../sdk/plain-text.ts', () => ({
  plainText: (html: string) => html.replaceAll(/<[^>]*>/g, '').trim(),
}));

function internals(layer: FeatureLayer): MapInternals {
  const layers = { toArray: () => [layer] };
  return { view: { map: { layers, allLayers: layers } } } as unknown as MapInternals;
}

const described = {
  currentVersion: 11.2,
  id: 3,
  name: 'Stops',
  type: 'Feature Layer',
  description: '<p>All <b>stops</b></p>',
  copyrightText: 'Transit office',
  geometryType: 'esriGeometryPoint',
  objectIdField: 'OBJECTID',
  capabilities: 'Query',
  extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 102_100, latestWkid: 3857 } },
  fields: [{ name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' }],
  editingInfo: { lastEditDate: 1_700_000_000_000 },
};

function layerOf(url: string): FeatureLayer {
  const layer = new FeatureLayer({ id: 'stops', url });
  layer.sourceJSON = described;
  vi.spyOn(layer, 'queryFeatureCount').mockResolvedValue(1234);
  return layer;
}

it('reads what a service states about its data', async () => {
  const layer = layerOf('https://x.example/arcgis/rest/services/Stops/FeatureServer/3?token=secret');
  expect(await readLayerInformation(internals(layer), 'stops')).toEqual({
    description: 'All stops',
    credits: 'Transit office',
    terms: undefined,
    source: 'https://x.example/arcgis/rest/services/Stops/FeatureServer/3',
    item: undefined,
    geometry: 'point',
    features: 1234,
    fields: 1,
    wkid: 3857,
    edited: 1_700_000_000_000,
  });
});

it('prefers the texts of the item, and works without an answer for the count', async () => {
  const layer = layerOf('https://x.example/arcgis/rest/services/Stops/FeatureServer/3');
  const item = new PortalItem({
    id: '0123456789abcdef0123456789abcdef',
    title: 'Stops',
    owner: 'ada',
    snippet: 'Every stop',
    accessInformation: 'Harbour city',
    licenseInfo: '<a href="x">CC BY</a>',
  });
  const properties = { mappingTranslations: { de: { title: 'Haltestellen' } } };
  item.sourceJSON = { properties };
  vi.spyOn(item, 'load').mockRejectedValue(new Error('not readable'));
  layer.portalItem = item;
  vi.spyOn(layer, 'queryFeatureCount').mockRejectedValue(new Error('busy'));
  const found = await readLayerInformation(internals(layer), 'stops');
  expect(found).toMatchObject({
    description: 'Every stop',
    credits: 'Harbour city',
    terms: 'CC BY',
    features: undefined,
    item: { title: 'Stops', snippet: 'Every stop', properties, owner: 'ada' },
  });
});
