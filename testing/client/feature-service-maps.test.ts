import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCity } from '../rig/city-service.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** OpenLayers and esri-leaflet, each in its own document, over real requests. */

let server: TestServer;
let root: string;

/** The globals that are replaced by those of a browser. */
const before = new Map<string, PropertyDescriptor | undefined>();

beforeAll(async () => {
  server = await startTestServer();
  await loadCity(server.database);
  root = `${server.url}/server/rest/services/City/FeatureServer`;
  // A page of another origin: the browser's CORS rules apply.
  const { window } = new JSDOM('<!doctype html><body></body>', { url: 'http://maps.example.org/' });
  for (const name of [
    'window',
    'document',
    'navigator',
    'HTMLElement',
    'SVGElement',
    'XMLHttpRequest',
    'DOMParser',
    'Image',
  ] as const) {
    before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, {
      value: name === 'window' ? window : window[name],
      configurable: true,
      writable: true,
    });
  }
});
afterAll(async () => {
  // Other files run in the same process, and libraries would take it for a browser.
  Reflect.deleteProperty(globalThis, 'L');
  for (const [name, was] of before)
    if (was) Object.defineProperty(globalThis, name, was);
    else Reflect.deleteProperty(globalThis, name);
  await server.stop();
});

describe('OpenLayers', () => {
  test('reads Esri JSON of every geometry type', async () => {
    const { default: EsriJSON } = await import('ol/format/EsriJSON.js');
    const read = async (layer: number) => {
      const response = await fetch(`${root}/${layer}/query?f=json&where=1%3D1&outFields=*&outSR=102100`);
      return new EsriJSON().readFeatures(await response.json());
    };
    const [blocks, streets, stops] = [await read(0), await read(1), await read(2)];
    expect([blocks.length, streets.length, stops.length]).toEqual([100, 10, 200]);
    expect(blocks[0]?.getGeometry()?.getType()).toBe('Polygon');
    expect((blocks[0]!.getGeometry() as any).getLinearRingCount()).toBe(2);
    expect(blocks[24]?.getGeometry()?.getType()).toBe('MultiPolygon');
    expect(streets[9]?.getGeometry()?.getType()).toBe('MultiLineString');
    expect((stops[0]!.getGeometry() as any).getCoordinates()[0]).toBeCloseTo(7_903_683.846, 2);
    expect(stops[199]?.getGeometry()).toBeFalsy();
    expect(blocks[0]?.getId()).toBe(1);
  });

  test('requests tiles as its vector source does', async () => {
    const { default: EsriJSON } = await import('ol/format/EsriJSON.js');
    const { default: VectorSource } = await import('ol/source/Vector.js');
    const { createXYZ } = await import('ol/tilegrid.js');
    const { tile } = await import('ol/loadingstrategy.js');
    const format = new EsriJSON();
    const requested: string[] = [];
    const source = new VectorSource({
      format,
      strategy: tile(createXYZ({ tileSize: 512 })),
      loader: async (extent) => {
        const [xmin, ymin, xmax, ymax] = extent;
        const geometry = encodeURIComponent(
          JSON.stringify({ xmin, ymin, xmax, ymax, spatialReference: { wkid: 102_100 } }),
        );
        const query = `f=json&returnGeometry=true&spatialRel=esriSpatialRelIntersects&geometry=${geometry}&geometryType=esriGeometryEnvelope&inSR=102100&outFields=*&outSR=102100`;
        requested.push(query);
        const response = await fetch(`${root}/0/query?${query}`);
        const features = format.readFeatures(await response.json());
        source.addFeatures(features);
        return features;
      },
    });
    const loaded = new Promise((resolve) => {
      source.on('addfeature', () => source.getFeatures().length === 100 && resolve(true));
    });
    const { get } = await import('ol/proj.js');
    source.loadFeatures([7_900_000, 6_620_000, 7_916_000, 6_641_000], 40, get('EPSG:3857') as any);
    await loaded;
    expect(requested.length).toBeGreaterThan(0);
  });
});

describe('esri-leaflet', () => {
  async function load(): Promise<any> {
    const { default: leaflet } = await import('leaflet');
    (globalThis as any).L = leaflet;
    return { leaflet, esri: await import('esri-leaflet') };
  }
  const ask = (task: any, method = 'run'): Promise<any> =>
    new Promise((resolve, reject) => {
      task[method]((error: any, ...answer: any[]) =>
        error ? reject(new Error(error.message)) : resolve(answer[0]),
      );
    });

  test('queries features, counts, ids and bounds', async () => {
    const { esri, leaflet } = await load();
    const query = () => esri.query({ url: `${root}/0` });
    expect((await ask(query().where("use = 'shop'"))).features).toHaveLength(33);
    expect(await ask(query().where('levels = 3'), 'count')).toBe(14);
    expect(await ask(query().where('levels = 3'), 'ids')).toHaveLength(14);
    const bounds = await ask(query().where('1=1'), 'bounds');
    expect(bounds.getSouthWest()).toMatchObject({ lat: expect.closeTo(51, 4), lng: expect.closeTo(71, 4) });
    const within = await ask(query().within(leaflet.latLngBounds([50.999, 70.999], [51.009, 71.019])));
    expect(within.features.map(({ id }: any) => id).sort()).toEqual([1, 2]);
    const near = await ask(esri.query({ url: `${root}/2` }).nearby(leaflet.latLng(51, 71), 66));
    expect(near.features.map(({ id }: any) => id).sort()).toEqual([1, 2]);
  });

  test('draws a layer tile by tile', async () => {
    const { esri, leaflet } = await load();
    const element = document.createElement('div');
    Object.defineProperties(element, { clientWidth: { value: 512 }, clientHeight: { value: 512 } });
    document.body.append(element);
    const map = leaflet.map(element, {
      center: [51.05, 71.05],
      zoom: 12,
      fadeAnimation: false,
      zoomAnimation: false,
    });
    const layer = esri.featureLayer({ url: `${root}/0`, simplifyFactor: 0.5, precision: 5 });
    const loaded = new Promise((resolve) => {
      layer.on('load', resolve);
    });
    layer.addTo(map);
    await loaded;
    const drawn: number[] = [];
    layer.eachFeature(({ feature }: any) => drawn.push(feature.id));
    expect(drawn.length).toBeGreaterThan(90);
    expect(new Set(drawn).size).toBe(drawn.length);
    map.remove();
  });

  test('reads a layer description', async () => {
    const { esri } = await load();
    expect(await ask(esri.featureLayerService({ url: `${root}/2` }), 'metadata')).toMatchObject({
      name: 'Stops',
    });
  });
});
