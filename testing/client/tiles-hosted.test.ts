import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import type { LayerInput, SourceFeature } from '../../server/gis/storage/service-input.ts';
import { loadCity } from '../rig/city-service.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Vector tiles of hosted layers, read by an independent decoder. */

let server: TestServer;
let anybody: ServiceClient;
let member: ServiceClient;
let portal: PortalClient;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  anybody = new ServiceClient(server.url);
  member = new ServiceClient(server.url, await portal.token('ada'));
  await loadCity(server.database);
  const itemId = await addItem(portal.context, 'ada', {
    title: 'Secret',
    type: 'Feature Service',
    access: 'private',
  });
  await make('Secret', [layer({ features: [point(71, 51)] })], { itemId });
});
afterAll(() => server.stop());

async function make(serviceName: string, layers: LayerInput[], more: object = {}): Promise<void> {
  await createHostedLayer({ database: server.database }, { serviceName, layers, ...more });
}

function layer(input: Partial<LayerInput>): LayerInput {
  return { name: 'Things', geometryType: 'esriGeometryPoint', fields: [], features: [], ...input };
}

function point(x: number, y: number, properties: Record<string, unknown> = {}): SourceFeature {
  return { properties, geometry: { type: 'Point', coordinates: [x, y] } };
}

/** Column and row of the tile at a zoom that contains a place. */
function tileAt(longitude: number, latitude: number, z: number): string {
  const size = 2 ** z;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return `${z}/${Math.floor(y * size)}/${Math.floor(((longitude + 180) / 360) * size)}`;
}

async function tile(service: string, address: string): Promise<Record<string, VectorTileLayer>> {
  const response = await anybody.fetch(`${service}/VectorTileServer/tile/${address}.pbf`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-protobuf');
  return new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer()))).layers;
}

const features = (found: VectorTileLayer | undefined) =>
  Array.from({ length: found?.length ?? 0 }, (_none, index) => found!.feature(index));

describe('service description', () => {
  test('has what the SDK requires, and the extent of the data', async () => {
    const root = await anybody.get('City/VectorTileServer');
    expect(root).toMatchObject({
      type: 'indexedVector',
      tiles: ['tile/{z}/{y}/{x}.pbf'],
      defaultStyles: 'resources/styles',
      copyrightText: 'Nobody',
      tileInfo: { rows: 512, cols: 512, spatialReference: { latestWkid: 3857 } },
    });
    expect(root.fullExtent.xmin).toBeCloseTo(7_903_683.846, 1);
    expect(root.fullExtent.xmax - root.fullExtent.xmin).toBeLessThan(12_000);
  });

  test('is in the catalogue beside the features', async () => {
    const { services } = await anybody.get('');
    const types = services.filter(({ name }: any) => name === 'City').map(({ type }: any) => type);
    expect(types.toSorted()).toEqual(['FeatureServer', 'VectorTileServer']);
    expect(services.some(({ name }: any) => name === 'Secret')).toBe(false);
  });

  test.each(['Nowhere', '../City', 'a b'])('does not exist for %s', async (name) => {
    const answer = await anybody.get(`${encodeURIComponent(name)}/VectorTileServer`);
    expect(answer.error.code).toBe(499);
  });

  test('does not exist for a service with tables only', async () => {
    await make('Tables', [
      { name: 'List', fields: [{ name: 'a', type: 'esriFieldTypeString' }], features: [] },
    ]);
    expect((await anybody.get('Tables/VectorTileServer')).error.code).toBe(404);
    const { services } = await anybody.get('');
    expect(services.filter(({ name }: any) => name === 'Tables')).toEqual([
      { name: 'Tables', type: 'FeatureServer' },
    ]);
  });
});

