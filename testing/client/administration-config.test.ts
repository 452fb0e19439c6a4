import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { limits } from '../../server/limits.ts';
import { registerApp } from '../../server/portal/identity/register-app.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { createUser } from '../../server/portal/community/create-user.ts';
import { problemSchema } from '../../wire/problem.ts';
import { startFakePortal } from '../fakes/portal.ts';
import { createPortalClient, password } from '../rig/portal-client.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: Awaited<ReturnType<typeof startFakePortal>>;

beforeAll(async () => {
  portal = await startFakePortal({
    'token-ada': { username: 'ada', groups: ['admins'] },
    'token-olga': { username: 'olga', groups: ['admins'] },
    'token-grace': { username: 'grace' },
    'token-eve': { username: 'eve', orgId: 'another-organisation', groups: ['admins'] },
  });
  server = await startTestServer();
});
afterAll(async () => {
  await server.stop();
  await portal.close();
});
beforeEach(async () => {
  await server.database.deleteFrom('organisation').execute();
  await saveConfig(server.database, 'town', first(), 'operator');
});

const first = () => ({ title: 'Town', portal: { url: portal.url, appId: 'x', adminGroupId: 'admins' } });

function call(
  path: string,
  options: {
    as?: string;
    method?: string;
    tag?: string;
    body?: unknown;
    type?: string;
    issuer?: string;
    trial?: string;
  } = {},
) {
  const {
    as = 'ada',
    method = 'GET',
    tag,
    body,
    type = 'application/json',
    issuer = portal.url,
    trial,
  } = options;
  return fetch(`${server.url}/api/town/administration/${path}`, {
    method,
    headers: {
      ...(as && { authorization: `Bearer token-${as}`, 'x-portal': issuer }),
      ...(tag && { 'if-match': tag }),
      ...(trial && { 'x-trial-sign-in': trial }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && {
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    }),
  });
}

async function opened(as = 'ada') {
  const response = await call('config', { as });
  expect(response.status).toBe(200);
  const saved = (await response.json()) as any;
  return { tag: response.headers.get('etag') ?? '', ...saved };
}

const save = (config: unknown, tag: string, as = 'ada') =>
  call('config', { as, method: 'PUT', tag, body: config });
const problemOf = async (response: Response) => problemSchema.parse(await response.json());
const publicTitle = async () =>
  ((await (await fetch(`${server.url}/api/town/config`)).json()) as { title: string }).title;

describe('permission to read and save', () => {
  test.each([
    ['a visitor', '', 401],
    ['an unknown token', 'unknown', 401],
    ['a member', 'grace', 403],
    ['an administrator of another organisation of the same portal', 'eve', 401],
    ['an administrator', 'ada', 200],
  ])('for %s', async (_who, as, status) => {
    for (const path of ['config', 'revisions', 'revisions/1', 'audit', 'audit.csv', 'usage']) {
      expect([path, (await call(path, { as })).status]).toEqual([path, status]);
    }
    if (status === 200) return;
    const { tag } = await opened();
    expect((await save({ title: 'Stolen' }, tag, as)).status).toBe(status);
    expect((await call('revisions/1/restore', { as, tag, method: 'POST' })).status).toBe(status);
    expect((await call('logo', { as, method: 'POST', body: {}, type: 'image/png' })).status).toBe(status);
    expect(await publicTitle()).toBe('Town');
  });

  test('is refused while the portal is unreachable, with an error that names it', async () => {
    await saveConfig(
      server.database,
      'town',
      { ...first(), portal: { url: 'http://127.0.0.1:9' } },
      'operator',
    );
    const response = await call('config', { issuer: 'http://127.0.0.1:9' });
    expect(response.status).toBe(503);
    expect((await problemOf(response)).detail).toContain('can’t reach the portal at 127.0.0.1:9');
  });
});

describe('saving', () => {
  test('takes effect at once, names its author and creates a revision', async () => {
    const { tag, config, revision } = await opened();
    const response = await save({ ...config, title: 'New town' }, tag);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      revision: revision + 1,
      author: 'ada',
      config: { title: 'New town' },
    });
    expect(response.headers.get('etag')).not.toBe(tag);
    expect(await publicTitle()).toBe('New town');
  });

  test('reports all faults at once, each with its path, and saves nothing', async () => {
    const { tag, config } = await opened();
    const response = await save(
      {
        ...config,
        theme: { primary: 'green' },
        map: { extent: [5, 5, 4, 4] },
        portal: { url: 'ftp://x', adminGroupID: 'g' },
      },
      tag,
    );
    expect(response.status).toBe(400);
    expect((await problemOf(response)).faults?.map(({ path }) => path)).toEqual([
      'portal.url',
      'map.extent',
      'theme.primary',
      'portal.adminGroupID',
    ]);
    expect((await opened()).tag).toBe(tag);
  });

  test('refuses a setting of an unknown name, which would be lost', async () => {
    const { tag, config } = await opened();
    const response = await save({ ...config, titel: 'Town' }, tag);
    expect(response.status).toBe(400);
    expect((await problemOf(response)).faults?.map(({ path }) => path)).toEqual(['titel']);
  });

  test('is refused with more than can be checked in one turn of the event loop', async () => {
    const { tag, config } = await opened();
    const texts = Array.from({ length: limits.configValues }, (_, index) => [`x${index}`, '']);
    const options = { text: 'x'.repeat(limits.configIntegrationBytes) };
    for (const more of [
      { welcome: { en: 'Welcome', ...Object.fromEntries(texts) } },
      { integrations: [{ id: 'x', type: 'url', title: 'X', url: 'https://x.example/', config: options }] },
    ])
      expect((await save({ ...config, ...more }, tag)).status).toBe(413);
    expect((await opened()).tag).toBe(tag);
  });

  test.each([
    ['a list', []],
    ['a text', 'x'],
    ['nothing', null],
    ['a later version', { version: 99 }],
  ])('rejects %s', async (_what, body) => {
    const { tag } = await opened();
    expect((await save(body, tag)).status).toBe(400);
  });

  test('requires the revision that was changed', async () => {
    expect((await call('config', { method: 'PUT', body: {} })).status).toBe(428);
  });

  test('of two at once loses nothing: the second gets the changes of the first', async () => {
    const [mine, theirs] = await Promise.all([opened('ada'), opened('olga')]);
    expect((await save({ ...theirs.config, title: 'Olga’s town' }, theirs.tag, 'olga')).status).toBe(200);
    const response = await save({ ...mine.config, title: 'Ada’s town' }, mine.tag, 'ada');
    expect(response.status).toBe(412);
    const problem = await problemOf(response);
    expect(problem.detail).toContain('olga has saved');
    expect(problem.faults).toEqual([{ path: 'title', message: '“Town” became “Olga’s town”' }]);
    expect(await publicTitle()).toBe('Olga’s town');
  });

  test('lets one of many concurrent saves through', async () => {
    const { tag, config } = await opened();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save({ ...config, title: `Town ${index}` }, tag)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
    expect((await opened()).revision).toBe(2);
  });

  test('creates no revision of an unchanged config', async () => {
    const { tag, config, revision } = await opened();
    expect((await save(config, tag)).status).toBe(200);
    expect((await opened()).revision).toBe(revision);
  });

  test('rejects a tag of an organisation that was deleted and created again', async () => {
    const { tag, config } = await opened();
    await server.database.deleteFrom('organisation').execute();
    await saveConfig(server.database, 'town', first(), 'operator');
    expect((await save({ ...config, title: 'x' }, tag)).status).toBe(412);
  });

  test('prevents administrators from locking themselves out', async () => {
    const { tag, config } = await opened();
    const response = await save({ ...config, portal: { ...config.portal, adminGroupId: 'others' } }, tag);
    expect(response.status).toBe(400);
    expect((await problemOf(response)).faults?.[0]?.path).toBe('portal.adminGroupId');
  });
});

