import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { limits } from '../../server/limits.ts';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { changeQuotas, findUsage } from '../../server/portal/quotas/quota-store.ts';
import { createClock } from '../rig/clock.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** What visitors store is limited by its bytes, not only by the number of their requests. */
let server: TestServer;
let owner: ServiceClient;
const layer = 'Reports/FeatureServer/0';

beforeAll(async () => {
  server = await startTestServer({ trustProxy: 'loopback', now: createClock().now });
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
  for (const name of ['city', 'town']) await saveConfig(server.database, name, config, 'test');
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
  expect(large.status).toBe(429);
  expect(Number(large.headers.get('retry-after'))).toBeGreaterThan(0);
  const small = await report('192.0.2.1', 20_000);
  expect(await small.json()).toMatchObject({ addResults: [{ success: true }] });
});

test('visitors who share maps have a number of bytes a day, besides that of maps', async () => {
  const share = (organisation: string) =>
    fetch(`${server.url}/api/${organisation}/shared-maps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.9' },
      body: JSON.stringify({
        title: 'Map',
        webMap: { operationalLayers: [], version: '2.34', notes: 'x'.repeat(4_900_000) },
      }),
    });
  const most = Math.floor(limits.visitorSharedBytesPerDay / 4_900_000);
  for (let sent = 0; sent < most; sent += 1)
    expect((await share(sent % 2 ? 'city' : 'town')).status).toBe(201);
  expect((await share('city')).status).toBe(429);
});
