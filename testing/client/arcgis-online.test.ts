import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createIdentify } from '../../server/platform/membership/identify.ts';
import { appConfigSchema } from '../../wire/app-config.ts';
import { groupListPage, listGroups, searchGroups } from '../../web/portal/groups.ts';
import { portalRequest } from '../../web/portal/portal-request.ts';
import { maxResults, nextPage } from '../../web/portal/search-items.ts';
import { problemSchema } from '../../wire/problem.ts';
import { type ArcgisOnline, startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { defaultSwitches } from '../fakes/arcgis/switches.ts';
import { sharedMapStatuses } from '../rig/shared-map-statuses.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let online: ArcgisOnline;
let server: TestServer;
let adminGroup: string;

beforeAll(async () => {
  online = await startArcgisOnline();
  Object.assign(process.env, online.environment);
  await import('../fakes/arcgis/redirect-tls.ts');
  server = await startTestServer();
  online.content.addOrganisation({ id: 'harbourOrg000001', urlKey: 'harbour', name: 'Harbour City' });
  online.content.addOrganisation({ id: 'elsewhereOrg0001', urlKey: 'elsewhere', name: 'Elsewhere' });
  online.content.addOrganisation({
    id: 'closedOrg0000001',
    urlKey: 'closed',
    name: 'Closed',
    access: 'private',
  });
  online.content.addOrganisation({
    id: 'quayOrg000000001',
    urlKey: 'quay',
    customBaseUrl: 'gis.arcgis.com',
    name: 'Quay',
  });
  const people = online.content;
  people.addPerson({
    username: 'nora_harbour',
    fullName: 'Nora Berg',
    orgId: 'harbourOrg000001',
    role: 'org_admin',
  });
  people.addPerson({ username: 'piet_harbour', fullName: 'Piet Bos', orgId: 'harbourOrg000001' });
  people.addPerson({ username: 'eve_elsewhere', fullName: 'Eve Ray', orgId: 'elsewhereOrg0001' });
  people.addPerson({ username: 'olga_quay', fullName: 'Olga Kay', orgId: 'quayOrg000000001' });
  people.addPerson({ username: 'cleo_closed', fullName: 'Cleo Dam', orgId: 'closedOrg0000001' });
  // An ArcGIS public account belongs to no organisation.
  people.addPerson({ username: 'public_account', fullName: 'Public Account', orgId: '' });
  adminGroup = people.addGroup({
    title: 'Map administrators',
    owner: 'nora_harbour',
    orgId: 'harbourOrg000001',
  }).id;
});
afterAll(async () => {
  await server.stop();
  await online.stop();
});

function identifier(now = Date.now) {
  return createIdentify({
    tokens: {
      hasEnded: async () => false,
      wasAccepted: async () => false,
      noteAccepted: async () => {},
    },
    embedded: {
      isAt: () => false,
      find: async () => undefined,
      prove: async () => '',
      issued: async () => false,
    },
    allowedPrivateHosts: true,
    publicUrl: 'https://maps.example',
    now,
  });
}

async function memberOf(portal: object, username: string) {
  const url = (portal as { url?: string }).url ?? 'https://www.arcgis.com';
  const config = appConfigSchema.parse({ portal: { adminGroupId: adminGroup, ...portal } });
  const identify = identifier();
  const { token } = online.tokens.issue(username, 30);
  return identify(config, { token, portal: url });
}

describe('membership on ArcGIS Online', () => {
  test.each([
    ['the organisation’s own address', { url: 'https://harbour.maps.arcgis.com' }],
    ['the common address with an organisation id', { organisationId: 'harbourOrg000001' }],
  ])('by %s includes its accounts only', async (_by, portal) => {
    expect(await memberOf(portal, 'piet_harbour')).toMatchObject({
      username: 'piet_harbour',
      isAdmin: false,
    });
    expect(await memberOf(portal, 'nora_harbour')).toMatchObject({ isAdmin: true });
    expect(await memberOf(portal, 'eve_elsewhere')).toBeUndefined();
    expect(await memberOf(portal, 'public_account')).toBeUndefined();
  });

  test('by a custom base address includes the accounts of that organisation only', async () => {
    const url = 'https://quay.gis.arcgis.com';
    expect(await memberOf({ url }, 'olga_quay')).toMatchObject({ username: 'olga_quay' });
    expect(await memberOf({ url }, 'piet_harbour')).toBeUndefined();
  });

  test('by the common address alone includes the administrators only', async () => {
    expect(await memberOf({}, 'nora_harbour')).toMatchObject({ isAdmin: true });
    expect(await memberOf({}, 'piet_harbour')).toBeUndefined();
    expect(await memberOf({}, 'eve_elsewhere')).toBeUndefined();
  });

  test('of an organisation without anonymous access needs its id', async () => {
    const url = 'https://closed.maps.arcgis.com';
    expect(await memberOf({ url, organisationId: 'closedOrg0000001' }, 'cleo_closed')).toMatchObject({
      username: 'cleo_closed',
    });
    expect(await memberOf({ url, organisationId: 'closedOrg0000001' }, 'eve_elsewhere')).toBeUndefined();
  });
});

test('a map shared with members opens for accounts of the organisation and for no others', async () => {
  const portal = 'https://www.arcgis.com';
  const settings = { url: portal, organisationId: 'harbourOrg000001', adminGroupId: adminGroup };
  await saveConfig(server.database, 'berths', { portal: settings }, 'test');
  const tokenOf = (username: string) => online.tokens.issue(username, 30).token;
  const site = { url: server.url, org: 'berths', portal };
  const readers = [tokenOf('nora_harbour'), tokenOf('eve_elsewhere'), tokenOf('public_account'), undefined];
  expect(await sharedMapStatuses(site, tokenOf('piet_harbour'), readers)).toEqual([200, 401, 401, 401]);
  expect(await sharedMapStatuses(site, tokenOf('eve_elsewhere'), [])).toEqual([401]);
});

test('a session that was ended at ArcGIS Online is refused within a minute, and at once for changes', async () => {
  let time = 0;
  const identify = identifier(() => time);
  const portal = 'https://harbour.maps.arcgis.com';
  const config = appConfigSchema.parse({ portal: { adminGroupId: adminGroup, url: portal } });
  const tokens = ['read', 'change'].map(() => online.tokens.issue('piet_harbour', 30).token);
  const ask = (token = '', fresh = false) => identify(config, { token, portal }, { fresh });
  const [read, change] = tokens;
  expect(await ask(read)).toBeDefined();
  expect(await ask(change)).toBeDefined();
  online.tokens.endAll('piet_harbour', { refresh: true });
  time += 60_000;
  expect(await ask(read)).toBeDefined();
  expect(await ask(change, true)).toBeUndefined();
  time += 1;
  expect(await ask(read)).toBeUndefined();
});

describe('settings of an organisation on ArcGIS Online', () => {
  const inForce = () => ({
    url: 'https://harbour.maps.arcgis.com',
    appId: 'mapping-harbour',
    adminGroupId: adminGroup,
  });

  /** Saves portal settings as Nora, who administers; returns the refusal. */
  async function refusalOf(portal: object) {
    online.apps.push({ clientId: 'mapping-harbour', redirectUris: [`${server.url}/harbour/signed-in`] });
    await server.database.deleteFrom('organisation').execute();
    await saveConfig(server.database, 'harbour', { portal: inForce() }, 'operator');
    const { token } = online.tokens.issue('nora_harbour', 30);
    const headers = { authorization: `Bearer ${token}`, 'x-portal': inForce().url };
    const address = `${server.url}/api/harbour/administration/config`;
    const saved = await fetch(address, { headers });
    expect(saved.status).toBe(200);
    const response = await fetch(address, {
      method: 'PUT',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'if-match': saved.headers.get('etag') ?? '',
      },
      body: JSON.stringify({ portal: { ...inForce(), ...portal } }),
    });
    const { id, faults = [] } = problemSchema.parse(await response.json());
    return { id, path: faults[0]?.path };
  }

  test.each([
    [
      'the common address without an organisation',
      { url: 'https://www.arcgis.com' },
      'portal.organisationId',
    ],
    [
      'an address that requires sign-in, without an organisation',
      { url: 'https://closed.maps.arcgis.com' },
      'portal.organisationId',
    ],
    ['a service that is not a portal', { url: 'https://services.arcgis.com' }, 'portal.url'],
    [
      'an unknown App ID',
      { url: 'https://www.arcgis.com', organisationId: 'harbourOrg000001', appId: 'none' },
      'portal.appId',
    ],
    ['another organisation than one’s own', { organisationId: 'elsewhereOrg0001' }, 'portal.organisationId'],
  ])('refuse %s', async (_what, portal, path) => {
    expect(await refusalOf(portal)).toMatchObject({ path });
  });

  test('accept the common address with an organisation after a sign-in there', async () => {
    const portal = { url: 'https://www.arcgis.com', organisationId: 'harbourOrg000001' };
    expect(await refusalOf(portal)).toMatchObject({ id: 'config:sign-in-needed' });
  });
});