describe('tiles', () => {
  test('contain the layers by name, with ids, labels and class numbers', async () => {
    const { Blocks, Streets, Stops } = await tile('City', tileAt(71.05, 51.05, 8));
    const ids = [...new Set(features(Blocks).map(({ id }) => id))].toSorted((a, b) => a! - b!);
    expect(ids).toEqual(Array.from({ length: 100 }, (_none, index) => index + 1));
    expect(features(Streets)).toHaveLength(10);
    expect(features(Stops).length).toBeGreaterThan(20);
    expect(features(Blocks)[0]?.properties).toMatchObject({
      _class: 0,
      name: expect.stringMatching(/^Block/),
    });
  });

  test('keep courtyards and parts', async () => {
    const { Blocks } = await tile('City', tileAt(71.004, 51.004, 13));
    const first = features(Blocks).find(({ id }) => id === 1);
    const geometry = first?.toGeoJSON(
      ...(lonLatTile(71.004, 51.004, 13) as [number, number, number]),
    ).geometry;
    expect(geometry?.type).toBe('Polygon');
    expect((geometry as any).coordinates).toHaveLength(2);
    const low = await tile('City', tileAt(71.0485, 51.024, 12));
    const two = features(low['Blocks']).find(({ id }) => id === 25);
    const whole = two?.toGeoJSON(...(lonLatTile(71.0485, 51.024, 12) as [number, number, number]))
      .geometry as any;
    expect(whole.type).toBe('MultiPolygon');
  });

  test('are accurate to half a unit of the tile', async () => {
    await make('Exact', [layer({ features: [point(71.123_456, 51.654_321)] })]);
    for (const z of [3, 9, 16, 22]) {
      const { Things } = await tile('Exact', tileAt(71.123_456, 51.654_321, z));
      const [x, y, zoom] = lonLatTile(71.123_456, 51.654_321, z);
      const { coordinates } = features(Things)[0]!.toGeoJSON(x!, y!, zoom!).geometry as any;
      const unit = 360 / 2 ** z / 4096;
      // At zooms where features are thinned a point is still at its place.
      expect(Math.abs(coordinates[0] - 71.123_456)).toBeLessThan(unit);
      expect(Math.abs(coordinates[1] - 51.654_321)).toBeLessThan(unit);
    }
  });

  test('are cut from layers in any spatial reference', async () => {
    const mercator = [71 * 111_319.490_793, 6_621_293.722_7];
    const feature = { properties: {}, geometry: { type: 'Point', coordinates: mercator } };
    await make('Mercator', [layer({ wkid: 3857, features: [feature] })]);
    await make('Zone', [layer({ wkid: 32642, features: [point(640_285.4, 5_651_770)] })]);
    expect(features((await tile('Mercator', tileAt(71, 51, 14)))['Things'])).toHaveLength(1);
    expect(features((await tile('Zone', tileAt(71.0, 51.0, 8)))['Things'])).toHaveLength(1);
  });

  test('of a wide polygon contain only nearby parts, and nothing beyond', async () => {
    const square = [
      [
        [60, 45],
        [80, 45],
        [80, 55],
        [60, 55],
        [60, 45],
      ],
    ];
    const wide = { properties: {}, geometry: { type: 'Polygon', coordinates: square } };
    await make('Wide', [layer({ geometryType: 'esriGeometryPolygon', features: [wide] })]);
    const { Things } = await tile('Wide', tileAt(71, 51, 18));
    const [ring] = features(Things)[0]!.loadGeometry();
    for (const { x, y } of ring!) {
      expect(x).toBeGreaterThanOrEqual(-81);
      expect(x).toBeLessThanOrEqual(4177);
      expect(y).toBeGreaterThanOrEqual(-81);
      expect(y).toBeLessThanOrEqual(4177);
    }
    expect((await anybody.fetch(`Wide/VectorTileServer/tile/${tileAt(0, 0, 10)}.pbf`)).status).toBe(204);
  });

  test('over the antimeridian show both sides', async () => {
    const ring = [
      [
        [175, -10],
        [185, -10],
        [185, 10],
        [175, 10],
        [175, -10],
      ],
    ];
    const fiji = { properties: {}, geometry: { type: 'Polygon', coordinates: ring } };
    await make('Fiji', [layer({ geometryType: 'esriGeometryPolygon', features: [fiji] })]);
    expect(features((await tile('Fiji', tileAt(179, 5, 5)))['Things'])).toHaveLength(1);
    expect(features((await tile('Fiji', tileAt(-179, 5, 5)))['Things'])).toHaveLength(1);
    expect((await anybody.fetch(`Fiji/VectorTileServer/tile/${tileAt(0, 5, 5)}.pbf`)).status).toBe(204);
  });

  test('thin out features that cannot be distinguished, and show all of them up close', async () => {
    const crowd = Array.from({ length: 2500 }, (_none, n) =>
      point(71 + (n % 50) * 1e-5, 51 + Math.floor(n / 50) * 1e-5),
    );
    await make('Crowd', [layer({ features: crowd })]);
    expect(features((await tile('Crowd', tileAt(71.0002, 51.0002, 5)))['Things']).length).toBeLessThan(5);
    const near = new Set<number | undefined>();
    for (const [dx, dy] of [
      [0, 0],
      [0, 5e-4],
      [5e-4, 0],
      [5e-4, 5e-4],
    ] as const) {
      const response = await anybody.fetch(`Crowd/VectorTileServer/tile/${tileAt(71 + dx, 51 + dy, 17)}.pbf`);
      if (response.status === 204) continue;
      const bytes = new Uint8Array(await response.arrayBuffer());
      for (const { id } of features(new VectorTile(new PbfReader(bytes)).layers['Things'])) near.add(id);
    }
    expect(near.size).toBe(2500);
  });

  test('of many features are the same when cut in another thread', async () => {
    const blocks = Array.from({ length: 6000 }, (_none, n) => {
      const [x, y] = [71 + (n % 80) * 1e-3, 51 + Math.floor(n / 80) * 1e-3];
      const square = [
        [
          [x, y],
          [x + 8e-4, y],
          [x + 8e-4, y + 8e-4],
          [x, y + 8e-4],
          [x, y],
        ],
      ];
      return { properties: { n }, geometry: { type: 'Polygon', coordinates: square } };
    });
    const fields = [{ name: 'n', type: 'esriFieldTypeInteger' as const }];
    await make('Many', [
      layer({ geometryType: 'esriGeometryPolygon', fields, displayField: 'n', features: blocks }),
    ]);
    const { Things } = await tile('Many', tileAt(71.04, 51.04, 11));
    expect(features(Things).length).toBeGreaterThan(2000);
    for (const { id, properties } of features(Things)) expect(properties['n']).toBe(id! - 1);
  });

  test.each(['30/1/1.pbf', '3/8/0.pbf', '3/0/8.pbf'])('do not exist for %s', async (address) => {
    const answer = await anybody.get(`City/VectorTileServer/tile/${address}`);
    expect(answer.error.code).toBe(404);
  });

  test.each(['a/1/1.pbf', '3/-1/1.pbf', '3/1/1.png', '3/1/1e1.pbf'])(
    'reject %s as an address',
    async (address) => {
      const answer = await anybody.get(`City/VectorTileServer/tile/${address}`);
      expect(answer.error.code).toBe(400);
    },
  );
});