describe('revisions', () => {
  test('are listed with author and readable changes, and any of them can be restored', async () => {
    const { tag, config } = await opened();
    await save({ ...config, title: 'Second', theme: { primary: '#0B6AA8' } }, tag, 'olga');
    const { current, revisions } = (await (await call('revisions')).json()) as any;
    expect(current).toBe(2);
    expect(revisions[0]).toMatchObject({
      revision: 2,
      author: 'olga',
      changes: [
        { path: 'title', before: 'Town', after: 'Second' },
        { path: 'theme.primary', before: '#78A942', after: '#0B6AA8' },
      ],
    });
    expect(await (await call('revisions/1')).json()).toMatchObject({
      revision: 1,
      config: { title: 'Town' },
    });

    const { tag: now } = await opened();
    expect((await call('revisions/1/restore', { method: 'POST', tag })).status).toBe(412);
    expect((await call('revisions/1/restore', { method: 'POST', tag: now })).status).toBe(200);
    expect(await publicTitle()).toBe('Town');
    expect((await opened()).revision).toBe(3);
  });

  test('can be read page by page', async () => {
    for (let count = 0; count < 24; count++)
      await saveConfig(server.database, 'town', { ...first(), title: `T${count}` }, 'operator');
    const page = (await (await call('revisions')).json()) as any;
    expect([page.revisions.length, page.revisions[19].revision, page.next]).toEqual([20, 6, 6]);
    const rest = (await (await call(`revisions?before=${page.next}`)).json()) as any;
    expect(rest.revisions.map(({ revision }: any) => revision)).toEqual([5, 4, 3, 2, 1]);
    expect(rest.next).toBeUndefined();
  });

  test.each(['99', '0', '-1', 'x', '1.5'])('are not found for %s', async (revision) => {
    expect((await call(`revisions/${revision}`)).status).toBe(404);
  });
});

