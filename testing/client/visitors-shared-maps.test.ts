import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { limits } from '../../server/limits.ts';
import { changeQuotas } from '../../server/portal/quotas/quota-store.ts';
import { createClock, minute } from '../rig/clock.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Where visitors may share maps, they leave room for members, and each address shares few a day. */
let server: TestServer;
let portal: PortalClient;
const clock = createClock();

beforeAll(async () => {
  server = await startTestServer({ trustProxy: 'loopback', now: clock.now });
  portal = await createPortalClient(server);
  await portal.addUser('ada');
  const config = { portal: { url: '/portal' }, sharing: { anonymous: true } };
  for (const name of ['city', 'town']) await saveConfig(server.database, name, config, 'test');
});
afterAll(() => server.stop());

const map = { title: 'Map', webMap: { operationalLayers: [], version: '2.34' } };

async function share(organisation: string, from: string, token?: string, body: object = map) {
  const response = await fetch(`${server.url}/api/${organisation}/shared-maps`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const { id = '' } = (await response.json()) as { id?: string };
  return { status: response.status, id, wait: Number(response.headers.get('retry-after') ?? 0) };
}

test('an address of visitors shares a number of maps a day', async () => {
  const visitor = '2001:db8:1:2::3';
  for (let each = 0; each < limits.visitorSharedMapsPerDay; each += 1) {
    if (each % limits.sharedMapWritesPerMinute === 0) clock.advance(minute);
    expect((await share('city', visitor)).status).toBe(201);
  }
  clock.advance(minute);
  const refused = await share('city', visitor);
  expect(refused).toMatchObject({ status: 429, id: 'shared-map:too-many-today' });
  expect(refused.wait).toBeGreaterThan(60);
  // Before it is read.
  expect((await share('city', visitor, undefined, {})).status).toBe(429);
  expect((await share('city', '2001:db8:2:2::3')).status).toBe(201);
  expect((await share('city', visitor, await portal.token('ada'))).status).toBe(201);
});

test('a request without a body is refused as any invalid map', async () => {
  const response = await fetch(`${server.url}/api/city/shared-maps`, {
    method: 'POST',
    headers: { 'x-forwarded-for': '2001:db8:3:2::3' },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ id: 'shared-map:invalid' });
});

test('the maps of an organisation take limited room, of which visitors leave a part to members', async () => {
  const most = limits as { -readonly [Name in 'organisationSharedMapBytes']: number };
  const { organisationSharedMapBytes } = limits;
  onTestFinished(() => {
    most.organisationSharedMapBytes = organisationSharedMapBytes;
  });
  await saveConfig(
    server.database,
    'port',
    { portal: { url: '/portal' }, sharing: { anonymous: true } },
    'test',
  );
  const token = await portal.token('ada');
  expect((await share('port', '192.0.2.9')).status).toBe(201);
  const { size } = await server.database
    .selectFrom('shared_map')
    .select(sql<number>`pg_column_size(web_map)`.as('size'))
    .where('organisation', '=', 'port')
    .executeTakeFirstOrThrow();
  most.organisationSharedMapBytes = 2 * size;
  const refused = { status: 409, id: 'shared-map:no-room' };
  expect(await share('port', '192.0.2.9')).toMatchObject(refused);
  expect((await share('port', '192.0.2.9', token)).status).toBe(201);
  expect(await share('port', '192.0.2.9', token)).toMatchObject(refused);
});

test('visitors fill a part of the room of an organisation, and members the rest', async () => {
  await changeQuotas(server.database, '', { organisation_shared_maps: 4 });
  const statuses = [];
  for (const each of [1, 2, 3]) statuses.push(await share('town', `192.0.2.${each}`));
  expect(statuses.map(({ status }) => status)).toEqual([201, 201, 409]);
  expect(statuses[2]?.id).toBe('quota:organisation-sharedMaps');
  const token = await portal.token('ada');
  const members = [];
  for (const each of [1, 2, 3]) members.push((await share('town', `192.0.2.${each}`, token)).status);
  expect(members).toEqual([201, 201, 409]);
});
