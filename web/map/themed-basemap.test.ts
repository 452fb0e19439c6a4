import { describe, expect, it } from 'vitest';
import { defaultBasemapOf, galleryGroupOf, styleAddress, withThemedBasemap } from './themed-basemap.ts';

const origin = 'http://localhost:8080';
const pair = {
  light: '/server/rest/services/basemap-light/VectorTileServer',
  dark: '/server/rest/services/basemap-dark/VectorTileServer',
};

function webMap(...baseMapLayers: object[]) {
  return { operationalLayers: [{ id: 'a' }], baseMap: { title: 'Base', baseMapLayers } };
}

const light = {
  id: 'base',
  layerType: 'VectorTileLayer',
  styleUrl: `${origin}${pair.light}/resources/styles/root.json`,
  opacity: 1,
};

describe('the basemap of a web map', () => {
  it('becomes the dark one of the organisation’s pair', () => {
    expect(withThemedBasemap(webMap(light), pair, 'dark', origin)).toEqual(
      webMap({ ...light, styleUrl: `${origin}${pair.dark}/resources/styles/root.json` }),
    );
  });

  it.each([
    ['by service', { id: 'base', layerType: 'VectorTileLayer', url: `${origin}${pair.light}` }],
    [
      'by path',
      { id: 'base', layerType: 'VectorTileLayer', styleUrl: `${pair.light}/resources/styles/root.json` },
    ],
    [
      'by an upgraded address',
      { id: 'base', layerType: 'VectorTileLayer', url: `https://localhost:8080${pair.light}/` },
    ],
    [
      'by its organisation’s address',
      {
        id: 'base',
        layerType: 'VectorTileLayer',
        url: `${origin}/server/demo/rest/services/basemap-light/VectorTileServer`,
      },
    ],
  ])('is recognised when it is named %s', (_how, layer) => {
    const themed = withThemedBasemap(webMap(layer), pair, 'dark', origin) as ReturnType<typeof webMap>;
    expect(themed.baseMap.baseMapLayers[0]).toEqual({
      id: 'base',
      layerType: 'VectorTileLayer',
      styleUrl: `${origin}${pair.dark}/resources/styles/root.json`,
    });
  });

  it.each([
    ['the theme’s already', webMap(light), pair, 'light' as const],
    [
      'the author’s choice',
      webMap({ layerType: 'ArcGISTiledMapServiceLayer', url: 'https://example.org/MapServer' }),
      pair,
      'dark' as const,
    ],
    [
      'of several layers',
      webMap(light, { layerType: 'VectorTileLayer', url: 'https://example.org/labels' }),
      pair,
      'dark' as const,
    ],
    ['without layers', webMap(), pair, 'dark' as const],
    ['without a pair', webMap(light), { light: pair.light, dark: '' }, 'dark' as const],
  ])('stays when it is %s', (_why, map, itsPair, scheme) => {
    expect(withThemedBasemap(map, itsPair, scheme, origin)).toBe(map);
  });

  it('is optional', () => {
    expect(withThemedBasemap(undefined, pair, 'dark', origin)).toBeUndefined();
    expect(withThemedBasemap({}, pair, 'dark', origin)).toEqual({});
  });
});

describe('the style of a basemap', () => {
  it('is found below a vector tile service, and is the URL itself otherwise', () => {
    expect(styleAddress(pair.light, origin)).toBe(`${origin}${pair.light}/resources/styles/root.json`);
    expect(styleAddress('https://example.org/styles/gray.json', origin)).toBe(
      'https://example.org/styles/gray.json',
    );
  });
});

describe('the basemap of a new map', () => {
  const [vector, pictures] = [{ id: 'vector' }, { id: 'pictures' }];
  it.each([
    [
      'vector tiles',
      { useVectorBasemaps: true, defaultVectorBasemap: vector, defaultBasemap: pictures },
      vector,
    ],
    [
      'pictures',
      { useVectorBasemaps: false, defaultVectorBasemap: vector, defaultBasemap: pictures },
      pictures,
    ],
    ['pictures where there is nothing else', { useVectorBasemaps: true, defaultBasemap: pictures }, pictures],
    [
      'vector tiles of a portal that says nothing',
      { defaultVectorBasemap: vector, defaultBasemap: pictures },
      vector,
    ],
    ['none', {}, undefined],
    ['none without a portal', undefined, undefined],
  ])('is %s as the organisation prefers', (_what, self, basemap) => {
    expect(defaultBasemapOf(self)).toBe(basemap);
  });
});

describe('the group of basemaps', () => {
  const both = { vectorBasemapGalleryGroupQuery: 'vector', basemapGalleryGroupQuery: 'pictures' };
  it.each([
    ['vector tiles', { ...both, useVectorBasemaps: true }, 'vector'],
    ['pictures', { ...both, useVectorBasemaps: false }, 'pictures'],
    ['pictures of a portal that says nothing', both, 'pictures'],
    [
      'pictures where there is no other',
      { useVectorBasemaps: true, basemapGalleryGroupQuery: 'pictures' },
      'pictures',
    ],
    ['none', { useVectorBasemaps: true, vectorBasemapGalleryGroupQuery: null }, ''],
    ['none without a portal', undefined, ''],
  ])('is that of %s as the organisation prefers', (_what, self, query) => {
    expect(galleryGroupOf(self)).toBe(query);
  });
});
