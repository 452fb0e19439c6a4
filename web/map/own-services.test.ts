import { describe, expect, it } from 'vitest';
import { isOwn } from '../../wire/token-receivers.ts';
import { fileReaders, ownServices } from './own-services.ts';

const portal = { restUrl: 'https://gis.example.org/portal/sharing/rest' };
const own = 'https://gis.example.org/server/rest/services';

describe('services on the portal’s own host', () => {
  it('come from layers, groups and tables, each once and without the layer', () => {
    const webMap = {
      operationalLayers: [
        { url: `${own}/Stops/FeatureServer/0` },
        { url: `${own}/Stops/FeatureServer/1` },
        {
          layers: [
            { url: `${own}/Folder/Streets/MapServer` },
            { layers: [{ url: `${own}/Deep/FeatureServer/3` }] },
          ],
        },
        { url: 'https://services.example.com/x/FeatureServer/0' },
        { url: `${own}/Tiles/VectorTileServer` },
        { url: `${own}/OldMap/MapServer`.replace('https', 'http') },
        { url: 'https://gis.example.org/file.geojson' },
        {},
      ],
      tables: [{ url: `${own}/Lists/FeatureServer/2` }],
    };
    expect(ownServices(webMap, portal)).toEqual([
      `${own}/Stops/FeatureServer`,
      `${own}/Folder/Streets/MapServer`,
      `${own}/Deep/FeatureServer`,
      `${own}/Tiles/VectorTileServer`,
      `${own}/OldMap/MapServer`,
      `${own}/Lists/FeatureServer`,
    ]);
  });

  it.each([undefined, null, {}, { operationalLayers: [] }])('are none in %o', (webMap) => {
    expect(ownServices(webMap, portal)).toEqual([]);
  });

  it.each([
    ['https://gis.example.org/anything', true],
    ['https://gis.example.org.evil.example/x', false],
    ['http://gis.example.org/x', false],
    ['https://gis.example.org:8443/x', false],
    ['https://gis.example.org@evil.example/x', false],
    ['no address', false],
  ])('%s: %s', (address, expected) => {
    expect(isOwn(address, portal)).toBe(expected);
  });
});

describe('the readers of KML and GeoRSS', () => {
  const page = 'https://maps.example.org';

  it('are those of ArcGIS Enterprise where it is the portal', () => {
    expect(fileReaders({ url: 'https://gis.example.org/portal' }, { isPortal: true }, page)).toEqual({
      kml: 'https://gis.example.org/portal/sharing/kml',
      rss: 'https://gis.example.org/portal/sharing/rss',
    });
  });

  it.each([
    ['https://www.arcgis.com', { isPortal: false }],
    ['https://www.arcgis.com', undefined],
    [`${page}/portal`, { isPortal: true }],
  ])('are the SDK’s default at %s with %o', (url, portalSelf) => {
    expect(fileReaders({ url }, portalSelf, page)).toBeUndefined();
  });
});
