import { describe, expect, it, vi } from 'vitest';
import { prefetchLayerResources } from './prefetch-layer-resources.ts';
import type { MapPortal } from './map-source.ts';

const restUrl = 'https://portal.example.org/sharing/rest';

function portal(token?: string): MapPortal {
  const credential = token ? { server: restUrl, token, expires: 0, userId: 'ada' } : undefined;
  return {
    url: 'https://portal.example.org',
    restUrl,
    session: { credential, subscribe: () => () => {}, renew: () => Promise.resolve('') },
  };
}

const webMap = {
  operationalLayers: [
    { layerType: 'GeoJSON', itemId: 'a1', url: `${restUrl}/content/items/a1/data` },
    { layerType: 'ArcGISFeatureLayer', itemId: 'b2', url: 'https://gis.example.org/FeatureServer/0' },
    { layerType: 'ArcGISFeatureLayer', url: 'https://gis.example.org/FeatureServer/7' },
    { layerType: 'ArcGISFeatureLayer', url: 'https://gis.example.org/FeatureServer/0?token=x' },
    { layerType: 'ArcGISFeatureLayer', url: 'https://gis.example.org/MapServer' },
    { layerType: 'GeoJSON', url: 'https://files.example.org/hidden.geojson', visibility: false },
    {
      layerType: 'GroupLayer',
      layers: [{ layerType: 'GeoJSON', url: 'https://files.example.org/inside.geojson' }],
    },
    { layerType: 'GeoJSON', url: 'https://files.example.org/query?format=geojson' },
  ],
  baseMap: {
    baseMapLayers: [{ layerType: 'VectorTileLayer', styleUrl: 'https://tiles.example.org/root.json' }, {}],
  },
};

function requested(map: unknown, of: MapPortal) {
  const ask = vi.fn<(address: string) => Promise<ArrayBuffer>>(() => Promise.resolve(new ArrayBuffer()));
  const answers = prefetchLayerResources(map, of, ask);
  return { addresses: ask.mock.calls.map(([address]) => address), keys: [...answers.keys()] };
}

describe('prefetching a web map’s layer resources', () => {
  it('requests items, GeoJSON files, descriptions and styles, in groups too, but not of hidden layers', () => {
    expect(requested(webMap, portal()).addresses).toEqual([
      `${restUrl}/content/items/a1?f=json`,
      `${restUrl}/content/items/a1/data`,
      `${restUrl}/content/items/b2?f=json`,
      `${restUrl}/content/items/b2/data?f=json`,
      'https://gis.example.org/FeatureServer?f=json',
      'https://gis.example.org/FeatureServer/0?f=json',
      'https://gis.example.org/FeatureServer/7?f=json',
      'https://files.example.org/inside.geojson',
      'https://tiles.example.org/root.json?f=json',
    ]);
  });

  it.each(['GeoJSON', 'ArcGISFeatureLayer', 'VectorTileLayer'])(
    'requests nothing for a layer of the kind %s that would change content of its reader',
    (layerType) => {
      const item = `${restUrl}/content/users/ada/items/a1`;
      const addresses = [`${item}/delete`, `${item}/resources/../delete`, `${item}/delete/resources/%2e%2e`];
      const layers = addresses.map((address) => ({ layerType, url: address, styleUrl: address }));
      const map = { operationalLayers: layers, baseMap: { baseMapLayers: layers } };
      expect(requested(map, portal('the-token')).addresses).toEqual([]);
    },
  );

  it('requests the service of a style of ArcGIS, which is the source of the style', () => {
    const service = 'https://tiles.example.org/rest/services/City/VectorTileServer';
    const styleUrl = `${service}/resources/styles/root.json`;
    const map = { baseMap: { baseMapLayers: [{ layerType: 'VectorTileLayer', styleUrl }] } };
    expect(requested(map, portal()).addresses).toEqual([`${styleUrl}?f=json`, `${service}?f=json`]);
  });

  it('leaves basemap styles that need an API key to the SDK', () => {
    const styleUrl =
      'https://basemapstyles-api.arcgis.com/arcgis/rest/services/styles/v2/styles/arcgis/navigation';
    const map = { baseMap: { baseMapLayers: [{ layerType: 'VectorTileLayer', styleUrl }] } };
    expect(requested(map, portal()).addresses).toEqual([]);
  });

  it('identifies resources by URL only', () => {
    expect(requested(webMap, portal()).keys).toContain(`${restUrl}/content/items/a1`);
  });

  it('sends the token to the portal’s host only', () => {
    const { addresses } = requested(webMap, portal('secret'));
    expect(addresses.filter((address) => address.includes('token=secret'))).toEqual(
      addresses.filter((address) => address.startsWith('https://portal.example.org/')),
    );
    expect(
      addresses.some((address) => address.startsWith('https://files') && address.includes('secret')),
    ).toBe(false);
  });

  it.each([undefined, null, {}, { operationalLayers: [] }])('requests nothing for %o', (map) => {
    expect(requested(map, portal()).addresses).toEqual([]);
  });
});
