import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { freePort } from './free-port.ts';
import { addHeavyContent } from './heavy-items.ts';
import { type HeavySizes, heavyRequests, refusedRequests } from './heavy-requests.ts';
import { wavyRing } from './heavy-shapes.ts';
import { sample } from './long.ts';
import { createPortalClient } from './portal-client.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Milliseconds of processor time that no request may take in one turn, on an idle machine of today. */
const strict = 50;
/** CI machines are slower, and share their caches. `EVENT_LOOP_MARGIN=1` sets the strict limit. */
const margin = Number(process.env['EVENT_LOOP_MARGIN'] ?? 2);
/** Milliseconds of processor time that a turn may take on this machine. */
export const maxTurn = strict * margin;

/** Sends the most expensive requests to a server in its own process and measures its event loop. */
export function testEventLoop(size: HeavySizes): void {
  let rig: TestDatabase;
  let server: ServerProcess;
  let url: string;
  let token: string;

  async function post(address: string, parameters: Record<string, unknown>): Promise<string> {
    if (address.includes('/tile/')) return (await fetch(`${url}${address}`)).text();
    const form = Object.entries({ f: 'json', token, ...parameters }).map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
    const response = await fetch(`${url}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.join('&'),
    });
    return response.text();
  }

  /** Since the last report. */
  async function longestTurn(): Promise<number> {
    const before = server.output().length;
    server.process.kill('SIGUSR2');
    const longestTurn = () => /LONGEST TURN ([\d.]+) ms/.exec(server.output().slice(before))?.[1];
    await expect.poll(longestTurn, { interval: 5, timeout: 30_000 }).toBeDefined();
    return Number(longestTurn());
  }

  beforeAll(async () => {
    rig = await createTestDatabase();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    await createHostedLayer(
      { database: rig.database },
      { serviceName: 'Town', capabilities: 'Create,Delete,Query,Update,Editing', layers: [buildings(size)] },
    );
    server = await startServerProcess(
      { PORT: String(port), DATABASE_URL: rig.url },
      'testing/rig/measured-server.ts',
    );
    const portal = await createPortalClient({ url, database: rig.database });
    await portal.addUser('ada', { role: 'org_admin' });
    token = await portal.token('ada');
    await addHeavyContent(portal, { count: size.items, owner: 'ada', token });
    // Compiling code at the first request of a kind does not count.
    const layer = '/server/rest/services/Town/FeatureServer/0';
    for (const more of [
      { resultRecordCount: 1 },
      { outSR: 32642, resultType: 'tile' },
      { geometry: { rings: [wavyRing(600)] } },
    ])
      await post(`${layer}/query`, { where: '1=1', ...more });
    await post(`${layer}/addFeatures`, { features: [{ attributes: {} }] });
    await post('/server/rest/services/Town/VectorTileServer/tile/8/86/178.pbf', {});
    await post('/server/rest/services/Places/GeocodeServer/geocodeAddresses', {
      addresses: { records: [{ attributes: { OBJECTID: 1, SingleLine: 'Main Street 1' } }] },
    });
  });
  afterAll(async () => {
    await server?.stop();
    await rig?.drop();
  });

  describe('no request blocks the event loop', () => {
    test.each(sample(heavyRequests(size), 5))('%s', async (name, address, parameters) => {
      const given = parameters();
      await longestTurn();
      const text = await post(address, given);
      const longest = await longestTurn();
      if (process.env['EVENT_LOOP_SHOW'])
        console.log(`${name}: ${longest} ms`, text.slice(0, 100).replace(/[^ -~]/g, '.'));
      expect(longest).toBeLessThan(maxTurn);
      // A request that fails early would block nothing; one that took its whole time may have.
      expect(errorOf(text)).toBe(refusedRequests.has(name) ? 400 : undefined);
      expect(text).not.toContain('"success":false');
    });
  });
}

/** The code of a response that is an error; a slow machine may not complete a request within its deadline. */
function errorOf(text: string): number | undefined {
  if (!/^\s*\{/.test(text) || text.includes('could not finish within')) return undefined;
  return (JSON.parse(text) as { error?: { code: number } }).error?.code;
}

/** A town of houses, and a coastline with many vertices. */
function buildings(size: HeavySizes) {
  const columns = Math.ceil(Math.sqrt(size.houses));
  const house = (index: number) => {
    const [x, y] = [70.5 + (index % columns) / columns, 50.5 + Math.floor(index / columns) / columns];
    const side = 0.4 / columns;
    const ring = [
      [x, y],
      [x, y + side],
      [x + side, y + side],
      [x + side, y],
      [x, y],
    ];
    return {
      properties: { name: `House ${index}`, floors: index % 30 },
      geometry: { type: 'Polygon', coordinates: [ring] },
    };
  };
  const coast = {
    properties: { name: 'Coast' },
    geometry: { type: 'Polygon', coordinates: [wavyRing(size.coast, 0.4)] },
  };
  return {
    name: 'Buildings',
    geometryType: 'esriGeometryPolygon' as const,
    fields: [
      { name: 'name', type: 'esriFieldTypeString' as const },
      { name: 'floors', type: 'esriFieldTypeInteger' as const },
    ],
    features: [...Array.from({ length: size.houses }, (_none, index) => house(index)), coast],
  };
}
