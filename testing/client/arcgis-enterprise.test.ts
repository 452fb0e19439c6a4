import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createIdentify } from '../../server/platform/membership/identify.ts';
import { createProveIdentity } from '../../server/platform/membership/prove-identity.ts';
import { checkPortal, wrongOf } from '../../wire/portal-examination/check-portal.ts';
import { createPortalRequest } from '../../server/platform/portal-check/request.ts';
import { maxResults, nextPage, searchItems } from '../../web/portal/search-items.ts';
import { appConfigSchema } from '../../wire/app-config.ts';
import { defaultSwitches } from '../fakes/arcgis/switches.ts';
import type { PortalStandIn } from '../fakes/arcgis/start.ts';
import {
  enterpriseOrganisation,
  enterprisePortal,
  startArcgisEnterprise,
} from '../fakes/arcgis-enterprise/start.ts';
import { sharedMapStatuses } from '../rig/shared-map-statuses.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let portal: PortalStandIn;
let server: TestServer;
let adminGroup: string;
let time = 0;

beforeAll(async () => {
  portal = await startArcgisEnterprise();
  Object.assign(process.env, portal.environment);
  await import('../fakes/arcgis/redirect-tls.ts');
  const { content } = portal;
  const orgId = content.addOrganisation({
    id: enterpriseOrganisation,
    urlKey: '',
    name: 'City',
    identityProvider: 'login.city.test',
  }).id;
  content.addPerson({ username: 'portaladmin', fullName: 'Ann Alder', orgId, role: 'org_admin' });
  content.addPerson({ username: 'bo@CITY', fullName: 'Bo Birch', orgId, fromProvider: true });
  adminGroup = content.addGroup({ title: 'Map administrators', owner: 'portaladmin', orgId }).id;
  portal.hosted.push({ orgId, name: 'Wells', isPublic: false, points: [[4.5, 51.9, 'Well 1']] });
  server = await startTestServer();
  portal.apps.push({ clientId: 'mapping', redirectUris: [`${server.url}/city/signed-in`] });
  await saveConfig(server.database, 'city', { portal: settings() }, 'test');
});
afterEach(() => {
  Object.assign(portal.switches, defaultSwitches());
});
afterAll(async () => {
  await server.stop();
  await portal.stop();
});

const settings = () => ({ url: enterprisePortal, appId: 'mapping', adminGroupId: adminGroup });
const identityOptions = {
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
};
const identify = createIdentify({ ...identityOptions, now: () => time });
const tokenOf = (username: string) => portal.tokens.issue(username, 30).token;

describe('membership on ArcGIS Enterprise', () => {
  const memberOf = (username: string) =>
    identify(appConfigSchema.parse({ portal: settings() }), {
      token: tokenOf(username),
      portal: enterprisePortal,
    });

  test('includes the portal’s own accounts and those of the identity provider', async () => {
    expect(await memberOf('portaladmin')).toMatchObject({ isAdmin: true });
    expect(await memberOf('bo@CITY')).toMatchObject({ username: 'bo@CITY', isAdmin: false });
  });

  test('includes members of a portal that visitors may not use', async () => {
    const organisation = portal.content.organisations.get(enterpriseOrganisation)!;
    organisation.access = 'private';
    onTestFinished(() => void (organisation.access = 'public'));
    expect(await memberOf('bo@CITY')).toMatchObject({ username: 'bo@CITY' });
  });

  test('never by a token that was issued for a federated server', async () => {
    const { token } = portal.tokens.issue('portaladmin', 30, 'hosting.city.test');
    const config = appConfigSchema.parse({ portal: settings() });
    expect(await identify(config, { token, portal: enterprisePortal })).toBeUndefined();
  });
});

test('a map shared with members opens for the accounts of the portal, and not for visitors', async () => {
  const site = { url: server.url, org: 'city', portal: enterprisePortal };
  const { token: federated } = portal.tokens.issue('portaladmin', 30, 'hosting.city.test');
  const readers = [tokenOf('portaladmin'), federated, undefined];
  expect(await sharedMapStatuses(site, tokenOf('bo@CITY'), readers)).toEqual([200, 401, 401]);
});

