import { VectorTile } from '@mapbox/vector-tile';
import MVT from 'ol/format/MVT.js';
import { fromLonLat, get as getProjection } from 'ol/proj.js';
import OGCVectorTile from 'ol/source/OGCVectorTile.js';
import { PbfReader } from 'pbf';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadCity } from '../rig/city-service.ts';
import { createSecretService } from '../rig/secret-service.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** OGC API – Tiles: tilesets, tile matrix sets and vector tiles, read by OpenLayers and by plain HTTP. */
let server: TestServer;
let owner: string;
let member: string;

beforeAll(async () => {
  server = await startTestServer();
  await loadCity(server.database);
  ({ owner, member } = await createSecretService(server));
});
afterAll(() => server.stop());
afterEach(() => vi.unstubAllGlobals());

/** What OpenLayers needs of a browser to load JSON. */
class FetchRequest extends EventTarget {
  status = 0;
  responseText = '';
  #url = '';
  open(_method: string, url: string): void {
    this.#url = url;
  }
  setRequestHeader(): void {}
  async send(): Promise<void> {
    const response = await fetch(this.#url);
    this.status = response.status;
    this.responseText = await response.text();
    this.dispatchEvent(new Event('load'));
  }
}

const set = 'WebMercatorQuad';
const mvt = 'application/vnd.mapbox-vector-tile';
const root = (path: string) => `${server.url}/server/ogc/${path}`;
const relation = (name: string) => `http://www.opengis.net/def/rel/ogc/1.0/${name}`;

const ask = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });
const json = async (url: string): Promise<any> => (await ask(url)).json();
const linkOf = (resource: any, rel: string) => resource.links.find((link: any) => link.rel === rel);

/** The tile of a zoom that contains the middle of the city. */
function cityTile(zoom: number) {
  const [x = 0, y = 0] = fromLonLat([71.05, 51.05]);
  const half = getProjection('EPSG:3857')?.getExtent()[2] ?? 0;
  const at = (metres: number) => Math.floor(((metres + half) / (2 * half)) * 2 ** zoom);
  return `${zoom}/${at(-y)}/${at(x)}`;
}

async function layersOf(url: string) {
  const response = await ask(url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, mvt]);
  return new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer()))).layers;
}

