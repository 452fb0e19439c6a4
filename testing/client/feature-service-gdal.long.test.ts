import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { loadCity } from '../rig/city-service.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** GDAL reads the services like desktop programs do. Debian: apt-get install gdal-bin. */
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
  const features = Array.from({ length: 5000 }, (_none, index) => ({
    properties: { n: index },
    geometry: {
      type: 'Point',
      coordinates: [71 + (index % 100) / 1000, 51 + Math.floor(index / 100) / 1000],
    },
  }));
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Many',
      layers: [
        {
          name: 'Many',
          geometryType: 'esriGeometryPoint',
          fields: [{ name: 'n', type: 'esriFieldTypeInteger' }],
          features,
        },
      ],
    },
  );
});
afterAll(() => server.stop());

async function read(source: string): Promise<any> {
  const { stdout } = await run('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', source], {
    maxBuffer: 64_000_000,
  });
  return JSON.parse(stdout);
}

const url = (path: string, more: string) =>
  `${server.url}/server/rest/services/${path}/query?where=1%3D1&outFields=*&${more}`;

describe.skipIf(!installed)('GDAL', () => {
  test('reads polygons with holes and parts', async () => {
    const { features } = await read(`ESRIJSON:${url('City/FeatureServer/0', 'f=json')}`);
    expect(features).toHaveLength(100);
    expect(features[0].geometry.coordinates).toHaveLength(2);
    expect(features[24].geometry.type).toBe('MultiPolygon');
    const { height, built, ...exact } = features[10].properties;
    expect(exact).toMatchObject({ name: 'Block 11', levels: 3 });
    // Some versions do not know Single and Date and return their text.
    expect([Number(height), Number(built)]).toEqual([9.75, Date.UTC(2026, 0, 11)]);
  });

  test('reads lines, points and tables', async () => {
    const lines = await read(url('City/FeatureServer/1', 'f=json'));
    expect(lines.features[9].geometry.type).toBe('MultiLineString');
    const stops = await read(url('City/FeatureServer/2', 'f=json'));
    expect(stops.features).toHaveLength(200);
    expect(stops.features[199].geometry).toBeNull();
    expect((await read(url('City/FeatureServer/3', 'f=json'))).features).toHaveLength(30);
  });

  test('reads GeoJSON', async () => {
    const { features } = await read(url('City/FeatureServer/0', 'f=geojson'));
    expect(features).toHaveLength(100);
  });

  test('pages through all of five thousand by itself', async () => {
    const { features } = await read(
      `ESRIJSON:${url('Many/FeatureServer/0', 'f=json&orderByFields=OBJECTID&resultRecordCount=2000')}`,
    );
    expect(features.map(({ properties }: any) => properties.n)).toEqual(
      Array.from({ length: 5000 }, (_none, index) => index),
    );
  });

  test('recognises the spatial reference', async () => {
    const { stdout } = await run('ogrinfo', [
      '-so',
      '-al',
      url('City/FeatureServer/0', 'f=json&outSR=102100'),
    ]);
    expect(stdout).toContain('3857');
    expect(stdout).toContain('Feature Count: 100');
  });
});
