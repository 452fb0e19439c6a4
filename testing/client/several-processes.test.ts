import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { limits } from '../../server/limits.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { type Installation, startBehindNginx } from '../rig/behind-nginx.ts';
import { createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { createTestDatabase } from '../rig/test-database.ts';

/** Two processes behind Debian's nginx, which distributes the requests, on Debian's PostgreSQL. */
let place: Installation;
let missing: string | undefined;
/** Clients of each process, the last one through nginx. */
let clients: PortalClient[];
let token: string;

beforeAll(async () => {
  // Started together on an empty database: one migrates it, the other waits.
  const started = await startBehindNginx(2);
  if ('missing' in started) {
    ({ missing } = started);
    return;
  }
  place = started;
  const urls = [...place.ports.map((port) => `http://127.0.0.1:${port}`), place.nginx.url];
  clients = await Promise.all(urls.map((url) => createPortalClient({ url, database: place.database })));
  await first().addUser('ada', { role: 'org_admin' });
  const group = { title: 'Admins', owner: 'ada', access: 'private' as const };
  const adminGroupId = await createGroup(first().context, group);
  const portal = { url: '/portal', adminGroupId };
  await saveConfig(place.database, 'town', { title: 'Town', portal }, 'operator');
  token = await first().token('ada');
}, 300_000);
afterAll(() => place?.stop());

const client = (index: number) => clients[index] as PortalClient;
const first = () => client(0);
const second = () => client(1);
const proxied = () => client(2);
const api = (index: number, path: string, init: RequestInit = {}) =>
  fetch(`${client(index).root.replace('/portal/sharing/rest', '')}/api/town/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  });
const json = { 'content-type': 'application/json' };
const titleAt = async (index: number) =>
  ((await (await api(index, 'config')).json()) as { title: string }).title;

describe('one process sees what the other does', () => {
  test('at once: a sign-in, and its end', async (context) => {
    context.skip(missing !== undefined, missing);
    const made = await first().token('ada');
    expect(await second().call('/community/self', { token: made })).toMatchObject({ username: 'ada' });
    await first().call('/oauth2/revokeToken', { auth_token: made, client_id: 'test-app' });
    expect((await second().call('/community/self', { token: made })).error.code).toBe(498);
  });

  test('at once: what is saved in the portal', async (context) => {
    context.skip(missing !== undefined, missing);
    const map = { token, type: 'Web Map', title: 'Map', text: '{}' };
    const added = await first().call('/content/users/ada/addItem', map);
    expect(await second().call(`/content/items/${added.id}`, { token })).toMatchObject({ title: 'Map' });
    await second().call(`/content/users/ada/items/${added.id}/update`, { token, title: 'Renamed' });
    expect(await first().call(`/content/items/${added.id}`, { token })).toMatchObject({ title: 'Renamed' });
  });

  test('at once: a shared map, and that it is revoked', async (context) => {
    context.skip(missing !== undefined, missing);
    const body = JSON.stringify({ title: 'Mine', webMap: { version: '2.31' } });
    const made = await api(0, 'shared-maps', { method: 'POST', body, headers: json });
    const { sid } = (await made.json()) as { sid: string };
    expect((await api(1, `shared-maps/${sid}`)).status).toBe(200);
    expect((await api(0, `shared-maps/${sid}`, { method: 'DELETE' })).status).toBe(204);
    expect((await api(1, `shared-maps/${sid}`)).status).toBe(410);
  });

  test('within the documented time: a changed config', async (context) => {
    context.skip(missing !== undefined, missing);
    expect([await titleAt(0), await titleAt(1)]).toEqual(['Town', 'Town']);
    const opened = await api(0, 'administration/config');
    const { config } = (await opened.json()) as { config: object };
    const saved = await api(0, 'administration/config', {
      method: 'PUT',
      headers: { ...json, 'if-match': opened.headers.get('etag') ?? '' },
      body: JSON.stringify({ ...config, title: 'New town' }),
    });
    expect(saved.status).toBe(200);
    // The one that saved knows at once; the other may use its cache up to the limit.
    expect(await titleAt(0)).toBe('New town');
    expect(limits.configAgeMilliseconds).toBeLessThanOrEqual(1000);
    await expect.poll(() => titleAt(1), { interval: 100, timeout: 20_000 }).toBe('New town');
  });

  test('together: attempts to guess a password, whichever process receives them', async (context) => {
    context.skip(missing !== undefined, missing);
    await first().addUser('grace');
    const guess = () => proxied().call('/generateToken', { username: 'grace', password: 'wrong' });
    for (let count = 0; count < limits.signInTriesPerMinute; count++) await guess();
    const right = { username: 'grace', password };
    const answers = await Promise.all(clients.map((each) => each.call('/generateToken', right)));
    expect(answers.map(({ error }) => error?.code)).toEqual([429, 429, 429]);
  });
});

describe('through nginx', () => {
  test('a token works whichever process receives the request', async (context) => {
    context.skip(missing !== undefined, missing);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => proxied().call('/community/self', { token })),
    );
    expect(answers.map(({ username }) => username)).toEqual(answers.map(() => 'ada'));
  });

  test('responses are unchanged: policy, HSTS, public addresses', async (context) => {
    context.skip(missing !== undefined, missing);
    const config = await fetch(`${place.nginx.url}/api/town/config`);
    expect(config.headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(config.headers.get('content-security-policy')).toContain("default-src 'none'");
    const info = (await (await fetch(`${place.nginx.url}/portal/sharing/rest/info?f=json`)).json()) as any;
    expect(JSON.stringify(info)).not.toContain('127.0.0.1');
  });

  test('a client does not choose its address by headers', async (context) => {
    context.skip(missing !== undefined, missing);
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    };
    await proxied().call('/generateToken', { username: 'forger', password: 'wrong' }, forged);
    const failed = await place.database
      .selectFrom('audit_entry')
      .select((eb) => eb.cast<string>('detail', 'text').as('detail'))
      .where('act', '=', 'person.sign-in-failed')
      .execute();
    const addresses = failed.map(({ detail }) => (JSON.parse(detail) as { address: string }).address);
    expect(addresses).toContain('127.0.0.1');
    expect(addresses).not.toContain('203.0.113.9');
  });

  test('a stopped process is skipped', async (context) => {
    context.skip(missing !== undefined, missing);
    await place.servers[1]?.kill();
    const answers = [];
    for (let count = 0; count < 10; count++) answers.push((await api(2, 'config')).status);
    expect(answers).toEqual(answers.map(() => 200));
  });
});

test('migrates an empty database once when several processes start together', async () => {
  const rig = await createTestDatabase(undefined, { empty: true });
  const databases = Array.from({ length: 4 }, () => connectDatabase(rig.url, { poolSize: 2 }));
  await Promise.all(databases.map((database) => migrate(database)));
  expect(await rig.database.selectFrom('organisation').selectAll().execute()).toEqual([]);
  await Promise.all(databases.map((database) => database.destroy()));
  await rig.drop();
});