describe('tilesets', () => {
  test('are found from the landing page and from collections with geometry', async () => {
    const landing = await json(root('City'));
    const { href } = linkOf(landing, relation('tilesets-vector'));
    expect(href).toBe(root('City/tiles'));
    const sets = await json(linkOf(landing, relation('tiling-schemes')).href);
    expect(sets.tileMatrixSets).toMatchObject([{ id: set }]);
    const { collections } = await json(root('City/collections'));
    const tiled = collections.filter((one: any) => linkOf(one, relation('tilesets-vector')));
    expect(tiled.map(({ id }: any) => id)).toEqual(['0', '1', '2']);
    for (const list of [href, ...tiled.map((one: any) => linkOf(one, relation('tilesets-vector')).href)]) {
      const { tilesets } = await json(list);
      expect(tilesets).toMatchObject([
        {
          dataType: 'vector',
          crs: 'http://www.opengis.net/def/crs/EPSG/0/3857',
          tileMatrixSetURI: `http://www.opengis.net/def/tilematrixset/OGC/1.0/${set}`,
        },
      ]);
      const tileset = await json(linkOf(tilesets[0], 'self').href);
      expect(linkOf(tileset, 'item')).toMatchObject({ type: mvt, templated: true });
      expect((await json(linkOf(tileset, relation('tiling-scheme')).href)).id).toBe(set);
    }
  });

  test('describe their layers, their extent and the rows and columns with content', async () => {
    const tileset = await json(root(`City/tiles/${set}`));
    expect(tileset.layers).toMatchObject([
      { id: 'Blocks', geometryDimension: 2, propertiesSchema: { properties: { name: { type: 'string' } } } },
      { id: 'Streets', geometryDimension: 1 },
      { id: 'Stops', geometryDimension: 0 },
    ]);
    expect(tileset.boundingBox.lowerLeft[0]).toBeCloseTo(71, 3);
    expect(tileset.boundingBox.upperRight[0]).toBeCloseTo(71.1, 3);
    const [first] = tileset.tileMatrixSetLimits;
    expect(first).toEqual({
      tileMatrix: '0',
      minTileRow: 0,
      maxTileRow: 0,
      minTileCol: 0,
      maxTileCol: 0,
    });
    const twelve = tileset.tileMatrixSetLimits[12];
    const [, row, column] = cityTile(12).split('/').map(Number);
    expect(twelve.minTileRow).toBeLessThanOrEqual(row ?? 0);
    expect(twelve.maxTileCol).toBeGreaterThanOrEqual(column ?? 0);
    expect(twelve.maxTileCol - twelve.minTileCol).toBeLessThan(4);
  });

  test('have the registered tile matrices', async () => {
    const { tileMatrices, crs, orderedAxes } = await json(root(`City/tileMatrixSets/${set}`));
    expect([crs, orderedAxes]).toEqual(['http://www.opengis.net/def/crs/EPSG/0/3857', ['X', 'Y']]);
    expect(tileMatrices).toHaveLength(25);
    expect(tileMatrices[0].scaleDenominator).toBeCloseTo(559082264.028717, 4);
    expect(tileMatrices[0].cellSize).toBeCloseTo(156543.033928041, 6);
    expect(tileMatrices[24]).toMatchObject({ id: '24', matrixWidth: 16777216, tileWidth: 256 });
  });

  test('are TileJSON for MapLibre, with the layers of the tiles', async () => {
    const tileset = await json(root(`City/tiles/${set}`));
    const response = await ask(linkOf(tileset, 'describedby').href);
    expect(response.headers.get('content-type')).toBe('application/vnd.mapbox.tile+json');
    const document = await response.json();
    expect(document).toMatchObject({ tilejson: '3.0.0', scheme: 'xyz', minzoom: 0, maxzoom: 22 });
    const [z = '', y = '', x = ''] = cityTile(12).split('/');
    const address = document.tiles[0].replace('{z}', z).replace('{y}', y).replace('{x}', x);
    const layers = await layersOf(address);
    for (const { id, fields } of document.vector_layers) {
      const properties = layers[id]?.feature(0).properties ?? {};
      expect([id, Object.keys(properties).filter((name) => !(name in fields))]).toEqual([id, []]);
    }
    expect(document.vector_layers.map(({ id }: any) => id).toSorted()).toEqual(
      Object.keys(layers).toSorted(),
    );
  });

  test('are pages for people', async () => {
    for (const path of [
      'tileMatrixSets',
      `tileMatrixSets/${set}`,
      'tiles',
      `tiles/${set}`,
      'collections/0/tiles',
      `collections/0/tiles/${set}`,
    ]) {
      const response = await ask(root(`City/${path}?f=html`));
      expect([path, response.headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8']);
      expect(await response.text()).toContain('</html>');
    }
    expect((await ask(root('City/collections/3/tiles'))).status).toBe(404);
  });
});

describe('tiles', () => {
  test('are read by OpenLayers, at the addresses it makes from the tileset', async () => {
    vi.stubGlobal('XMLHttpRequest', FetchRequest);
    const source = new OGCVectorTile({ url: root(`City/tiles/${set}`), format: new MVT() });
    await expect.poll(() => source.getState()).toBe('ready');
    const grid = source.getTileGrid();
    const coordinate = grid?.getTileCoordForCoordAndZ(fromLonLat([71.05, 51.05]), 12);
    const projection = getProjection('EPSG:3857');
    if (!grid || !coordinate || !projection) throw new Error('The source has no grid.');
    const address = source.getTileUrlFunction()(coordinate, 1, projection);
    expect(address).toContain(`/tiles/${set}/${cityTile(12)}`);
    const body = await (await ask(String(address))).arrayBuffer();
    const features = new MVT().readFeatures(body);
    const layers = new Set(features.map((feature) => feature.get('layer')));
    expect([...layers].toSorted()).toEqual(['Blocks', 'Stops', 'Streets']);
    // OpenLayers asks for nothing outside the limits.
    const outside = grid.getTileCoordForCoordAndZ(fromLonLat([-71, 10]), 12);
    expect(source.getTileUrlFunction()(outside, 1, projection)).toBeUndefined();
  });

  test('contain one collection, or those that are named', async () => {
    const tile = cityTile(12);
    expect(Object.keys(await layersOf(root(`City/collections/1/tiles/${set}/${tile}`)))).toEqual(['Streets']);
    const some = root(`City/tiles/${set}/${tile}?collections=0,2`);
    expect(Object.keys(await layersOf(some)).toSorted()).toEqual(['Blocks', 'Stops']);
    const tileset = await json(root(`City/tiles/${set}?collections=0,2`));
    expect(tileset.layers.map(({ id }: any) => id)).toEqual(['Blocks', 'Stops']);
    expect(linkOf(tileset, 'item').href).toContain('collections=0,2');
  });

  test('are the same as those of the vector tile service', async () => {
    const [z, y, x] = cityTile(12).split('/');
    const arcgis = await ask(
      `${server.url}/server/rest/services/City/VectorTileServer/tile/${z}/${y}/${x}.pbf`,
    );
    const ogc = await ask(root(`City/tiles/${set}/${cityTile(12)}?f=mvt`));
    expect(Buffer.from(await ogc.arrayBuffer())).toEqual(Buffer.from(await arcgis.arrayBuffer()));
  });

  test('have an entity tag that changes with an edit', async () => {
    const url = root(`City/collections/2/tiles/${set}/${cityTile(12)}`);
    const first = await ask(url);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toContain('private');
    expect((await ask(url, { 'if-none-match': etag })).status).toBe(304);
    await server.database
      .updateTable('hosted_layer')
      .set({ edited_at: Date.now() + 1 })
      .execute();
    const after = await ask(url, { 'if-none-match': etag });
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(etag);
  });

  test.each([
    ['22/0/0', 404],
    ['12/0/0', 404],
    ['23/0/0', 404],
    ['0/1/0', 404],
    ['0/0/1', 404],
    ['x/0/0', 400],
    ['0/-1/0', 400],
    ['0/0/1.5', 400],
    ['0/0/0?f=geojson', 400],
    ['0/0/0?collections=x', 400],
    ['0/0/0?collections=9', 404],
    ['0/0/0?collections=3', 404],
    ['0/0/0?datetime=2026-01-01', 400],
  ])('at %s: %d, as problem details', async (path, status) => {
    const response = await ask(root(`City/tiles/${set}/${path}`));
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await response.json()).toMatchObject({ status });
  });

  test('without content within the limits are empty: 204', async () => {
    const { tileMatrixSetLimits } = await json(root(`City/collections/2/tiles/${set}`));
    const { maxTileRow, maxTileCol, minTileCol } = tileMatrixSetLimits[14];
    // The stops are on a diagonal, so that a corner of their extent is empty.
    const statuses = await Promise.all(
      [minTileCol, maxTileCol].map(
        async (column) =>
          (await ask(root(`City/collections/2/tiles/${set}/14/${maxTileRow}/${column}`))).status,
      ),
    );
    expect(statuses.toSorted()).toEqual([200, 204]);
  });

  test('of another tile matrix set do not exist', async () => {
    for (const path of [
      'City/tiles/WorldCRS84Quad',
      'City/tileMatrixSets/WorldCRS84Quad',
      'City/map/tiles',
    ]) {
      const response = await ask(root(path));
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
  });
});

describe('access', () => {
  const paths = ['tiles', `tiles/${set}`, `tiles/${set}/0/0/0`, `collections/0/tiles/${set}/0/0/0`];

  test.each(paths)('to %s is that of the service', async (path) => {
    const answer = async (name: string, token?: string) => {
      const response = await ask(root(`${name}/${path}`), token ? { authorization: `Bearer ${token}` } : {});
      const { requestId: _each, ...problem } = await response.json();
      return { status: response.status, challenge: response.headers.get('www-authenticate'), problem };
    };
    expect(await answer('Secret')).toEqual(await answer('Nothing'));
    expect(await answer('Secret')).toMatchObject({ status: 401, challenge: 'Bearer' });
    expect(await answer('Secret', member)).toEqual(await answer('Nothing', member));
    expect(await answer('Secret', member)).toMatchObject({ status: 404 });
    const own = await ask(root(`Secret/${path}`), { authorization: `Bearer ${owner}` });
    expect(own.status).toBe(200);
  });
});

test('the conformance declaration names the classes that are tested here', async () => {
  const { conformsTo } = await json(root('City/conformance'));
  const tiles = 'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/';
  expect(
    conformsTo.filter((uri: string) => uri.startsWith(tiles)).map((uri: string) => uri.slice(tiles.length)),
  ).toEqual([
    'core',
    'tileset',
    'tilesets-list',
    'dataset-tilesets',
    'geodata-tilesets',
    'collections-selection',
    'mvt',
  ]);
});