describe('tilemap', () => {
  test('names the tiles with features, of readable services only', async () => {
    const [z, y, x] = tileAt(71.05, 51.05, 10).split('/').map(Number) as [number, number, number];
    const map = await anybody.get(`City/VectorTileServer/tilemap/${z}/${y - 2}/${x - 2}/5/5`);
    expect(map).toMatchObject({
      adjusted: false,
      location: { left: x - 2, top: y - 2, width: 5, height: 5 },
    });
    expect(map.data).toHaveLength(25);
    expect([map.data[0], map.data[12]]).toEqual([0, 1]);
    const secret = 'Secret/VectorTileServer/tilemap/1/0/0/2/2';
    expect((await anybody.get(secret)).error.code).toBe(499);
    expect((await member.get(secret)).data).toHaveLength(4);
  });
});

describe('caching', () => {
  const address = `Fresh/VectorTileServer/tile/${tileAt(71, 51, 12)}.pbf`;
  const ask = (etag?: string) =>
    member.fetch(address, {}, etag ? { headers: { 'if-none-match': etag } } : {});

  test('keeps a tile valid until its layer is edited', async () => {
    await make('Fresh', [layer({ features: [point(71, 51)] })], {
      capabilities: 'Create,Delete,Query,Update,Editing',
    });
    const first = await ask();
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
    expect((await ask(etag)).status).toBe(304);
    expect((await ask(`"other", W/${etag}`)).status).toBe(304);
    expect((await ask('"other"')).status).toBe(200);
    const { addResults } = await member.post('Fresh/FeatureServer/0/addFeatures', {
      features: [
        { geometry: { x: 71.000_5, y: 51.000_5, spatialReference: { wkid: 4326 } }, attributes: {} },
      ],
    });
    expect(addResults[0].success).toBe(true);
    const second = await ask(etag);
    expect(second.status).toBe(200);
    expect(second.headers.get('etag')).not.toBe(etag);
    expect(Buffer.from(await second.arrayBuffer())).not.toEqual(Buffer.from(await first.arrayBuffer()));
  });

  test('remembers an empty tile until features are added', async () => {
    const empty = `Fresh/VectorTileServer/tile/${tileAt(10, 10, 12)}.pbf`;
    const none = await member.fetch(empty);
    expect(none.status).toBe(204);
    const etag = none.headers.get('etag')!;
    expect((await member.fetch(empty, {}, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await member.post('Fresh/FeatureServer/0/addFeatures', {
      features: [{ geometry: { x: 10, y: 10, spatialReference: { wkid: 4326 } }, attributes: {} }],
    });
    expect((await member.fetch(empty, {}, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('access', () => {
  test.each(['', '/resources/styles/root.json', '/tile/0/0/0.pbf', '/resources/sprites/sprite.json'])(
    'prompts visitors to sign in to a private service at %s',
    async (path) => {
      expect((await anybody.get(`Secret/VectorTileServer${path}`)).error).toMatchObject({ code: 499 });
      expect((await member.fetch(`Secret/VectorTileServer${path}`)).status).toBe(200);
    },
  );

  test('gives the style through a public item to those who may read the private service', async () => {
    const url = `${server.url}/server/rest/services/Secret/VectorTileServer`;
    const item = { title: 'Tiles', type: 'Vector Tile Service', url, access: 'public' } as const;
    const id = await addItem(portal.context, 'ada', item);
    const style = `${portal.root}/content/items/${id}/resources/styles/root.json`;
    expect((await fetch(style)).status).toBe(404);
    const headers = { 'X-Esri-Authorization': `Bearer ${await portal.token('ada')}` };
    const answer = await fetch(style, { headers });
    expect(await answer.json()).toMatchObject({
      name: 'Secret',
      sources: { hosted: { url } },
      layers: [{ 'source-layer': 'Things' }],
    });
  });

  test('accepts the token in a header and in a form as well', async () => {
    const token = new URL((await member.fetch('Secret/VectorTileServer')).url).searchParams.get('token');
    const address = `${anybody.root}/Secret/VectorTileServer`;
    const byHeader = await fetch(`${address}?f=json`, { headers: { authorization: `Bearer ${token}` } });
    expect(await byHeader.json()).toMatchObject({ name: 'Secret' });
    const byForm = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ token: token!, f: 'json' }),
    });
    expect(await byForm.json()).toMatchObject({ name: 'Secret' });
    const dead = await fetch(`${address}?f=json&token=dead`);
    expect(await dead.json()).toMatchObject({ error: { code: 498 } });
  });
});

describe('style', () => {
  const style = async (service: string) =>
    anybody.get(`${service}/VectorTileServer/resources/styles/root.json`);
  const green = [120, 169, 66, 255];

  test('draws every class with its symbol, first layer on top, labels above all', async () => {
    const { layers, sources, version } = await style('City');
    expect(version).toBe(8);
    expect(Object.values(sources)).toEqual([
      expect.objectContaining({
        type: 'vector',
        attribution: 'Nobody',
        url: '../../',
        tiles: ['../../tile/{z}/{y}/{x}.pbf'],
      }),
    ]);
    const drawn = layers.map((each: any) => each['source-layer']);
    expect(drawn.indexOf('Stops')).toBeLessThan(drawn.indexOf('Blocks'));
  });

  test('includes classes, dashes, markers, scales, transparency and labels', async () => {
    const line = { type: 'esriSLS', style: 'esriSLSDash', color: green, width: 3 };
    await make('Styled', [
      layer({
        name: 'Roads',
        geometryType: 'esriGeometryPolyline',
        minScale: 50_000,
        fields: [
          { name: 'kind', type: 'esriFieldTypeString' },
          { name: 'title', type: 'esriFieldTypeString' },
        ],
        drawingInfo: {
          transparency: 50,
          renderer: {
            type: 'uniqueValue',
            field1: 'kind',
            uniqueValueInfos: [{ value: 'main', symbol: line, label: 'Main' }],
          },
          labelingInfo: [
            {
              labelExpressionInfo: { expression: '$feature.title' },
              labelPlacement: 'esriServerLinePlacementCenterAlong',
              minScale: 10_000,
              symbol: { color: [1, 2, 3, 255], font: { size: 9, weight: 'bold' } },
            },
            { labelExpressionInfo: { expression: 'Upper($feature.title) + 1' }, symbol: {} },
          ],
        },
        features: ['main', 'path', null].map((kind, n) => ({
          properties: { kind, title: `Road ${n}` },
          geometry: {
            type: 'LineString',
            coordinates: [
              [71, 51 + n / 100],
              [71.1, 51 + n / 100],
            ],
          },
        })),
      }),
    ]);
    const { layers } = await style('Styled');
    expect(layers).toHaveLength(2);
    expect(layers[0]).toMatchObject({
      id: 'Roads/0 Main',
      type: 'line',
      filter: ['==', '_class', 0],
      paint: { 'line-color': 'rgba(120,169,66,0.5)', 'line-width': 4, 'line-dasharray': [4, 3] },
    });
    expect(layers[0].minzoom).toBeCloseTo(12.53, 1);
    expect(layers[1]).toMatchObject({
      type: 'symbol',
      layout: { 'text-field': '{title}', 'symbol-placement': 'line', 'text-font': ['Noto Sans Bold'] },
    });
    // Features without a class and without a default symbol are not in the tiles.
    const { Roads } = await tile('Styled', tileAt(71.05, 51.01, 10));
    expect(features(Roads).map(({ properties }) => properties)).toEqual([
      { _class: 0, title: 'Road 0', kind: 'main' },
    ]);
  });

  test.each([
    ['esriServerPointLabelPlacementAboveCenter', 'bottom', [0, -0.5]],
    ['esriServerPointLabelPlacementCenterCenter', 'center', [0, 0]],
    ['esriServerPointLabelPlacementBelowLeft', 'top-right', [-0.5, 0.5]],
    ['esriServerPointLabelPlacementCenterRight', 'left', [0.5, 0]],
    [undefined, 'bottom-left', [0.5, -0.5]],
  ])('places the labels of points: %s', async (labelPlacement, anchor, offset) => {
    const name = `Labels_${anchor.replace('-', '_')}`;
    const labelExpressionInfo = { expression: '$feature.name' };
    await make(name, [
      layer({
        fields: [{ name: 'name', type: 'esriFieldTypeString' }],
        drawingInfo: {
          renderer: { type: 'simple', symbol: { type: 'esriSMS', color: green, size: 4 } },
          labelingInfo: [{ labelExpressionInfo, labelPlacement, symbol: {} }],
        },
        features: [{ ...point(71, 51), properties: { name: 'Here' } }],
      }),
    ]);
    const { layers } = await style(name);
    expect(layers.at(-1).layout).toMatchObject({ 'text-anchor': anchor, 'text-offset': offset });
  });

  test('follows the drawing and the credits of its layers', async () => {
    await make('Changing', [layer({ name: 'Changing', features: [point(71, 51)] })]);
    const change = async (definition: object) =>
      sql`update hosted_layer set definition = definition || ${JSON.stringify(definition)}::jsonb
        where name = 'Changing'`.execute(server.database);
    expect((await style('Changing')).layers).toMatchObject([{ id: 'Changing/0' }]);
    await change({ copyright: 'Somebody' });
    expect((await style('Changing')).sources.hosted.attribution).toBe('Somebody');
    const symbol = { type: 'esriSMS', style: 'esriSMSCircle', color: green, size: 9 };
    await change({ drawingInfo: { renderer: { type: 'simple', symbol, label: 'New' } } });
    expect((await style('Changing')).layers).toMatchObject([{ id: 'Changing/0 New' }]);
  });

  test('puts picture symbols into the sprite, at both densities', async () => {
    const red =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
    const picture = { type: 'esriPMS', contentType: 'image/png', imageData: red, width: 12, height: 9 };
    await make('Pictures', [
      layer({
        features: [point(71, 51)],
        drawingInfo: { renderer: { type: 'simple', symbol: picture } },
      }),
    ]);
    const root = 'Pictures/VectorTileServer/resources/sprites';
    const once = await anybody.get(`${root}/sprite.json`);
    const twice = await anybody.get(`${root}/sprite@2x.json`);
    expect(once).toEqual({ 'Things/0': { x: 0, y: 0, width: 16, height: 12, pixelRatio: 1 } });
    expect(twice).toEqual({ 'Things/0': { x: 0, y: 0, width: 32, height: 24, pixelRatio: 2 } });
    const image = await anybody.fetch(`${root}/sprite@2x.png`);
    expect(image.headers.get('content-type')).toBe('image/png');
    const { layers } = await style('Pictures');
    expect(layers[0]).toMatchObject({ type: 'symbol', layout: { 'icon-image': 'Things/0' } });
    expect((await anybody.get(`${root}/other.json`)).error.code).toBe(404);
    // The layer gives the picture both ways, because some clients read only the address.
    const { symbol } = (await anybody.get('Pictures/FeatureServer/0')).drawingInfo.renderer;
    expect(symbol).toMatchObject({ imageData: red, url: expect.stringMatching(/^[\da-f]{32}$/) });
    const shown = await anybody.fetch(`Pictures/FeatureServer/0/images/${symbol.url}`);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(red);
    expect((await anybody.get(`Pictures/FeatureServer/0/images/${'0'.repeat(32)}`)).error.code).toBe(404);
  });

  test('leaves pictures out of a sprite that would be too large', async () => {
    const imageData =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
    const symbol = { type: 'esriPMS', contentType: 'image/png', imageData, width: 256, height: 192 };
    const uniqueValueInfos = Array.from({ length: 40 }, (_none, value) => ({ value, symbol }));
    await make('Posters', [
      layer({
        features: [point(71, 51)],
        drawingInfo: { renderer: { type: 'uniqueValue', field1: 'OBJECTID', uniqueValueInfos } },
      }),
    ]);
    const root = 'Posters/VectorTileServer/resources/sprites';
    const [once, twice] = [
      await anybody.get(`${root}/sprite.json`),
      await anybody.get(`${root}/sprite@2x.json`),
    ];
    expect(Object.keys(once)).toEqual(Object.keys(twice));
    expect(Object.keys(once).length).toBeGreaterThan(5);
    expect(Object.keys(once).length).toBeLessThan(20);
    const places: { x: number; width: number }[] = Object.values(twice);
    expect(Math.max(...places.map(({ x, width }) => x + width))).toBeLessThanOrEqual(2048);
  });

  test('shows a plain marker for a picture on another server', async () => {
    const symbol = { type: 'esriPMS', url: 'https://pictures.example/pin.png', width: 12, height: 12 };
    await make('Linked', [
      layer({ features: [point(71, 51)], drawingInfo: { renderer: { type: 'simple', symbol } } }),
    ]);
    expect((await style('Linked')).layers).toEqual([expect.objectContaining({ type: 'circle' })]);
    expect((await anybody.get('Linked/FeatureServer/0')).drawingInfo.renderer.symbol).toEqual(symbol);
  });

  test.each([
    ['nothing', null],
    ['an unknown renderer', { renderer: { type: 'heatmap' } }],
    ['a removed field', { renderer: { type: 'uniqueValue', field1: 'gone', uniqueValueInfos: [] } }],
    ['a broken renderer', { renderer: { type: 'simple', symbol: { type: 'esriSFS', color: 'red' } } }],
    ['no object at all', 'red'],
  ])('draws something with %s', async (what, drawingInfo) => {
    const serviceName = `Odd_${what.replaceAll(' ', '_')}`;
    await make(serviceName, [layer({ features: [point(71, 51)], drawingInfo: drawingInfo as any })]);
    const { layers } = await style(serviceName);
    expect(Array.isArray(layers)).toBe(true);
    expect((await anybody.fetch(`${serviceName}/VectorTileServer/tile/0/0/0.pbf`)).status).toBeLessThan(300);
  });
});

function lonLatTile(longitude: number, latitude: number, zoom: number): number[] {
  const [z, y, x] = tileAt(longitude, latitude, zoom).split('/').map(Number);
  return [x!, y!, z!];
}

test('tiles are stored between starts, and only sent to callers who may read the layer', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
  const later = await startTestServer({ databaseUrl: server.databaseUrl, dataDir });
  const address = `Secret/VectorTileServer/tile/${tileAt(71, 51, 5)}.pbf`;
  try {
    const { token } = member;
    expect((await new ServiceClient(later.url, token).fetch(address)).status).toBe(200);
    await later.stop();
    const [stored] = await readdir(path.join(dataDir, 'tiles'), {
      recursive: true,
      withFileTypes: true,
    }).then((entries) => entries.filter((entry) => entry.isFile()));
    expect(stored).toBeDefined();
    await writeFile(path.join(stored!.parentPath, stored!.name), gzipSync('from the file'));
    const again = await startTestServer({ databaseUrl: server.databaseUrl, dataDir });
    try {
      const response = await new ServiceClient(again.url, token).fetch(address);
      expect(await response.text()).toBe('from the file');
      const refused = await new ServiceClient(again.url).fetch(address);
      expect(await refused.text()).not.toContain('from the file');
    } finally {
      await again.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('tiles that members have stored outlast those of visitors, who see fewer layers', async () => {
  const itemId = await addItem(portal.context, 'ada', {
    title: 'Half open',
    type: 'Feature Service',
    access: 'public',
  });
  const features = [point(71, 51)];
  await make('HalfOpen', [layer({ name: 'Open', features }), layer({ name: 'Closed', features })], {
    itemId,
  });
  const visitors = JSON.stringify({ mayRead: false, mayAdd: false });
  await sql`update hosted_layer set definition = jsonb_set(definition, '{visitors}', cast(${visitors} as jsonb))
    where name = 'Closed'`.execute(server.database);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
  const later = await startTestServer({ databaseUrl: server.databaseUrl, dataDir });
  const stored = async () =>
    (await readdir(path.join(dataDir, 'tiles'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && /^[\d-]+$/.test(entry.name))
      .map(({ parentPath, name }) => path.join(parentPath, name));
  const load = async (token: string | undefined, zoom: number) => {
    const address = `HalfOpen/VectorTileServer/tile/${tileAt(71, 51, zoom)}.pbf`;
    const response = await new ServiceClient(later.url, token).fetch(address);
    return Object.keys(new VectorTile(new PbfReader(await response.arrayBuffer())).layers);
  };
  try {
    expect(await load(member.token, 5)).toEqual(['Open', 'Closed']);
    await expect.poll(stored).toHaveLength(1);
    const ofMembers = await stored();
    expect(await load(undefined, 5)).toEqual(['Open']);
    expect(await load(undefined, 6)).toEqual(['Open']);
    // Ends after what was being written.
    await later.stop();
    expect(await stored()).toEqual(ofMembers);
  } finally {
    await later.stop().catch(() => {});
    await rm(dataDir, { recursive: true });
  }
});
