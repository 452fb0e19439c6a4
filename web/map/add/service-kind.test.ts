import { describe, expect, it } from 'vitest';
import { completeAddress, ogcAddress, serviceKind } from './service-kind.ts';

const here = 'http://localhost:8080';

describe('the kind of a service', () => {
  it.each([
    ['https://x.org/arcgis/rest/services/Roads/FeatureServer', 'arcgis'],
    ['https://x.org/arcgis/rest/services/Roads/FeatureServer/3', 'arcgis'],
    ['https://x.org/server/rest/services/base/VectorTileServer/', 'arcgis'],
    ['https://x.org/arcgis/rest/services/a/ImageServer?f=json', 'arcgis'],
    ['https://x.org/arcgis/rest/services/City/SceneServer/layers/0', 'arcgis'],
    ['https://x.org/ows?SERVICE=WMS&request=GetCapabilities', 'wms'],
    ['https://x.org/geoserver/wms', 'wms'],
    ['https://x.org/wmts/1.0.0/WMTSCapabilities.xml', 'wmts'],
    ['https://x.org/geoserver/ows?service=wfs', 'wfs'],
    ['https://x.org/ogc/collections/roads/items', 'ogc-features'],
    ['https://x.org/ogc/collections', 'ogc-features'],
    ['https://x.org/data/roads.geojson', 'geojson'],
    ['https://x.org/data/roads.kmz', 'kml'],
    ['https://x.org/tiles/%7Bz%7D/%7Bx%7D/%7By%7D.png', 'tiles'],
    ['https://x.org/tiles?level={level}&row={row}&col={col}', 'tiles'],
    ['https://x.org/styles/bright/style.json', 'vector-style'],
    ['https://x.org/a/VectorTileServer/resources/styles/root.json', 'vector-style'],
    ['https://x.org/data/height.tif', 'cog'],
    ['https://x.org/data/plan.JPG?size=l', 'picture'],
    ['https://x.org/data/roads.parquet', 'file'],
    ['https://x.org/data/roads.fgb', 'file'],
    ['https://x.org/', undefined],
  ])('%s is %s', (address, kind) => {
    expect(serviceKind(address)).toBe(kind);
  });
});

describe('the address of an OGC API', () => {
  it.each([
    ['https://x.org/ogc', 'https://x.org/ogc', undefined],
    ['https://x.org/ogc/?f=json', 'https://x.org/ogc', undefined],
    ['https://x.org/ogc/collections/', 'https://x.org/ogc', undefined],
    ['https://x.org/ogc/collections/roads/items?limit=9', 'https://x.org/ogc', 'roads'],
  ])('%s', (address, landing, collection) => {
    expect(ogcAddress(address)).toEqual({ landing, ...(collection && { collection }) });
  });
});

describe('a typed URL', () => {
  it.each([
    ['  https://x.org/a ', 'https://x.org/a'],
    ['x.org/arcgis', 'https://x.org/arcgis'],
    ['/server/rest/services/A/FeatureServer', `${here}/server/rest/services/A/FeatureServer`],
    ['http://localhost:8080/a#part', 'http://localhost:8080/a'],
    ['https://x.org/a?token=secret&f=json', 'https://x.org/a?f=json'],
    ['https://ada:secret@x.org/a', 'https://x.org/a'],
  ])('%s', (typed, whole) => {
    expect(completeAddress(typed, here)).toBe(whole);
  });

  it.each(['', 'roads', 'two words', 'http://', 'javascript:alert(1)'])('%s is invalid', (typed) => {
    expect(completeAddress(typed, here)).toBeUndefined();
  });
});
