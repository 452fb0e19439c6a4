import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import type { HealthList } from '../../wire/integration-health.ts';
import { startFakeCityworks } from '../fakes/cityworks.ts';
import { startFakePortal } from '../fakes/portal.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

const secrets = ['vendor-password-9471', 'google-key-AIzaX1', 'cw-secret-password'];
let portal: Awaited<ReturnType<typeof startFakePortal>>;
let cityworks: Awaited<ReturnType<typeof startFakeCityworks>>;
let vendor: Server;
let vendorAnswer = { type: 'text/html', body: '<!doctype html><title>Moved</title>' };
let server: TestServer;

beforeAll(async () => {
  portal = await startFakePortal({
    'ada-token': { username: 'ada', groups: ['admins'] },
    'grace-token': { username: 'grace' },
    'mallory-token': { username: 'mallory', orgId: 'elsewhere' },
  });
  cityworks = await startFakeCityworks();
  vendor = createServer((_request, response) => {
    response.setHeader('content-type', vendorAnswer.type);
    response.end(vendorAnswer.body);
  });
  await new Promise<void>((resolve) => {
    vendor.listen(0, '127.0.0.1', resolve);
  });
  server = await startTestServer({
    secretsKey: randomBytes(32).toString('base64'),
    allowedPrivateHosts: true,
  });
  await saveConfig(
    server.database,
    'demo',
    {
      portal: { url: portal.url, adminGroupId: 'admins' },
      integrations: [
        { id: 'cyclo', type: 'cyclomedia', title: 'Cyclomedia' },
        {
          id: 'work',
          type: 'cityworks',
          title: 'Work',
          config: { server: cityworks.url, links: { request: 'https://cw.example/r/{id}' } },
        },
        {
          id: 'photos',
          type: 'panorama',
          title: 'Photos',
          config: { photos: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/p` },
        },
        { id: 'off', type: 'cyclomedia', title: 'Off', enabled: false },
      ],
    },
    'test',
  );
});
afterAll(async () => {
  await Promise.all([server.stop(), portal.close(), cityworks.close()]);
  vendor.close();
});

async function ask(
  path: string,
  {
    token,
    method = 'GET',
    body,
    tag,
  }: { token?: string; method?: string; body?: unknown; tag?: string | undefined } = {},
) {
  const response = await fetch(`${server.url}/api/demo/integrations/${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}`, 'x-portal': portal.url }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(tag !== undefined && { 'if-match': tag }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (text ? JSON.parse(text) : {}) as Record<string, never>,
  };
}

describe('credentials', () => {
  it('are set only by administrators, and never returned', async () => {
    const body = { values: { username: 'cyclo-user', password: secrets[0], apiKey: secrets[1] } };
    expect((await ask('cyclo/credentials', { method: 'PUT', body })).status).toBe(401);
    expect((await ask('cyclo/credentials', { method: 'PUT', body, token: 'grace-token' })).status).toBe(403);
    const set = await ask('cyclo/credentials', { method: 'PUT', body, token: 'ada-token' });
    expect(set.status).toBe(200);
    expect(set.json).toMatchObject({
      set: ['username', 'password', 'apiKey'],
      for: 'browser',
      updatedBy: 'ada',
    });
    expect(set.text).not.toContain(secrets[0]);
    const status = await ask('cyclo/credentials/status', { token: 'ada-token' });
    expect(status.text).not.toContain(secrets[0]);
    expect((await ask('cyclo/credentials/status', { token: 'grace-token' })).status).toBe(403);
  });

  it('are all kept when administrators change different ones at the same time', async () => {
    const put = (values: object) =>
      ask('cyclo/credentials', { method: 'PUT', token: 'ada-token', body: { values } });
    const value = `${secrets[0]}-changed`;
    await Promise.all([put({ username: value }), put({ password: value }), put({ apiKey: value })]);
    const { json } = await ask('cyclo/credentials', { token: 'grace-token' });
    expect(json['values']).toEqual({ username: value, password: value, apiKey: value });
    await put({ username: 'cyclo-user', password: secrets[0], apiKey: secrets[1] });
  });

  it('are not replaced by an administrator who saw earlier ones', async () => {
    const of = { token: 'ada-token' };
    const tag = (await ask('cyclo/credentials/status', of)).headers.get('etag') ?? undefined;
    const put = (username: string, seen: string | undefined) =>
      ask('cyclo/credentials', { ...of, method: 'PUT', body: { values: { username } }, tag: seen });
    const answers = await Promise.all([put('one', tag), put('two', tag)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const late = answers.find(({ status }) => status === 412);
    expect(late?.json).toMatchObject({
      id: 'integration:credentials-changed',
      detail: expect.stringContaining('ada has changed these credentials'),
    });
    expect((await ask('cyclo/credentials', { ...of, method: 'DELETE', tag })).status).toBe(412);
    const current = (await ask('cyclo/credentials/status', of)).headers.get('etag') ?? undefined;
    expect((await put('cyclo-user', current)).status).toBe(200);
  });

  it('are given to members, with no-store and an audit log entry', async () => {
    const got = await ask('cyclo/credentials', { token: 'grace-token' });
    expect(got.status).toBe(200);
    expect(got.json['values']).toMatchObject({ password: secrets[0] });
    expect(got.headers.get('cache-control')).toBe('no-store');
    const acts = await server.database
      .selectFrom('audit_entry')
      .select(['actor', 'act', 'subject'])
      .execute();
    expect(acts).toContainEqual({ actor: 'grace', act: 'integration.credentials-read', subject: 'cyclo' });
    expect(JSON.stringify(acts)).not.toContain(secrets[0]);
  });

  it('are refused to others without revealing what exists', async () => {
    const [anonymous, stranger, nothing] = await Promise.all([
      ask('cyclo/credentials'),
      ask('cyclo/credentials', { token: 'mallory-token' }),
      ask('no-such/credentials'),
    ]);
    expect([anonymous.status, stranger.status, nothing.status]).toEqual([401, 401, 401]);
    expect((await ask('no-such/credentials', { token: 'grace-token' })).status).toBe(404);
    expect((await ask('photos/credentials', { token: 'grace-token' })).status).toBe(404);
    expect((await ask('off/credentials', { token: 'grace-token' })).status).toBe(404);
  });

  it('are encrypted in the database', async () => {
    const rows = await server.database.selectFrom('integration_credential').selectAll().execute();
    const raw = rows
      .map(
        ({ sealed, nonce }) => Buffer.from(sealed).toString('latin1') + Buffer.from(nonce).toString('latin1'),
      )
      .join();
    for (const secret of secrets) expect(raw + JSON.stringify(rows)).not.toContain(secret);
  });

  it('accept only fields the type knows, and report faults without the value', async () => {
    const wrong = await ask('cyclo/credentials', {
      method: 'PUT',
      token: 'ada-token',
      body: { values: { token: secrets[1] } },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).not.toContain(secrets[1]);
    expect(
      (await ask('photos/credentials', { method: 'PUT', token: 'ada-token', body: { values: { a: 'b' } } }))
        .status,
    ).toBe(400);
  });

  it('keep omitted fields, and clear fields set to null', async () => {
    const changed = await ask('cyclo/credentials', {
      method: 'PUT',
      token: 'ada-token',
      body: { values: { username: null } },
    });
    expect(changed.json['set']).toEqual(['password', 'apiKey']);
    // The second removes nothing, and is not recorded.
    const remove = () => ask('cyclo/credentials', { method: 'DELETE', token: 'ada-token' });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect((await ask('cyclo/credentials', { token: 'grace-token' })).status).toBe(404);
    const removals = await server.database
      .selectFrom('audit_entry')
      .select('actor')
      .where('act', '=', 'integration.credentials-removed')
      .execute();
    expect(removals).toEqual([{ actor: 'ada' }]);
  });
});

describe('Cityworks', () => {
  const place = 'lat=51.16&lng=71.43';

  it('reports that the password has not been entered yet', async () => {
    const { status, json } = await ask(`work/work?${place}`, { token: 'grace-token' });
    expect([status, json['id']]).toEqual([503, 'cityworks:no-credentials']);
  });

  it('reports a wrong password', async () => {
    const body = { values: { username: 'mapping', password: 'wrong' } };
    await ask('work/credentials', { method: 'PUT', token: 'ada-token', body });
    const { status, json } = await ask(`work/work?${place}`, { token: 'grace-token' });
    expect([status, json['id']]).toEqual([502, 'cityworks:sign-in-refused']);
  });

  it('lists open work near a place, in degrees, with links', async () => {
    await ask('work/credentials', {
      method: 'PUT',
      token: 'ada-token',
      body: { values: { username: 'mapping', password: secrets[2] } },
    });
    const { json } = await ask(`work/work?${place}`, { token: 'grace-token' });
    const items = json['items'] as unknown as Record<string, unknown>[];
    expect(items.map(({ kind, id }) => `${String(kind)} ${String(id)}`)).toEqual([
      'work-order WO-1',
      'work-order WO-2',
      'request 41',
    ]);
    expect(items[0]).toMatchObject({ title: 'Repair the lamp', status: 'OPEN' });
    expect(items[0]?.['lng']).toBeCloseTo(71.4277, 3);
    expect(items[1]?.['lat']).toBeNull();
    expect(items[2]?.['link']).toBe('https://cw.example/r/41');
    expect(json['missing']).toEqual([]);
    const search = cityworks.calls.find(({ service }) => service === 'Ams/WorkOrder/Search');
    const { XMin, XMax } = (search?.data['Extent'] ?? {}) as { XMin: number; XMax: number };
    // 250 m in each direction, stretched by Web Mercator.
    expect(XMax - XMin).toBeGreaterThan(700);
    expect(XMax - XMin).toBeLessThan(900);
  });

  it('signs in once for many requests, and again when the token has expired', async () => {
    const signIns = () => cityworks.calls.filter(({ service }) => service.endsWith('/Authenticate')).length;
    const before = signIns();
    await ask(`work/work?${place}`, { token: 'grace-token' });
    await ask('work/problems', { token: 'grace-token' });
    expect(signIns()).toBe(before);
    cityworks.endToken();
    expect((await ask('work/problems', { token: 'grace-token' })).json['problems']).toEqual([
      { id: '7', title: 'Pothole' },
    ]);
    expect(signIns()).toBe(before + 1);
  });

  it('creates requests in its own spatial reference', async () => {
    const body = { problem: '7', details: 'A hole', lat: 51.16, lng: 71.43 };
    const made = await ask('work/requests', { method: 'POST', token: 'grace-token', body });
    expect([made.status, made.json['id']]).toEqual([201, '101']);
    expect(cityworks.created.at(-1)).toMatchObject({ ProblemSid: 7, Details: 'A hole', WKID: 3857 });
    expect(Number(cityworks.created.at(-1)?.['X'])).toBeCloseTo(7_951_551.2, 0);
    const acts = await server.database
      .selectFrom('audit_entry')
      .select(['actor', 'subject', 'detail'])
      .where('act', '=', 'cityworks.request-created')
      .execute();
    expect(acts).toEqual([{ actor: 'grace', subject: 'work', detail: { request: '101' } }]);
  });

  it('reports errors sent with HTTP 200', async () => {
    const refused = await ask('work/requests', {
      method: 'POST',
      token: 'grace-token',
      body: { problem: '8', lat: 51, lng: 71 },
    });
    expect([refused.status, refused.json['detail']]).toEqual([502, 'Cityworks: The problem does not exist']);
    cityworks.breakWith('<html>Sign in</html>');
    const moved = await ask(`work/work?${place}`, { token: 'grace-token' });
    cityworks.breakWith(undefined);
    expect([moved.status, moved.json['id']]).toEqual([502, 'cityworks:no-cityworks']);
  });

  it('is for members only, and no token or password of it leaves the server', async () => {
    expect((await ask(`work/work?${place}`)).status).toBe(401);
    expect((await ask('work/credentials', { token: 'grace-token' })).status).toBe(404);
    const answers = await Promise.all(
      [`work/work?${place}`, 'work/problems', 'work/credentials', 'work/credentials/status'].map((path) =>
        ask(path, { token: 'ada-token' }),
      ),
    );
    for (const { text } of answers) {
      expect(text).not.toContain('cw-token');
      expect(text).not.toContain(secrets[2]);
    }
  });

  it.each(['lat=91&lng=0', 'lat=x&lng=0', 'lat=&lng=', 'lat=0x10&lng=0', ''])(
    'rejects the place %j',
    async (query) => {
      expect((await ask(`work/work?${query}`, { token: 'grace-token' })).status).toBe(400);
    },
  );
});

describe('health', () => {
  it('is checked by administrators, and stored', async () => {
    expect((await ask('work/check', { method: 'POST', token: 'grace-token' })).status).toBe(403);
    expect((await ask('work/check', { method: 'POST', token: 'ada-token' })).json).toMatchObject({
      state: 'ok',
    });
    expect((await ask('cyclo/check', { method: 'POST', token: 'ada-token' })).json).toMatchObject({
      state: 'misconfigured',
    });
    expect((await ask('photos/check', { method: 'POST', token: 'ada-token' })).json).toMatchObject({
      state: 'unavailable',
    });
    vendorAnswer = { type: 'application/json', body: '{"features":[]}' };
    expect((await ask('photos/check', { method: 'POST', token: 'ada-token' })).json).toMatchObject({
      state: 'ok',
    });
    const kept = await ask('health', { token: 'ada-token' });
    expect(
      (kept.json['checks'] as unknown as { integration: string; state: string }[]).map(
        (one) => `${one.integration} ${one.state}`,
      ),
    ).toEqual(['cyclo misconfigured', 'photos ok', 'work ok']);
    // The previous state is stored; a check with the same result is not a change.
    expect((await ask('photos/check', { method: 'POST', token: 'ada-token' })).status).toBe(200);
    const { checks } = (await ask('health', { token: 'ada-token' })).json as unknown as HealthList;
    const photos = checks.find(({ integration }) => integration === 'photos');
    expect(photos?.changes.map(({ state }) => state)).toEqual(['ok', 'unavailable']);
    expect(photos?.changes[0]?.at).toBeLessThanOrEqual(photos?.checkedAt ?? 0);
  });
});

describe('response to an anonymous visitor', () => {
  it('contains no secret', async () => {
    const paths = [
      '/api/demo/config',
      '/api/demo/integrations/health',
      '/api/demo/integrations/work/credentials',
    ];
    const texts = await Promise.all(paths.map(async (path) => (await fetch(server.url + path)).text()));
    for (const secret of secrets) expect(texts.join()).not.toContain(secret);
  });
});