describe('a token of ArcGIS Enterprise', () => {
  const config = appConfigSchema.parse({ portal: { ...settings(), adminGroupId: 'none' } });
  const minute = 60_000;

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['30 minutes', 30],
    ['two weeks', 20_160],
  ])('of %s is accepted until it expires, and at most a minute longer', async (_life, minutes) => {
    const ask = createIdentify({ ...identityOptions, now: Date.now });
    const token = { token: portal.tokens.issue('bo@CITY', minutes).token, portal: enterprisePortal };
    vi.setSystemTime(Date.now() + minutes * minute - 1000);
    expect(await ask(config, token)).toMatchObject({ username: 'bo@CITY' });
    vi.setSystemTime(Date.now() + minute);
    expect(await ask(config, token)).toMatchObject({ username: 'bo@CITY' });
    vi.setSystemTime(Date.now() + 1);
    expect(await ask(config, token)).toBeUndefined();
  });

  test('that was ended at the portal is refused within a minute, and at once for changes', async () => {
    const ask = createIdentify({ ...identityOptions, now: Date.now });
    const [read, change] = ['read', 'change'].map(() => ({
      token: tokenOf('bo@CITY'),
      portal: enterprisePortal,
    }));
    expect(await ask(config, read)).toBeDefined();
    expect(await ask(config, change)).toBeDefined();
    portal.tokens.endAll('bo@CITY', { refresh: true });
    expect(await ask(config, read)).toBeDefined();
    expect(await ask(config, change, { fresh: true })).toBeUndefined();
    // The response to one request holds for all.
    expect(await ask(config, change)).toBeUndefined();
    vi.setSystemTime(Date.now() + minute + 1);
    expect(await ask(config, read)).toBeUndefined();
  });
});

describe('while the portal is away', () => {
  const config = () => appConfigSchema.parse({ portal: settings() });

  test.each([
    ['unreachable', () => portal.switches.unreachable.add('gis.city.test')],
    ['under maintenance', () => (portal.switches.maintenance = true)],
    ['overloaded', () => (portal.switches.tooMany = { requests: 100 })],
  ])('(%s) its earlier responses stay valid for their time', async (_how, leave) => {
    const known = { token: tokenOf('portaladmin'), portal: enterprisePortal };
    const unknown = { token: tokenOf('portaladmin'), portal: enterprisePortal };
    await identify(config(), known);
    leave();
    time += 59_000;
    // A change is confirmed by the portal; its failure must not discard the earlier response.
    await expect(identify(config(), known, { fresh: true })).rejects.toMatchObject({ status: 503 });
    expect(await identify(config(), known)).toMatchObject({ username: 'portaladmin' });
    await expect(identify(config(), unknown)).rejects.toMatchObject({ id: 'membership:portal-unreachable' });
    time += 2_000;
    await expect(identify(config(), known)).rejects.toMatchObject({ status: 503 });
    Object.assign(portal.switches, defaultSwitches());
    expect(await identify(config(), unknown)).toMatchObject({ username: 'portaladmin' });
  });

  test('our API names the portal and what the operator can do, and serves everything else', async () => {
    portal.switches.unreachable.add('gis.city.test');
    const headers = { authorization: `Bearer ${tokenOf('portaladmin')}`, 'x-portal': enterprisePortal };
    const refused = await fetch(`${server.url}/api/city/administration/config`, { headers });
    expect(refused.status).toBe(503);
    expect(JSON.stringify(await refused.json())).toMatch(/gis\.city\.test.*firewall.*operator/);
    expect((await fetch(`${server.url}/api/city/config`)).status).toBe(200);
  });
});

describe('a search with more than 10,000 results', () => {
  test('reports 10,000 on ArcGIS Enterprise, and is continued no further', async () => {
    const item = { owner: 'portaladmin', type: 'Web Map', access: 'public' } as const;
    for (let index = 0; index < maxResults + 50; index += 1)
      portal.content.addItem({ ...item, title: `Berth ${index}` });
    const endpoint = {
      restUrl: `${enterprisePortal}/sharing/rest`,
      session: { token: async () => '', renew: async () => '' },
    };
    const page = (start: number) => searchItems(endpoint, { q: 'title:Berth', start });
    const last = await page(maxResults - 9);
    expect([last.total, last.results.length, nextPage(last)]).toEqual([maxResults, 10, undefined]);
    await expect(page(maxResults + 1)).rejects.toMatchObject({ status: 400 });
  });
});

