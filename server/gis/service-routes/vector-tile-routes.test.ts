import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import type { FastifyInstance } from 'fastify';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpApp } from '../../platform/http/app.ts';
import { vectorTileRoutes } from './vector-tile-routes.ts';

const archivePath = fileURLToPath(new URL('../../../examples/astana/basemap.pmtiles', import.meta.url));
const root = '/server/rest/services/basemap-light/VectorTileServer';
let app: FastifyInstance;

beforeAll(async () => {
  app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://localhost' });
  const both = { archivePath, copyright: '© OpenStreetMap contributors' };
  const services = [
    { ...both, name: 'basemap-light', title: 'Light', style: 'light' as const },
    { ...both, name: 'basemap-dark', title: 'Dark', style: 'dark' as const },
  ];
  await app.register(vectorTileRoutes({ services }));
});

afterAll(() => app.close());

async function tileLayers(address: string) {
  const response = await app.inject({
    url: `${root}/tile/${address}.pbf`,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  });
  expect(response.headers['content-encoding']).toBe('gzip');
  return new VectorTile(new PbfReader(gunzipSync(response.rawPayload))).layers;
}

async function errorOf(url: string): Promise<{ code: number }> {
  return (await app.inject(url)).json<{ error: { code: number } }>().error;
}

describe('service description', () => {
  it('has everything the SDK requires, by GET and POST', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const response = await app.inject({ method, url: `${root}?f=json` });
      expect(response.json()).toMatchObject({
        name: 'basemap-light',
        tiles: ['tile/{z}/{y}/{x}.pbf'],
        defaultStyles: 'resources/styles',
        capabilities: 'TilesOnly',
        tileInfo: { rows: 512, cols: 512, format: 'pbf', spatialReference: { wkid: 102100 } },
      });
      expect(
        response.json<{ tileInfo: { lods: { resolution: number }[] } }>().tileInfo.lods[0]?.resolution,
      ).toBeCloseTo(78271.517, 2);
    }
  });

  it('responds to an unknown service with a 404 envelope', async () => {
    expect(await errorOf('/server/rest/services/nowhere/VectorTileServer?f=json')).toMatchObject({
      code: 404,
    });
  });
});

