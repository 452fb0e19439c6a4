import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { checkPortal, wrongOf } from '../../wire/portal-examination/check-portal.ts';
import { createPortalRequest } from '../../server/platform/portal-check/request.ts';
import {
  describeFinding,
  type PortalCheckResult,
  portalFindings,
  type PortalFinding,
} from '../../wire/portal-check.ts';
import type { Fault } from '../../wire/errors.ts';
import { type ArcgisOnline, startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** One reader serves the command line, the page of administrators, and saving. */
let online: ArcgisOnline;
let server: TestServer;
let pages: Server;
let adminGroup: string;
let foreignGroup: string;
let privateGroup: string;
const orgId = 'harbourOrg000001';
const harbour = 'https://harbour.maps.arcgis.com';

beforeAll(async () => {
  online = await startArcgisOnline();
  Object.assign(process.env, online.environment);
  await import('../fakes/arcgis/redirect-tls.ts');
  server = await startTestServer({ trustProxy: 'loopback' });
  pages = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Welcome</title>');
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const { content } = online;
  content.addOrganisation({ id: orgId, urlKey: 'harbour', name: 'Harbour City' });
  content.addOrganisation({ id: 'elsewhereOrg0001', urlKey: 'elsewhere', name: 'Elsewhere' });
  content.addOrganisation({ id: 'closedOrg0000001', urlKey: 'closed', name: 'Closed', access: 'private' });
  content.addPerson({ username: 'nora_harbour', fullName: 'Nora Berg', orgId, role: 'org_admin' });
  content.addPerson({ username: 'piet_harbour', fullName: 'Piet Bos', orgId });
  content.addPerson({ username: 'eve_elsewhere', fullName: 'Eve Ray', orgId: 'elsewhereOrg0001' });
  const group = (title: string, owner: string, at: string, access: 'public' | 'private' = 'public') =>
    content.addGroup({ title, owner, orgId: at, access }).id;
  adminGroup = group('Map administrators', 'nora_harbour', orgId, 'private');
  privateGroup = group('Crane drivers', 'piet_harbour', orgId, 'private');
  foreignGroup = group('Elsewhere administrators', 'eve_elsewhere', 'elsewhereOrg0001');
  online.apps.push({ clientId: 'mapping-harbour', redirectUris: [redirect()] });
});
afterAll(async () => {
  await server.stop();
  await online.stop();
  pages.close();
});
beforeEach(async () => {
  await server.database.deleteFrom('organisation').execute();
  await saveConfig(server.database, 'harbour', { portal: inForce() }, 'operator');
});

const redirect = () => `${server.url}/harbour/signed-in`;
const inForce = () => ({ url: harbour, appId: 'mapping-harbour', adminGroupId: adminGroup });
const requested = () => ({ ...inForce(), organisationId: '', origin: '' });

let calls = 0;

async function call(path: string, { as = 'nora_harbour', method = 'POST', body, tag }: Call) {
  const { token } = online.tokens.issue(as, 30);
  return fetch(`${server.url}/api/harbour/administration/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-portal': harbour,
      // The limit per minute counts by address.
      'x-forwarded-for': `10.0.0.${(calls += 1)}`,
      'content-type': 'application/json',
      ...(tag !== undefined && { 'if-match': tag }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
interface Call {
  as?: string;
  method?: string;
  body?: unknown;
  tag?: string;
}

async function onPage(portal: object, as?: string): Promise<PortalCheckResult> {
  const response = await call('portal-check', { body: { ...requested(), ...portal }, ...(as && { as }) });
  expect(response.status).toBe(200);
  return (await response.json()) as PortalCheckResult;
}
const codes = (findings: readonly PortalFinding[]) => findings.map(({ code }) => code);

/** Saves portal settings; the codes of the faults. */
async function refusedBySaving(portal: object) {
  const tag = (await call('config', { method: 'GET' })).headers.get('etag') ?? '';
  const body = { portal: { ...inForce(), ...portal } };
  const response = await call('config', { method: 'PUT', body, tag });
  const { id, faults = [] } = (await response.json()) as { id: string; faults?: Fault[] };
  return { id, faults };
}

async function onCommandLine(portal: object) {
  const { url, ...more } = { ...requested(), ...portal };
  const origins = [server.url];
  const checked = { ...more, address: url, redirects: [redirect()], origins };
  return (await checkPortal(createPortalRequest(true), checked)).findings;
}

const bad: [string, () => object, string, RegExp][] = [
  ['a wrong App ID', () => ({ appId: 'none' }), 'app-unknown', /Copy the App ID/],
  [
    'the home page of the portal',
    () => ({ url: `${harbour}/home/index.html` }),
    'page-of-portal',
    /address is https:\/\/harbour\.maps\.arcgis\.com: enter it instead/,
  ],
  [
    'an address that redirects',
    () => ({ url: 'https://arcgis.com' }),
    'redirects-to-portal',
    /address is https:\/\/www\.arcgis\.com: enter it/,
  ],
  [
    'an address that answers HTML',
    () => ({ url: `http://localhost:${(pages.address() as AddressInfo).port}` }),
    'web-page',
    /without \/home/,
  ],
  [
    'a service that is not a portal',
    () => ({ url: 'https://services.arcgis.com' }),
    'not-a-portal',
    /isn’t an ArcGIS portal/,
  ],
  [
    'a certificate that is not trusted',
    () => ({ url: `https://127.0.0.1:${online.port}` }),
    'certificate-untrusted',
    /NODE_EXTRA_CA_CERTS/,
  ],
  ['an unknown host', () => ({ url: 'https://portal.invalid' }), 'unknown-host', /spelling/],
  [
    'a host that does not respond',
    () => ({ url: 'http://localhost:9' }),
    'unreachable',
    /didn’t respond \(ECONNREFUSED\)/,
  ],
  [
    'an address without an organisation',
    () => ({ url: 'https://www.arcgis.com' }),
    'no-organisation',
    /enter the ID/,
  ],
  [
    'an organisation without anonymous access',
    () => ({ url: 'https://closed.maps.arcgis.com' }),
    'closed-organisation',
    /Enter the ID/,
  ],
  [
    'an organisation id that is not of this address',
    () => ({ url: 'https://elsewhere.maps.arcgis.com', organisationId: orgId }),
    'other-organisation',
    /elsewhereOrg0001/,
  ],
  [
    'a group of another organisation',
    () => ({ url: 'https://www.arcgis.com', organisationId: orgId, adminGroupId: foreignGroup }),
    'group-elsewhere',
    /“Elsewhere administrators” belongs to another organisation/,
  ],
];

describe('bad input is named, with its cure:', () => {
  test.each(bad)('%s', async (_what, portal, code, cure) => {
    for (const findings of [await onCommandLine(portal()), (await onPage(portal())).findings]) {
      const [wrong, ...others] = wrongOf(findings);
      expect([wrong?.code, others]).toEqual([code, []]);
      expect(describeFinding(wrong!)).toMatch(cure);
      expect(describeFinding(wrong!)).not.toContain('{{');
    }
    const { id, faults } = await refusedBySaving(portal());
    expect(id).toBe('config:invalid');
    expect(faults.map((fault) => fault.code)).toContain(code);
    expect(faults.find((fault) => fault.code === code)?.message).toMatch(cure);
  });

  test('a redirect address that is not registered', async () => {
    const { findings, redirects } = await onPage({ origin: 'https://other.example' });
    expect(redirects).toEqual([redirect(), 'https://other.example/harbour/signed-in']);
    expect(findings).toContainEqual({ code: 'redirect-accepted', values: { redirect: redirects[0] } });
    expect(findings).toContainEqual({ code: 'redirect-refused', values: { redirect: redirects[1] } });
  });

  test('a portal that pages may not read', async () => {
    online.switches.withoutCors.add('www.arcgis.com');
    const portal = { url: 'https://www.arcgis.com', organisationId: orgId };
    expect(codes(wrongOf((await onPage(portal)).findings))).toEqual(['no-browser-access']);
    expect((await refusedBySaving(portal)).faults[0]).toMatchObject({ code: 'no-browser-access' });
    online.switches.withoutCors.clear();
  });

  test('a portal in maintenance', async () => {
    online.switches.maintenance = true;
    expect(codes(await onCommandLine({}))).toEqual(['unavailable']);
    online.switches.maintenance = false;
  });

  test('invalid addresses', async () => {
    for (const url of ['harbour', 'javascript:alert(1)', 'ftp://x', '//evil.example', ''])
      expect(codes((await onPage({ url })).findings)).toEqual(['no-address']);
  });

  test('a private host that the operator has not allowed', async () => {
    const closed = createPortalRequest(false);
    const address = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    const portal = { address, appId: '', organisationId: '', adminGroupId: '', redirects: [], origins: [] };
    expect(codes((await checkPortal(closed, portal)).findings)).toEqual(['private-host']);
  });
});

describe('the check on the page', () => {
  test('finds nothing wrong with the settings in force, and the organisation by itself', async () => {
    const { findings, organisationId, groups } = await onPage({});
    expect(wrongOf(findings)).toEqual([]);
    expect(organisationId).toBe(orgId);
    expect(groups).toContainEqual({ id: adminGroup, title: 'Map administrators' });
    expect(codes(findings)).toEqual([
      'portal',
      'organisation',
      'browser-access',
      'app-known',
      'redirect-accepted',
      'group-found',
      'administrator',
      'search',
      'basemaps-unseen',
      'geocoder',
    ]);
  });

  test.each([
    ['a group the administrator is not in', () => privateGroup, 'not-administrator'],
    ['a group that does not exist', () => 'f'.repeat(32), 'group-unknown'],
  ])('names %s', async (_what, adminGroupId, code) => {
    const { findings } = await onPage({ adminGroupId: adminGroupId() });
    expect(codes(wrongOf(findings))).toEqual([code]);
  });

  test('sends the token of the caller to the portal in force only', async () => {
    const { findings, groups } = await onPage({ url: 'https://elsewhere.maps.arcgis.com' });
    expect(groups).toBeUndefined();
    expect(codes(findings)).toContain('group-unseen');
  });

  test('is for administrators', async () => {
    const statuses = ['piet_harbour', 'eve_elsewhere'].map(
      async (as) => (await call('portal-check', { as, body: requested() })).status,
    );
    expect(await Promise.all(statuses)).toEqual([403, 401]);
    expect((await call('portal-check', { body: { url: 3 } })).status).toBe(400);
  });

  test('saves nothing', async () => {
    await onPage({ url: 'https://www.arcgis.com', organisationId: orgId });
    expect(await (await call('config', { method: 'GET' })).json()).toMatchObject({
      revision: 1,
      config: { portal: inForce() },
    });
  });
});

test('every finding names its values in its sentence', () => {
  for (const { text } of Object.values(portalFindings))
    expect([...text.matchAll(/[{}]/g)].length % 4).toBe(0);
});