describe('a sign-in through our server', () => {
  const post = (operation: string, parameters: Record<string, string>, cookie = '') =>
    fetch(
      `${server.url}/api/session/city/${Buffer.from(enterprisePortal).toString('base64url')}/oauth2/${operation}`,
      {
        method: 'POST',
        body: new URLSearchParams({ f: 'json', client_id: 'mapping', ...parameters }),
        headers: { cookie },
      },
    );
  const code = { grant_type: 'authorization_code', code: 'x', code_verifier: 'y' };

  test.each([
    ['that the server cannot reach', () => portal.switches.unreachable.add('gis.city.test'), /firewall/],
    ['under maintenance', () => (portal.switches.maintenance = true), /maintenance/],
  ])('with a portal %s is refused with the reason, in words the page shows', async (_how, leave, words) => {
    leave();
    const response = await post('token', code);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(words) } });
  });
});

describe('a token for a federated server', () => {
  const prove = createProveIdentity(identityOptions);
  const config = () => appConfigSchema.parse({ portal: settings() });
  const wells = 'https://hosting.city.test/server/rest/services/Hosted/Wells/FeatureServer/0?f=json&token=';
  const read = async (token: string) => (await fetch(wells + token)).json() as Promise<{ name?: string }>;

  test('is issued by the portal, and accepted by that server only', async () => {
    const own = tokenOf('bo@CITY');
    const audience = 'https://hosting.city.test/server';
    const proof = await prove(config(), { token: own, portal: enterprisePortal }, audience);
    expect(proof.tokenUrl).toBe(`${enterprisePortal}/sharing/rest/generateToken`);
    expect(await read(proof.token)).toMatchObject({ name: 'Wells' });
    expect(await read(own)).toMatchObject({ error: { code: 498 } });
    const self = await fetch(`${enterprisePortal}/sharing/rest/community/self?f=json&token=${proof.token}`);
    expect(await self.json()).toMatchObject({ error: { code: 498 } });
  });
});

describe('the check of an ArcGIS Enterprise portal', () => {
  const wrong = async (address: string) => {
    const origins = [server.url];
    const redirects = [`${server.url}/city/signed-in`];
    const checked = { ...settings(), organisationId: '', address, redirects, origins };
    return wrongOf((await checkPortal(createPortalRequest(true), checked)).findings);
  };

  test('finds nothing wrong with it', async () => {
    expect(await wrong(enterprisePortal)).toEqual([]);
  });

  test.each([
    ['the host without its web adaptor', 'https://gis.city.test'],
    ['the web adaptor of the server', 'https://gis.city.test/arcgis/rest'],
  ])('reports %s, and where the portal is', async (_what, url) => {
    expect(await wrong(url)).toMatchObject([
      { code: 'page-of-portal', values: { suggestion: enterprisePortal } },
    ]);
  });

  const command = async (address: string, environment: Record<string, string> = {}) => {
    const run = promisify(execFile)(
      path.resolve('node_modules/.bin/node'),
      ['server/operator/check-portal-main.ts', address],
      {
        env: {
          PATH: process.env['PATH'],
          ...portal.environment,
          ...environment,
          NODE_OPTIONS: `--import=${path.resolve('testing/fakes/arcgis/redirect-tls.ts')}`,
        },
      },
    );
    return run.catch((error: { stdout: string }) => error);
  };

  test('uses the https port of the portal’s machine for its http port', async () => {
    const before = portal.requests.length;
    const { stdout } = await command('http://gis.city.test:7080/arcgis');
    expect(stdout).not.toMatch(/WRONG|DIFFERS/);
    expect(portal.requests.slice(before)).toContain('GET gis.city.test/arcgis/sharing/rest/portals/self');
  });

  test('reports a certificate that the server does not trust, and the cure', async () => {
    const failed = await command(enterprisePortal, { STAND_IN_CERTIFICATE: '' });
    expect(failed.stdout).toMatch(/doesn’t trust the certificate of gis\.city\.test .*NODE_EXTRA_CA_CERTS/);
  });
});
