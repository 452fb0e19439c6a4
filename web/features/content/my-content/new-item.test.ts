import { describe, expect, it } from 'vitest';
import { appConfigSchema } from '../../../../wire/app-config.ts';
import { emptyWebMap, typeOfAddress } from './dialogs/add-dialog.tsx';

describe('a URL', () => {
  it.each([
    ['https://gis.example/arcgis/rest/services/Trees/FeatureServer', 'Feature Service'],
    ['https://gis.example/arcgis/rest/services/Trees/FeatureServer/3', 'Feature Service'],
    ['https://gis.example/arcgis/rest/services/Base/MapServer', 'Map Service'],
    ['https://gis.example/rest/services/Air/ImageServer/', 'Image Service'],
    ['https://gis.example/rest/services/Base/VectorTileServer', 'Vector Tile Service'],
    ['https://gis.example/rest/services/City/SceneServer/layers/0', 'Scene Service'],
    ['https://gis.example/ows?SERVICE=WMS&request=GetCapabilities', 'WMS'],
    ['https://gis.example/geoserver/wfs', 'WFS'],
    ['https://example.org/a.kml', 'KML'],
    ['https://example.org/a.geojson?x=1', 'GeoJson'],
    ['https://example.org/report', 'Document Link'],
    ['ftp://example.org/a.kml', undefined],
    ['javascript:alert(1)', undefined],
    ['https://me:secret@example.org/a.kml', undefined],
    ['example.org', undefined],
    ['', undefined],
  ])('%s has the type %s', (address, type) => {
    expect(typeOfAddress(address)).toBe(type);
  });
});

describe('an empty web map', () => {
  const page = 'https://maps.example/demo/content';
  const documentOf = (config: object) =>
    JSON.parse(emptyWebMap('New', appConfigSchema.parse(config), page).text ?? '') as {
      operationalLayers: unknown[];
      baseMap: { baseMapLayers: { styleUrl: string }[] };
    };

  it('starts with the organisation’s light basemap and extent', () => {
    const basemap = { light: '/server/rest/services/light/VectorTileServer', dark: '' };
    const config = appConfigSchema.parse({ map: { basemap, extent: [1, 2, 3, 4] } });
    expect(emptyWebMap('New', config, page)).toMatchObject({
      type: 'Web Map',
      title: 'New',
      extent: [1, 2, 3, 4],
    });
    expect(documentOf(config).baseMap.baseMapLayers[0]?.styleUrl).toBe(
      'https://maps.example/server/rest/services/light/VectorTileServer/resources/styles/root.json',
    );
  });

  it('uses a style URL as it is, and works without one', () => {
    const style = 'https://tiles.example/style.json';
    const styled = documentOf({ map: { basemap: { light: style, dark: '' } } });
    expect(styled.baseMap.baseMapLayers[0]?.styleUrl).toBe(style);
    expect(documentOf({})).toMatchObject({ operationalLayers: [], baseMap: { baseMapLayers: [] } });
  });

  it('starts with the portal’s default basemap where the organisation names none', () => {
    const defaultVectorBasemap = { title: 'Streets', baseMapLayers: [{ styleUrl: 'https://a.example/s' }] };
    const item = emptyWebMap('New', appConfigSchema.parse({}), page, { defaultVectorBasemap });
    expect(JSON.parse(item.text ?? '')).toMatchObject({ baseMap: defaultVectorBasemap });
  });
});
