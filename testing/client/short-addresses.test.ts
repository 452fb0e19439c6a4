import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { limits } from '../../server/limits.ts';
import { shortAddressesSchema, shortAddressSchema } from '../../wire/short-address.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, type WebFolder } from '../rig/web-folder.ts';

let server: TestServer;
let webFolder: WebFolder;
let portal: PortalClient;
let map = '';
const tokens: Record<string, string> = {};

beforeAll(async () => {
  webFolder = await createWebFolder();
  server = await startTestServer({ webFolder: webFolder.path });
  portal = await createPortalClient(server);
  for (const [name, role] of [
    ['grace', 'org_publisher'],
    ['hedy', 'org_publisher'],
    ['ada', 'org_admin'],
  ] as const) {
    await portal.addUser(name, { role });
    tokens[name] = await portal.token(name);
  }
  await saveConfig(server.database, 'town', { portal: { url: '/portal' } }, 'test');
  await saveConfig(server.database, 'other', { portal: { url: '/portal' } }, 'test');
  map = await addItem('Web Map');
});
afterAll(async () => {
  await server.stop();
  await webFolder.remove();
});

async function addItem(type: string): Promise<string> {
  const parameters = {
    type,
    title: 'Bridges',
    text: '{"operationalLayers":[]}',
    token: tokens['grace'] ?? '',
  };
  return (await portal.call('/content/users/grace/addItem', parameters))['id'] as string;
}

function call(method: string, path = '', { as = 'grace', body, org = 'town' }: CallOptions = {}) {
  return fetch(`${server.url}/api/${org}/short-addresses${path}`, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${tokens[as]}`, 'x-portal': `${server.url}/portal` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

interface CallOptions {
  as?: string;
  body?: unknown;
  org?: string;
}

const open = (path: string) => fetch(server.url + path, { redirect: 'manual' });
const idOf = async (response: Response) => ((await response.json()) as { type: string }).type;

describe('a short address', () => {
  test('opens the map’s own address, with the query of the request, until it is removed', async () => {
    const made = await call('POST', '', { body: { wid: map, title: 'Bridges' } });
    expect(made.status).toBe(201);
    const address = shortAddressSchema.parse(await made.json());
    expect(address).toMatchObject({ wid: map, title: 'Bridges', owner: 'grace' });
    expect(address.url).toBe(`${server.url}/town/m/${address.code}`);

    const again = await call('POST', '', { as: 'ada', body: { wid: map, title: 'Other' } });
    expect([again.status, shortAddressSchema.parse(await again.json()).code]).toEqual([200, address.code]);

    const opened = await open(`/town/m/${address.code}?embed&lang=de`);
    expect([opened.status, opened.headers.get('location')]).toEqual([
      302,
      `/town/map/wid/${map}?embed&lang=de`,
    ]);
    // Another organisation does not know it.
    expect((await open(`/other/m/${address.code}`)).status).toBe(200);

    const own = shortAddressesSchema.parse(await (await call('GET')).json());
    expect(own.results.map(({ code }) => code)).toEqual([address.code]);
    const others = shortAddressesSchema.parse(await (await call('GET', '', { as: 'hedy' })).json());
    expect(others.results).toEqual([]);

    expect((await call('DELETE', `/${address.code}`, { as: 'hedy' })).status).toBe(403);
    expect((await call('DELETE', `/${address.code}`, { org: 'other' })).status).toBe(404);
    expect((await call('DELETE', `/${address.code}`)).status).toBe(204);
    expect((await open(`/town/m/${address.code}`)).status).toBe(200);
    const acts = await server.database
      .selectFrom('audit_entry')
      .select(['act', 'actor', 'subject'])
      .where('act', 'like', 'short-address.%')
      .orderBy('id')
      .execute();
    expect(acts).toEqual([
      { act: 'short-address.created', actor: 'grace', subject: map },
      { act: 'short-address.removed', actor: 'grace', subject: map },
    ]);
  });

  test('is listed on a page, however many there are', async () => {
    await sql`insert into short_address (code, organisation, wid, title, owner, created_at)
      select 'many' || translate(lpad(n::text, 4, 'x'), '0', 'z'), 'town', md5(n::text), 'Map ' || n, 'hedy', n
      from generate_series(1, 203) n`.execute(server.database);
    const titles: string[] = [];
    for (let start = 1; start > 0;) {
      const answer = await call('GET', `?start=${start}`, { as: 'hedy' });
      const { results, nextStart } = shortAddressesSchema.parse(await answer.json());
      titles.push(...results.map(({ title }) => title));
      start = nextStart;
    }
    expect(titles).toEqual(Array.from({ length: 203 }, (_none, index) => `Map ${203 - index}`));
    for (const start of ['0', '-1', 'x', '1e300', '99999999999'])
      expect((await call('GET', `?start=${start}`, { as: 'hedy' })).status).toBe(200);
  });

  test('takes one of a limited number of its creator, which the others of the organisation keep', async () => {
    await saveConfig(server.database, 'full', { portal: { url: '/portal' } }, 'test');
    await sql`insert into short_address (code, organisation, wid, title, owner, created_at)
      select 'full' || translate(lpad(n::text, 4, 'x'), '0', 'z'), 'full', md5(n::text), 'Map ' || n, 'grace', n
      from generate_series(1, ${limits.shortAddressesPerOwner}::int) n`.execute(server.database);
    const body = { wid: map, title: 'Bridges' };
    const refused = await call('POST', '', { body, org: 'full' });
    expect([refused.status, await idOf(refused)]).toEqual([
      403,
      'urn:mapping:problem:short-address:too-many',
    ]);
    expect((await call('POST', '', { as: 'ada', body, org: 'full' })).status).toBe(201);
  });

  test('is made by those who may edit the map', async () => {
    const body = { wid: map, title: 'Bridges' };
    expect((await call('POST', '', { as: '', body })).status).toBe(401);
    const refused = await call('POST', '', { as: 'hedy', body });
    expect([refused.status, await idOf(refused)]).toEqual([
      403,
      'urn:mapping:problem:short-address:forbidden',
    ]);
  });

  test('is only made for web maps that exist', async () => {
    const scene = await addItem('Web Scene');
    for (const wid of [scene, 'f'.repeat(32)])
      expect((await call('POST', '', { body: { wid, title: 'X' } })).status).toBe(403);
    for (const body of [{}, { wid: '../x', title: 'X' }, { wid: map, title: '' }])
      expect((await call('POST', '', { body })).status).toBe(400);
  });

  test('leads nowhere else', async () => {
    for (const path of ['/town/m/unknown1', '/town/m/', '/town/m/..%2f..%2f', '/nowhere/m/abcdefgh']) {
      const response = await open(path);
      expect([path, response.headers.get('location')]).toEqual([path, null]);
    }
  });
});
