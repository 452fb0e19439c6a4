import { expect, type Page } from '@playwright/test';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { recordRequests, startMapLibreApplication } from './maplibre-application.ts';
import { test as base } from './steps.ts';

/**
 * Hosted layers drawn by MapLibre GL JS, from an application of another origin: OGC API – Tiles and – Features, and the style of a
 * vector tile service. What is drawn is asked of the map by `queryRenderedFeatures`.
 */
const test = base.extend<object, { application: string }>({
  application: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's names.
    async ({}, use) => {
      const application = await startMapLibreApplication();
      await use(application.url);
      await application.close();
    },
    { scope: 'worker' },
  ],
});

/** Two streets in the middle of the demo's city. */
const place = { center: [71.43, 51.17], zoom: 16 };

interface Drawn {
  /** Features that the map shows, by the layer of the style. */
  features: { layer: string; properties: Record<string, unknown> }[];
  errors: string[];
  colours: number;
}

/** Draws a style, and returns what the map shows once everything is drawn. */
async function draw(page: Page, application: string, style: object): Promise<Drawn> {
  recordRequests(page, 'testing/browser/maplibre.spec.ts');
  await page.goto(application);
  await page.waitForFunction(() => 'maplibre' in globalThis);
  return page.evaluate(
    async ({ style, place }) => {
      const { maplibre } = globalThis as any;
      const errors: string[] = [];
      const map: MapLibreMap = new maplibre.Map({
        container: 'map',
        style,
        ...place,
        fadeDuration: 0,
        canvasContextAttributes: { preserveDrawingBuffer: true },
      });
      map.on('error', ({ error }) => errors.push(error.message));
      await new Promise((resolve) => {
        void map.once('idle', resolve);
      });
      const canvas = map.getCanvas();
      const flat = document.createElement('canvas');
      [flat.width, flat.height] = [200, 150];
      const context = flat.getContext('2d');
      context?.drawImage(canvas, 0, 0, 200, 150);
      const { data } = context?.getImageData(0, 0, 200, 150) ?? { data: new Uint8ClampedArray() };
      const colours = new Set<string>();
      for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join());
      const features = map
        .queryRenderedFeatures()
        .map(({ layer, properties }) => ({ layer: layer.id, properties }));
      return { features, errors, colours: colours.size };
    },
    { style, place },
  );
}

const service = (baseURL: string | undefined, path: string) => `${baseURL}/server/${path}`;

test(
  'draws OGC API – Tiles from their TileJSON, and shows the attributes',
  { tag: '@long' },
  async ({ page, application, baseURL }) => {
    const tileset = service(baseURL, 'ogc/Astana_buildings/collections/0/tiles/WebMercatorQuad');
    const { name } = await (await page.request.get(`${tileset}?f=tilejson`)).json().then((document) => ({
      name: document.vector_layers[0].id as string,
    }));
    const drawn = await draw(page, application, {
      version: 8,
      sources: { buildings: { type: 'vector', url: `${tileset}?f=tilejson` } },
      layers: [
        {
          id: 'buildings',
          type: 'fill',
          source: 'buildings',
          'source-layer': name,
          paint: { 'fill-color': '#a33' },
        },
      ],
    });
    expect(drawn.errors).toEqual([]);
    expect(drawn.features.length).toBeGreaterThan(20);
    expect(Object.keys(drawn.features[0]?.properties ?? {})).toEqual(
      expect.arrayContaining(['_class', 'label']),
    );
    expect(drawn.colours).toBeGreaterThan(1);
  },
);

test(
  'draws the style of a vector tile service, with its classes and labels',
  { tag: '@long' },
  async ({ page, application, baseURL }) => {
    // As Esri's styles, it has addresses relative to its own, which MapLibre does not resolve.
    const root = service(
      baseURL,
      'rest/services/Astana_buildings/VectorTileServer/resources/styles/root.json',
    );
    const style = await (await page.request.get(root)).json();
    const absolute = (address: string) => decodeURI(new URL(address, root).href);
    for (const source of Object.values<any>(style.sources)) {
      delete source.url;
      source.tiles = source.tiles.map(absolute);
    }
    for (const member of ['sprite', 'glyphs']) if (style[member]) style[member] = absolute(style[member]);
    const drawn = await draw(page, application, style);
    expect(drawn.errors).toEqual([]);
    expect(new Set(drawn.features.map(({ layer }) => layer)).size).toBeGreaterThan(1);
    expect(drawn.colours).toBeGreaterThan(2);
  },
);

test(
  'draws and filters the features of OGC API – Features',
  { tag: '@long' },
  async ({ page, application, baseURL }) => {
    const items = service(baseURL, 'ogc/Astana_buildings/collections/0/items');
    const bbox = '71.425,51.167,71.435,51.173';
    const query = new URLSearchParams({
      bbox,
      limit: '1000',
      filter: 'levels > 4',
      'filter-lang': 'cql2-text',
    });
    const drawn = await draw(page, application, {
      version: 8,
      sources: { high: { type: 'geojson', data: `${items}?${query}` } },
      layers: [{ id: 'high', type: 'fill', source: 'high', paint: { 'fill-color': '#33a' } }],
    });
    expect(drawn.errors).toEqual([]);
    expect(drawn.features.length).toBeGreaterThan(5);
    for (const { properties } of drawn.features) expect(properties['levels']).toBeGreaterThan(4);
  },
);