describe('the logo', () => {
  test('is sanitized, stored at an address of its own, and served so that it runs nothing', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path d="M0 0"/></svg>';
    const response = await call('logo', { method: 'POST', body: Buffer.from(svg), type: 'image/svg+xml' });
    expect(response.status).toBe(201);
    const { url } = (await response.json()) as { url: string };
    const picture = await fetch(server.url + url);
    expect(await picture.text()).toBe('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"></path></svg>');
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    expect(picture.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(picture.headers.get('cache-control')).toContain('immutable');
  });

  test('is refused when it is not a picture or too large', async () => {
    const post = (body: Buffer) => call('logo', { method: 'POST', body, type: 'image/png' });
    expect((await post(Buffer.from('text'))).status).toBe(400);
    expect((await post(Buffer.alloc(2_000_001))).status).toBe(413);
    expect((await fetch(`${server.url}/api/town/pictures/none`)).status).toBe(404);
  });
});

describe('the audit log', () => {
  test('lists who did what, can be filtered, and can be downloaded', async () => {
    const { tag, config } = await opened();
    const { headers } = await save({ ...config, title: 'A' }, tag, 'ada');
    await save({ ...config, title: 'B' }, headers.get('etag') ?? '', 'olga');
    const page = (await (await call('audit')).json()) as any;
    expect(page.entries.map(({ actor, act, detail }: any) => [actor, act, detail])).toEqual([
      ['olga', 'config.saved', { changed: ['title'] }],
      ['ada', 'config.saved', { changed: ['title'] }],
    ]);
    expect([page.actors, page.acts]).toEqual([['ada', 'olga'], ['config.saved']]);
    const narrowed = (await (await call('audit?actor=ada')).json()) as any;
    expect(narrowed.entries).toHaveLength(1);
    expect(((await (await call('audit?from=1&until=2')).json()) as any).entries).toEqual([]);
    const csv = await call('audit.csv?act=config.saved');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="town-audit.csv"');
    expect((await csv.text()).split('\r\n')).toHaveLength(4);
  });

  test('is downloaded whole, in pieces, without a gap or a repetition', async () => {
    await sql`insert into audit_entry (organisation, at, actor, act, subject, detail)
      select 'town', n, 'ada', 'config.saved', 'number ' || n, '{}' from generate_series(1, 50600) n`.execute(
      server.database,
    );
    const csv = await call('audit.csv');
    const subjects = [...(await csv.text()).matchAll(/number (\d+)/g)].map(([, number]) => Number(number));
    expect(subjects).toEqual(Array.from({ length: 50_600 }, (_none, index) => 50_600 - index));
  });

  test.each([
    'audit?actor=ada&actor=olga',
    'audit?act=config.saved&act=x',
    'audit?from=1&from=2',
    'audit?before=9007199254740991',
    'revisions?before=1e300',
    'revisions?before=99999999999',
  ])('answers %s', async (path) => expect((await call(path)).status).toBe(200));

  test.each(['99999999999', '1e300', '-1', 'x'])('has no revision %s', async (revision) => {
    expect((await call(`revisions/${revision}`)).status).toBe(404);
  });

  test('has no entry for a rejected save', async () => {
    const { config } = await opened();
    await save({ ...config, title: 'x' }, '"town-0-1"');
    expect(((await (await call('audit')).json()) as any).entries).toEqual([]);
  });
});

describe('usage', () => {
  const open = (as = '') =>
    fetch(`${server.url}/api/town/usage/map-opened`, {
      method: 'POST',
      headers: { ...(as && { authorization: `Bearer token-${as}`, 'x-portal': portal.url }) },
    });

  test('counts maps and users per day, each user once and without names', async () => {
    await Promise.all([open(), open('grace'), open('grace'), open('ada')]);
    const { days } = (await (await call('usage?days=7')).json()) as any;
    expect(days).toHaveLength(7);
    const today = new Date().toISOString().slice(0, 10);
    expect(days.at(-1)).toEqual({ day: today, maps: 4, people: 2, shares: 0 });
    const kept = JSON.stringify([
      await server.database.selectFrom('usage_day').selectAll().execute(),
      await server.database.selectFrom('usage_person').selectAll().execute(),
    ]);
    expect(kept).not.toContain('grace');
  });

  test('is not counted for an unknown organisation', async () => {
    const response = await fetch(`${server.url}/api/nowhere/usage/map-opened`, { method: 'POST' });
    expect(response.status).toBe(404);
  });
});