describe('tiles', () => {
  it('contain the city in the layers of the schema', async () => {
    const layers = await tileLayers('14/5473/11442');
    expect(Object.keys(layers)).toEqual(expect.arrayContaining(['earth', 'landuse', 'roads', 'buildings']));
    const roads = layers.roads;
    const kinds = new Set(
      Array.from({ length: roads?.length ?? 0 }, (_, i) => roads?.feature(i).properties.kind),
    );
    expect([...kinds]).toEqual(expect.arrayContaining(['major_road', 'minor_road', 'path']));
  });

  it('contain no names of mappers', async () => {
    for (const layer of Object.values(await tileLayers('15/10946/22885'))) {
      for (let i = 0; i < layer.length; i++) {
        expect(
          Object.keys(layer.feature(i).properties).filter((key) => /^@|user|uid|changeset/.test(key)),
        ).toEqual([]);
      }
    }
  });

  it('contain the world with its oceans', async () => {
    const world = await tileLayers('0/0/0');
    expect(world.earth?.length).toBeGreaterThan(0);
    expect(world.water?.feature(0).properties.kind).toBe('ocean');
  });

  it('are cut from the tile above where the archive has none', async () => {
    const paris = await tileLayers('10/352/518');
    expect(paris.earth?.feature(0).properties.kind).toBe('earth');
    const pacific = await tileLayers('12/2048/100');
    expect(pacific.water?.feature(0).properties.kind).toBe('ocean');
    const deep = await tileLayers('18/87568/183086');
    expect(Object.keys(deep)).toContain('earth');
  });

  it('are not sent again to a client that has them', async () => {
    const first = await app.inject(`${root}/tile/6/22/44.pbf`);
    const again = await app.inject({
      url: `${root}/tile/6/22/44.pbf`,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([first.statusCode, again.statusCode, again.payload]).toEqual([200, 304, '']);
    expect(first.headers['cache-control']).toContain('max-age=');
  });

  it('are decompressed for clients that do not accept gzip', async () => {
    for (const accepted of ['', 'identity', 'gzip;q=0, br']) {
      const headers = { 'accept-encoding': accepted };
      const response = await app.inject({ url: `${root}/tile/0/0/0.pbf`, headers });
      expect(response.headers['content-encoding']).toBeUndefined();
      expect(new VectorTile(new PbfReader(response.rawPayload)).layers.earth?.length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['2/4/0', 404],
    ['2/0/4', 404],
    ['x/0/0', 400],
    ['2/0/..%2f..%2f0', 400],
  ])('responds to %s with code %i', async (address, code) => {
    expect(await errorOf(`${root}/tile/${address}.pbf`)).toMatchObject({ code });
  });
});

describe('tilemap', () => {
  it('lists the tiles of a block, cut at the edge of the world', async () => {
    const response = await app.inject(`${root}/tilemap/2/2/2/4/4?f=json`);
    expect(response.json()).toEqual({
      adjusted: true,
      location: { left: 2, top: 2, width: 2, height: 2 },
      data: [1, 1, 1, 1],
    });
  });

  it.each([
    ['2/0/4/8/8', 404],
    ['23/0/0/8/8', 404],
    ['2/0/0/0/8', 400],
    ['2/0/0/1000/8', 400],
    ['2/x/0/8/8', 400],
  ])('responds to %s with code %i', async (address, code) => {
    expect(await errorOf(`${root}/tilemap/${address}?f=json`)).toMatchObject({ code });
  });
});

describe('style, fonts and symbols', () => {
  it('differ by service', async () => {
    const style = async (name: string) =>
      (await app.inject(`/server/rest/services/${name}/VectorTileServer/resources/styles/root.json`)).json<{
        name: string;
      }>().name;
    expect(await style('basemap-light')).toBe('mapping-light');
    expect(await style('basemap-dark')).toBe('mapping-dark');
  });

  it('are found at the folder of styles as well, with a source by address', async () => {
    const styles = await Promise.all(
      ['resources/styles', 'resources/styles/', 'resources/styles/root.json'].map(
        async (address) => (await app.inject(`${root}/${address}`)).payload,
      ),
    );
    expect(new Set(styles).size).toBe(1);
    expect(JSON.parse(styles[0] ?? '')).toMatchObject({
      version: 8,
      sources: { basemap: { type: 'vector', url: '../../', tiles: ['../../tile/{z}/{y}/{x}.pbf'] } },
    });
  });

  it('are listed, and every listed file exists', async () => {
    const response = await app.inject(`${root}/resources/info?f=json`);
    const { resourceInfo } = response.json<{ resourceInfo: string[] }>();
    expect(resourceInfo).toEqual(
      expect.arrayContaining([
        'styles/root.json',
        'sprites/sprite@2x.png',
        'fonts/noto-sans-regular/0-255.pbf',
      ]),
    );
    const some = resourceInfo.filter((_file, index) => index < 8 || index % 50 === 0);
    for (const file of some) {
      const { statusCode, headers } = await app.inject(`${root}/resources/${encodeURI(file)}`);
      expect({ file, statusCode, tagged: headers['etag'] !== undefined }).toEqual({
        file,
        statusCode: 200,
        tagged: true,
      });
    }
  });

  it.each(['sprite.json', 'sprite.png', 'sprite@2x.json', 'sprite@2x.png'])('include %s', async (file) => {
    const response = await app.inject(`${root}/resources/sprites/${file}`);
    expect([response.statusCode, response.rawPayload.length > 50]).toEqual([200, true]);
  });

  it('include glyphs for map labels and for text symbols', async () => {
    for (const url of [
      `${root}/resources/fonts/Noto%20Sans%20Regular/0-255.pbf`,
      '/server/fonts/arial-unicode-ms-bold/0-255.pbf',
    ]) {
      const response = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
      expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, 'gzip']);
    }
  });

  it.each(['noto-sans-regular', 'arial-unicode-ms-bold', 'noto-sans-italic', 'open-sans-medium'])(
    'include the font %s for text in scenes',
    async (font) => {
      const response = await app.inject(`/server/fonts/woff2/${font}.woff2`);
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'font/ttf']);
      // The version of TrueType.
      expect(response.rawPayload.readUInt32BE(0)).toBe(0x0001_0000);
    },
  );

  it('open no other file', async () => {
    for (const file of ['noto-sans-regular.ttf', '..%2f..%2froutes.woff2'])
      expect(await errorOf(`/server/fonts/woff2/${file}`)).toMatchObject({ code: 404 });
    expect(await errorOf(`${root}/resources/sprites/..%2f..%2froutes.ts`)).toMatchObject({ code: 404 });
    expect(await errorOf(`/server/fonts/..%2f..%2fstyles/0-255.json`)).toMatchObject({ code: 400 });
  });
});