describe('an organisation of 100,000 groups', () => {
  const orgId = 'elsewhereOrg0001';
  const newToken = async () => online.tokens.issue('eve_elsewhere', 30).token;
  const endpoint = () => ({
    restUrl: 'https://elsewhere.maps.arcgis.com/sharing/rest',
    session: { token: newToken, renew: newToken },
  });

  beforeAll(() => {
    for (let index = 0; index < 100_000; index += 1)
      online.content.addGroup({ title: `Team ${index}`, owner: 'eve_elsewhere', orgId, access: 'org' });
  });

  test('lists a page of them, with their number', async () => {
    const page = await listGroups(endpoint(), orgId, { text: '', start: 99_976 });
    expect(page).toMatchObject({ total: 100_000, nextStart: -1 });
    expect(page.results).toHaveLength(groupListPage);
  });

  test('finds one by its title', async () => {
    const found = await searchGroups(endpoint(), 'title:"Team 77777"');
    expect(found.map(({ title }) => title)).toEqual(['Team 77777']);
  });
});

describe('an overloaded portal', () => {
  const newToken = async () => online.tokens.issue('nora_harbour', 30).token;
  const endpoint = () => ({
    restUrl: 'https://harbour.maps.arcgis.com/sharing/rest',
    session: { token: newToken, renew: newToken },
  });
  const bodies = { read: undefined, change: { title: 'Berths', type: 'Web Map', text: '{}' } };
  const path = { read: 'community/self', change: 'content/users/nora_harbour/addItem' };
  const sent = () => online.requests.filter((line) => line.endsWith(path.read) || line.endsWith(path.change));

  afterEach(() => void Object.assign(online.switches, defaultSwitches()));

  const nora = { username: 'nora_harbour' };
  const done = { success: true };

  test.each([
    ['read', '429', { tooMany: { requests: 1 } }, [2, nora]],
    ['read', '429 and Retry-After', { tooMany: { requests: 1, retryAfter: 1 } }, [2, nora]],
    ['read', '504 of a proxy', { gatewayTimeouts: 1 }, [2, nora]],
    ['change', '429', { tooMany: { requests: 1 } }, [2, done]],
    // The portal may have made the change.
    ['change', '504 of a proxy', { gatewayTimeouts: 1 }, [1, { id: 'portal:unreachable' }]],
  ] as const)(
    'that responds to a %s with %s is asked again if that is safe',
    async (kind, _what, day, expected) => {
      online.requests.length = 0;
      Object.assign(online.switches, structuredClone(day));
      const body = bodies[kind];
      const answer = await portalRequest<object>(endpoint(), path[kind], { ...(body && { body }) }).catch(
        ({ id }: { id: string }) => ({ id }),
      );
      expect([sent().length, answer]).toMatchObject(expected);
    },
  );
});

describe('a search with more than 10,000 results', () => {
  test('reports 10,000 and is continued no further than the portal allows', async () => {
    for (let index = 0; index < 10_050; index += 1)
      online.content.addItem({
        owner: 'piet_harbour',
        title: `Berth ${index}`,
        type: 'Web Map',
        access: 'public',
      });
    const page = async (start: number) => {
      const q = new URLSearchParams({ f: 'json', q: 'title:Berth', num: '10', start: String(start) });
      const response = await fetch(`https://www.arcgis.com/sharing/rest/search?${q}`);
      return (await response.json()) as { total: number; nextStart: number; results: []; error?: object };
    };
    const last = await page(maxResults - 9);
    expect([last.total, last.results.length]).toEqual([maxResults, 10]);
    expect(nextPage(last)).toBeUndefined();
    expect(nextPage({ nextStart: maxResults - 9 })).toBe(maxResults - 9);
    expect((await page(maxResults + 1)).error).toBeDefined();
  });
});
