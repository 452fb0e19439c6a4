import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { createClock } from '../rig/clock.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Requests with much in them count by their size, besides their number. */
let server: TestServer;

beforeAll(async () => {
  // Callers set their addresses as a trusted proxy would; no minute ends in the middle of a test.
  server = await startTestServer({ trustProxy: 'loopback', now: createClock().now });
});
afterAll(() => server.stop());

async function send(address: string, from: string, parameters: Record<string, string>) {
  const response = await fetch(`${server.url}${address}`, {
    method: 'POST',
    body: new URLSearchParams({ f: 'json', ...parameters }),
    headers: { 'x-forwarded-for': from },
  });
  const { error } = (await response.json()) as { error?: { code: number } };
  return { code: error?.code ?? 200, wait: Number(response.headers.get('retry-after') ?? 0) };
}

/** @returns how many of these requests are answered before the first 429 */
async function answered(most: number, request: () => ReturnType<typeof send>): Promise<number> {
  for (let count = 0; count < most; count += 1) {
    const { code, wait } = await request();
    if (code === 429 && wait > 0) return count;
    expect(code).toBe(200);
  }
  return most;
}

describe('batches of addresses', () => {
  const address = '/server/rest/services/Places/GeocodeServer/geocodeAddresses';
  // Blank, so that nothing is looked up.
  const batch = (size: number) => ({
    addresses: JSON.stringify({
      records: Array.from({ length: size }, (_, index) => ({ attributes: { OBJECTID: index } })),
    }),
  });
  const full = limits.placeBatchPlacesPerMinute / limits.placeBatch;

  test('of full size are answered many times a minute, and then refused, also smaller ones', async () => {
    const from = '192.0.2.1';
    expect(full).toBeGreaterThanOrEqual(60);
    expect(await answered(2 * full, () => send(address, from, batch(limits.placeBatch)))).toBe(full);
    expect(await send(address, from, batch(1))).toMatchObject({ code: 429 });
    expect(await send(address, '192.0.2.2', batch(limits.placeBatch))).toMatchObject({ code: 200 });
  });

  test('of a few are answered as often as the number of requests allows', async () => {
    const few = limits.placeBatchesPerMinute;
    expect(await answered(few, () => send(address, '192.0.2.3', batch(10)))).toBe(few);
  });
});

describe('geometries', () => {
  const geometryServer = (organisation = '') =>
    `/server${organisation}/rest/services/Utilities/Geometry/GeometryServer`;
  const points = (size: number) => ({
    geometries: JSON.stringify({
      geometryType: 'esriGeometryPoint',
      geometries: Array.from({ length: size }, (_, index) => ({ x: index % 90, y: 1 })),
    }),
    inSR: '4326',
    outSR: '3857',
    sr: '4326',
  });
  const most = limits.geometryServiceGeometries;
  // With the braces around them.
  const full = Math.floor(limits.geometriesPerMinute / (most + 1));

  test('in large requests are limited for all operations and addresses of the service together', async () => {
    const from = '192.0.2.1';
    expect(full).toBeGreaterThanOrEqual(29);
    expect(await answered(2 * full, () => send(`${geometryServer()}/project`, from, points(most)))).toBe(
      full,
    );
    expect(await send(`${geometryServer('/town')}/simplify`, from, points(most))).toMatchObject({
      code: 429,
    });
    expect(await send(`${geometryServer()}/project`, '192.0.2.2', points(most))).toMatchObject({ code: 200 });
  });

  test('as numbers without JSON are counted in pairs', async () => {
    const list = { ...points(0), geometries: Array.from({ length: most }, () => '1,1').join(',') };
    const count = await answered(2 * full, () => send(`${geometryServer()}/project`, '192.0.2.4', list));
    expect(count).toBe(Math.floor(limits.geometriesPerMinute / most));
  });

  test('in ordinary requests are answered as often as the number of requests allows', async () => {
    const few = limits.geometryCallsPerMinute;
    const request = () => send(`${geometryServer()}/project`, '192.0.2.3', points(50));
    expect(await answered(few, request)).toBe(few);
  });
});

test('documents the actual limits', () => {
  const table = readFileSync('docs/limits.md', 'utf8');
  const row = (what: string) => new RegExp(`^\\| ${what} +\\| (.*?) +\\|$`, 'm').exec(table)?.[1];
  const inEnglish = (...numbers: number[]) => numbers.map((each) => each.toLocaleString('en')).join(' · ');
  expect(row('addresses per geocoding batch · per minute and address · batches per minute and address')).toBe(
    inEnglish(limits.placeBatch, limits.placeBatchPlacesPerMinute, limits.placeBatchesPerMinute),
  );
  expect(row('geometry service: geometries per minute and address, of all operations')).toBe(
    inEnglish(limits.geometriesPerMinute),
  );
});
