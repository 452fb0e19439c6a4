import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCity } from '../rig/city-service.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** GDAL's drivers for OGC API – Features and Tiles, as QGIS and others use them. Debian: apt-get install gdal-bin. */
const installed = (() => {
  try {
    return execFileSync('ogrinfo', ['--version']).toString().startsWith('GDAL');
  } catch {
    return false;
  }
})();
if (!installed) console.log('GDAL is not installed (gdal-bin): its tests are left out.');

const run = promisify(execFile);
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await loadCity(server.database);
});
afterAll(() => server.stop());

const source = () => `OAPIF:${server.url}/server/ogc/City`;

async function read(layer: number, ...parameters: string[]): Promise<any> {
  const { stdout } = await run(
    'ogr2ogr',
    ['-f', 'GeoJSON', '/vsistdout/', ...parameters, source(), String(layer)],
    { maxBuffer: 64_000_000 },
  );
  return JSON.parse(stdout);
}

describe.skipIf(!installed)('GDAL', () => {
  test('lists the collections', async () => {
    const { stdout } = await run('ogrinfo', [source()]);
    for (const name of ['Blocks', 'Streets', 'Stops', 'Inspections'])
      expect(stdout).toContain(`title: ${name}`);
  });

  test('describes the fields by the schema, with its own dates', async () => {
    const { stdout } = await run('ogrinfo', ['-so', source(), '2']);
    expect(stdout).toMatch(/name: String/);
    expect(stdout).toMatch(/kind: Integer/);
    expect(stdout).toMatch(/opened: DateTime/);
    expect(stdout).toContain('Feature Count: 200');
  });

  test('reads every page', async () => {
    const { features } = await read(2, '-oo', 'PAGE_SIZE=30');
    expect(features).toHaveLength(200);
    expect(new Set(features.map(({ properties }: any) => properties.code)).size).toBe(200);
  });

  test('reads polygons with holes and parts', async () => {
    const { features } = await read(0);
    expect(features).toHaveLength(100);
    expect(features[0].geometry.coordinates).toHaveLength(2);
    expect(features[24].geometry.type).toBe('MultiPolygon');
  });

  test('asks the server for a window and for conditions', async () => {
    expect((await read(2, '-spat', '71', '51', '71.01', '51.01')).features).toHaveLength(21);
    expect((await read(2, '-where', 'kind = 2')).features).toHaveLength(50);
    expect((await read(0, '-where', "name LIKE 'Block 1%' AND levels >= 3")).features).toHaveLength(6);
  });

  test('reads a vector tile of OGC API – Tiles at its place', async () => {
    const [z, y, x] = [12, 1369, 2856];
    const tile = await fetch(
      `${server.url}/server/ogc/City/collections/0/tiles/WebMercatorQuad/${z}/${y}/${x}`,
    );
    const folder = await mkdtemp(path.join(tmpdir(), 'gdal-tile-'));
    const file = path.join(folder, 'tile.mvt');
    await writeFile(file, new Uint8Array(await tile.arrayBuffer()));
    const place = { X: x, Y: y, Z: z };
    const options = Object.entries(place).flatMap(([name, value]) => ['-oo', `${name}=${value}`]);
    const output = ['-f', 'GeoJSON', '/vsistdout/', '-t_srs', 'EPSG:4326'];
    const { stdout } = await run('ogr2ogr', [...output, ...options, `MVT:${file}`, 'Blocks']);
    await rm(folder, { recursive: true });
    const [feature] = JSON.parse(stdout).features;
    expect(feature.properties.name).toMatch(/^Block /);
    const [longitude, latitude] = feature.geometry.coordinates.flat(3);
    expect([longitude, latitude]).toEqual([expect.closeTo(71.05, 0), expect.closeTo(51.05, 0)]);
  });
});
