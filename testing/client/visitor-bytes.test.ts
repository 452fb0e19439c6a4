import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { limits } from '../../server/limits.ts';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { createRateCounter } from '../../server/platform/budgets/rate-counter.ts';
import { changeQuotas, findUsage } from '../../server/portal/quotas/quota-store.ts';
import { createClock } from '../rig/clock.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** What visitors store is limited by its bytes, not only by the number of their requests. */
let server: TestServer;
const clock = createClock();
let owner: ServiceClient;
const layer = 'Reports/FeatureServer/0';

beforeAll(async () => {
  server = await startTestServer({ trustProxy: 'loopback', now: clock.now });
  const portal = await createPortalClient(server);
  await portal.addUser('grace', { role: 'org_publisher' });
  owner = new ServiceClient(server.url, await portal.token('grace'));
  const itemId = await addItem(portal.context, 'grace', {
    title: 'Reports',
    type: 'Feature Service',
    access: 'public',
  });
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Reports',
      itemId,
      capabilities: 'Create,Query,Editing',
      layers: [
        {
          name: 'Reports',
          hasAttachments: true,
          fields: [],
          features: [],
          geometryType: 'esriGeometryPoint',
        },
      ],
    },
  );
  const updateDefinition = { visitorAccess: { add: true, query: false } };
  await owner.post(`../admin/services/${layer}/updateDefinition`, { updateDefinition });
  const config = { portal: { url: '/portal' }, sharing: { anonymous: true } };
  for (const name of ['city', 'town', 'port']) await saveConfig(server.database, name, config, 'test');
});
afterAll(() => server.stop());

/** Sends a report with a photo of so many bytes. */
async function report(from: string, bytes: number): Promise<Response> {
  const id = `{${randomUUID().toUpperCase()}}`;
  const start = Buffer.from('\u00ff\u00d8\u00ff\u00e0', 'latin1');
  const data = Buffer.concat([start, Buffer.alloc(bytes - start.length)]).toString('base64');
  const photo = {
    globalId: `{${randomUUID()}}`,
    parentGlobalId: id,
    name: 'a.jpg',
    contentType: 'image/jpeg',
  };
  const body = new URLSearchParams({
    f: 'json',
    useGlobalIds: 'true',
    adds: JSON.stringify([{ attributes: { GlobalID: id }, geometry: { x: 71, y: 51 } }]),
    attachments: JSON.stringify({ adds: [{ ...photo, data }] }),
  });
  const headers = { 'x-forwarded-for': from };
  return fetch(`${server.url}/server/rest/services/${layer}/applyEdits`, { method: 'POST', headers, body });
}

test('visitors who report leave the owner of the layer half of their room', async () => {
  const used = await findUsage(server.database, 'person', 'grace');
  await changeQuotas(server.database, '', { person_bytes: used.bytes + 400_000 });
  const large = await report('192.0.2.1', 250_000);
  expect(await large.json()).toMatchObject({
    error: { code: 413, message: expect.stringMatching(/storage/) },
  });
  expect(large.headers.has('retry-after')).toBe(false);
  const small = await report('192.0.2.1', 20_000);
  expect(await small.json()).toMatchObject({ addResults: [{ success: true }] });
});

const share = (organisation: string, from: string, webMap: object) =>
  fetch(`${server.url}/api/${organisation}/shared-maps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ title: 'Map', webMap }),
  });
const map = { operationalLayers: [], version: '2.34' };

test('visitors who share maps have a number of bytes a day, besides that of maps', async () => {
  const usual = limits.visitorSharedBytesPerDay;
  onTestFinished(() => void Object.assign(limits, { visitorSharedBytesPerDay: usual }));
  Object.assign(limits, { visitorSharedBytesPerDay: 500_000 });
  const large = { ...map, notes: 'x'.repeat(120_000) };
  const send = (organisation: string) => share(organisation, '192.0.2.9', large);
  for (let sent = 0; sent < 4; sent += 1) expect((await send(sent % 2 ? 'city' : 'town')).status).toBe(201);
  const refused = await send('city');
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ detail: expect.stringMatching(/from here/) });
});

test('characters of shared maps count as the bytes that they take', async () => {
  const webMap = { ...map, notes: 'я'.repeat(1000) };
  expect((await share('city', '192.0.2.10', webMap)).status).toBe(201);
  const rates = createRateCounter(server.database, clock.now);
  const bytes = Buffer.byteLength(JSON.stringify({ title: 'Map', webMap }));
  expect(await rates.waitOfDay('shared bytes of 192.0.2.10', bytes, 0)).toBe(0);
  expect(await rates.waitOfDay('shared bytes of 192.0.2.10', bytes - 1, 0)).toBeGreaterThan(0);
});

test('a map that the day of all visitors refuses says so, and does not count for its address', async () => {
  const rates = createRateCounter(server.database, clock.now);
  const all = 'shared bytes in port';
  await rates.takeOfDay(all, limits.visitorsSharedBytesPerDay, limits.visitorsSharedBytesPerDay);
  await rates.takeOfDay(
    `${all} by newcomers`,
    limits.newcomersSharedBytesPerDay,
    limits.newcomersSharedBytesPerDay,
  );
  const refused = await share('port', '192.0.2.11', map);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const { detail } = (await refused.json()) as { detail: string };
  expect(detail).toMatch(/^Visitors have shared/);
  const counted = [await rates.waitOfDay('shared maps of 192.0.2.11', 0, 0)];
  counted.push(await rates.waitOfDay('shared bytes of 192.0.2.11', 0, 0));
  expect(counted).toEqual([0, 0]);
});