describe('another portal address or App ID', () => {
  const verifier = 'v'.repeat(43);
  const trial = (code: string) =>
    Buffer.from(
      JSON.stringify({ code, codeVerifier: verifier, redirectUri: `${server.url}/town/signed-in` }),
    ).toString('base64url');
  const savedPortal = async (portalPart: object, code?: string) => {
    const { tag, config } = await opened();
    const body = { ...config, portal: { ...config.portal, ...portalPart } };
    const response = await call('config', { method: 'PUT', tag, body, ...(code && { trial: trial(code) }) });
    if (response.ok) return [response.status];
    const { id, faults } = await problemOf(response);
    return [response.status, ...(faults?.map(({ path }) => path) ?? [id])];
  };

  test('is not saved where no portal responds', async () => {
    expect(await savedPortal({ url: 'http://127.0.0.1:9' })).toEqual([400, 'portal.url']);
    expect(await savedPortal({ url: `${server.url}/api` })).toEqual([400, 'portal.url']);
  });

  test('is not saved with an App ID the portal does not know, or without one', async () => {
    expect(await savedPortal({ appId: '' })).toEqual([400, 'portal.appId']);
    expect(await savedPortal({ appId: 'unknown-app' })).toEqual([400, 'portal.appId']);
    // Without a sign-in it could not be changed back.
    expect(await savedPortal({ signIn: 'anonymous' })).toEqual([400, 'portal.signIn']);
    expect(await savedPortal({ url: '/portal', appId: 'unknown-app' })).toEqual([400, 'portal.appId']);
  });

  test('is not restored by an earlier revision either', async () => {
    const without = { ...first(), portal: { ...first().portal, appId: '' } };
    await saveConfig(server.database, 'town', without, 'operator');
    await saveConfig(server.database, 'town', first(), 'operator');
    const { tag } = await opened();
    expect((await call('revisions/2/restore', { tag, method: 'POST' })).status).toBe(400);
  });

  test('requires a sign-in with it, and takes effect only after one', async () => {
    expect(await savedPortal({ appId: 'another-app' })).toEqual([409, 'config:sign-in-needed']);
    expect((await opened()).config.portal.appId).toBe('x');
    expect(await savedPortal({ appId: 'another-app' }, 'code-ada')).toEqual([200]);
    expect((await opened()).config.portal.appId).toBe('another-app');
    // A code can be used once.
    expect(await savedPortal({ appId: 'third-app' }, 'code-ada')).toEqual([400, 'portal.appId']);
  });

  test.each([
    ['an unknown code', 'code-nobody', 'portal.appId'],
    ['a user of another organisation', 'code-eve', 'portal.url'],
    ['a user who is not an administrator', 'code-grace', 'portal.adminGroupId'],
  ])('is not saved with the sign-in of %s', async (_who, code, path) => {
    const { config } = await opened();
    expect(await savedPortal({ appId: 'another-app' }, code)).toEqual([400, path]);
    expect((await opened()).config).toEqual(config);
  });

  test('is not saved together with a group without a signed-in member', async () => {
    const other = await startFakePortal({ 'token-zoe': { username: 'zoe', groups: ['theirs'] } }, 'org2');
    onTestFinished(() => void other.close());
    const change = { url: other.url, adminGroupId: 'admins' };
    expect(await savedPortal(change, 'code-zoe')).toEqual([400, 'portal.adminGroupId']);
    expect((await opened()).config.portal.url).toBe(portal.url);
  });

  test('for the portal in this server is tested there, and leaves no session behind', async () => {
    const { context } = await createPortalClient(server);
    const redirectUris = [`${server.url}/town/signed-in`];
    await registerApp(context, { clientId: 'own-app', title: 'Town', redirectUris });
    await createUser(context, { username: 'ulla', password, fullName: 'Ulla', role: 'org_admin' });
    const adminGroupId = await createGroup(context, { title: 'Crew', owner: 'ulla', access: 'private' });
    const code = async () => {
      const requested = new URLSearchParams({
        client_id: 'own-app',
        response_type: 'code',
        redirect_uri: redirectUris[0] ?? '',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      });
      const form = await openSignInPage(`${server.url}/portal/sharing/rest/oauth2/authorize?${requested}`);
      const sent = await form.submit('sign-in', { username: 'ulla', password });
      return new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? '';
    };
    const change = { url: '/portal', appId: 'own-app', adminGroupId };
    expect(await savedPortal(change)).toEqual([409, 'config:sign-in-needed']);
    expect(await savedPortal({ ...change, adminGroupId: 'admins' }, await code())).toEqual([
      400,
      'portal.adminGroupId',
    ]);
    expect(await savedPortal(change, await code())).toEqual([200]);
    expect(await server.database.selectFrom('portal_token').select('username').execute()).toEqual([]);
  });
});
