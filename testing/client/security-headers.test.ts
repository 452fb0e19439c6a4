import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KnownRoute } from '../../server/platform/http/app.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { clientId, createPkce, createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { routeAddress } from '../rig/route-address.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, type WebFolder } from '../rig/web-folder.ts';

/** Every kind of response has the headers that protect browsers. */
let server: TestServer;
let portal: PortalClient;
let webFolder: WebFolder;
const routes: KnownRoute[] = [];

beforeAll(async () => {
  webFolder = await createWebFolder({ 'assets/app-1234.js': 'export {};' });
  server = await startTestServer({
    webFolder: webFolder.path,
    publicUrl: 'https://maps.example',
    metricsToken: 'long-enough-token',
    secretsKey: randomBytes(32).toString('base64'),
    onRoute: (route) => routes.push(route),
  });
  portal = await createPortalClient(server);
  await saveConfig(server.database, 'town', { title: 'Town', portal: { url: '/portal' } }, 'test');
});
afterAll(async () => {
  await server.stop();
  await webFolder.remove();
});

const rest = '/portal/sharing/rest';
const answers: [string, string, RequestInit?][] = [
  ['health', '/health'],
  ['metrics without the token', '/metrics'],
  ['a config', '/api/town/config'],
  ['an organisation that is not there', '/api/nowhere/config'],
  ['an API that is not there', '/api/town/fly'],
  ['administration without a token', '/api/town/administration/config'],
  ['a shared map that is not there', '/api/town/shared-maps/nothing'],
  ['the portal', `${rest}/portals/self?f=json`],
  ['a portal operation that is not there', `${rest}/fly?f=json`],
  ['an item that is not there', `${rest}/content/items/nothing?f=json`],
  ['the sign-in page', `${rest}/oauth2/authorize?client_id=test-app&response_type=code&redirect_uri=x`],
  ['the sign-in page of an unknown application', `${rest}/oauth2/authorize`],
  ['the page for a forgotten password', `${rest}/oauth2/forgottenPassword`],
  ['the end of a session', `${rest}/oauth2/signout`],
  [
    'a wrong password',
    `${rest}/generateToken`,
    { method: 'POST', body: new URLSearchParams({ username: 'x' }) },
  ],
  ['the list of services', '/server/rest/services?f=json'],
  ['a service that is not there', '/server/rest/services/Nothing/FeatureServer?f=json'],
  ['geocoding', '/server/rest/services/Places/GeocodeServer?f=json'],
  ['a page', '/town'],
  ['a page of an organisation that is not there', '/nowhere/map'],
  ['a built file', '/assets/app-1234.js'],
  ['a built file that is not there', '/assets/nothing.js'],
  [
    'broken JSON',
    '/api/town/shared-maps',
    { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
  ],
  [
    'a body that is too large',
    `${rest}/generateToken`,
    { method: 'POST', body: new URLSearchParams({ a: 'x'.repeat(2_000_000) }) },
  ],
  ['an unknown method', '/api/town/config', { method: 'DELETE' }],
  [
    'a preflight of another origin',
    `${rest}/portals/self`,
    { method: 'OPTIONS', headers: { origin: 'https://x.example', 'access-control-request-method': 'POST' } },
  ],
  ['an address that cannot be decoded', '/api/%zz/config'],
];

/** What the headers of a response lack, or have too much. */
function faultsOf(headers: Headers): string[] {
  const policy = headers.get('content-security-policy') ?? '';
  const faults: Readonly<Record<string, boolean>> = {
    'x-content-type-options': headers.get('x-content-type-options') !== 'nosniff',
    'referrer-policy': headers.get('referrer-policy') === null,
    'strict-transport-security':
      headers.get('strict-transport-security')?.includes('max-age=31536000') !== true,
    'default-src': !/default-src '(self|none)'/.test(policy),
    'frame-ancestors': !policy.includes('frame-ancestors'),
    'script-src': /script-src[^;]*'unsafe-(inline|eval)'/.test(policy),
    server: headers.get('server') !== null,
    'x-powered-by': headers.get('x-powered-by') !== null,
  };
  return Object.keys(faults).filter((name) => faults[name]);
}

describe.each(answers)('%s', (_what, address, init) => {
  test('has every security header', async () => {
    const { headers } = await fetch(server.url + address, { redirect: 'manual', ...init });
    expect(faultsOf(headers)).toEqual([]);
    expect(headers.getSetCookie()).toEqual([]);
  });
});

/** Milliseconds for a request to each route, on a machine that is busy. */
const manyRequests = 600_000;

test('every route has every security header', { timeout: manyRequests }, async () => {
  expect(routes.length).toBeGreaterThan(3000);
  const faults: string[] = [];
  const queue = routes.values();
  const send = async () => {
    for (const { method, url } of queue) {
      const address = new URL(routeAddress(url), server.url);
      const { headers, body } = await fetch(address, { method, redirect: 'manual' });
      await body?.cancel();
      const cookies = headers.getSetCookie().filter((cookie) => !isOfOwnPages(cookie));
      for (const fault of [...faultsOf(headers), ...cookies]) faults.push(`${method} ${url}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, send));
  expect(faults).toEqual([]);
});

/** Whether scripts, other hosts and foreign pages get nothing of a cookie. */
function isOfOwnPages(cookie: string): boolean {
  return [/^__(Host|Secure)-/, /; HttpOnly/i, /; Secure/i, /; SameSite=(Lax|Strict)/i].every((part) =>
    part.test(cookie),
  );
}

describe('responses that are data', () => {
  test.each(['/api/town/config', `${rest}/portals/self?f=json`, `${rest}/search?f=json&q=town`])(
    '%s may neither load anything nor be framed',
    async (address) => {
      const { headers } = await fetch(server.url + address);
      expect(headers.get('content-type')).toMatch('application/json');
      expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    },
  );

  test.each([`${rest}/portals/self?f=html`, `${rest}/search?f=html`])(
    'have the headers of a page as %s',
    async (address) => {
      const { headers } = await fetch(server.url + address);
      expect(headers.get('content-type')).toMatch('text/html');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    },
  );
});

test('limits the cookie of the sign-in form to this host, without access by scripts and foreign forms', async () => {
  const request = new URLSearchParams({
    client_id: clientId,
    redirect_uri: portal.redirectUri,
    code_challenge: createPkce().challenge,
    code_challenge_method: 'S256',
  });
  const { headers } = await fetch(`${portal.root}/oauth2/authorize?${request}`);
  const [cookie, ...others] = headers.getSetCookie();
  expect(others).toEqual([]);
  expect(cookie).toMatch(/^__Host-/);
  for (const part of [/; Path=\/(;|$)/i, /; HttpOnly/i, /; Secure/i, /; SameSite=(Lax|Strict)/i])
    expect(cookie).toMatch(part);
  expect(cookie).not.toMatch(/; Domain=/i);
});

test('closes our API to pages of other origins', async () => {
  for (const address of ['/api/town/config', '/health', '/town']) {
    const { headers } = await fetch(server.url + address, {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('gives a short response to a request that is not HTTP, and nothing else', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  let output = '';
  socket.on('data', (part) => {
    output += part.toString();
  });
  const closed = new Promise((resolve) => {
    socket.on('close', resolve);
  });
  socket.write('HELLO\r\n\r\n');
  await closed;
  expect(output).toMatch(/^HTTP\/1\.1 400/);
  expect(output).not.toMatch(/at .*\.(ts|js):/);
});
