import { request as httpRequest, type IncomingMessage } from 'node:http';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerApp } from '../../server/portal/identity/register-app.ts';
import { clientId, createPkce, password, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, type WebFolder } from '../rig/web-folder.ts';
import { createTown } from '../rig/town.ts';

/** No address of ours can be made to lead elsewhere: no redirect, no link, no form. */
let server: TestServer;
let portal: PortalClient;
let webFolder: WebFolder;

beforeAll(async () => {
  webFolder = await createWebFolder();
  server = await startTestServer({ webFolder: webFolder.path });
  ({ portal } = await createTown(server, { portal: { appId: clientId } }));
  await registerApp(portal.context, {
    clientId: 'far',
    title: 'Far',
    redirectUris: ['https://maps.example:8443/cb?x=1'],
  });
});
afterAll(async () => {
  await server.stop();
  await webFolder.remove();
});

/** Known redirect attacks; `REGISTERED` is the registered address. */
const hostile = [
  'https://evil.example/',
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  '/%2f%2fevil.example/',
  'https:evil.example',
  'http:///evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://',
  'data:text/html,<script>alert(1)</script>',
  'urn:ietf:wg:oauth:2.0:oob',
  'REGISTERED/..//evil.example',
  'REGISTERED@evil.example/',
  'REGISTERED.evil.example/',
  'REGISTERED&next=https://evil.example/',
  'REGISTERED#https://evil.example/',
  'REGISTERED%0d%0alocation:%20https://evil.example/',
  'REGISTERED\r\nlocation: https://evil.example/',
  'REGISTERED\u0000.evil.example',
  'REGISTERED ',
  ' REGISTERED',
  '\thttps://evil.example/',
  'https://evil.example/?REGISTERED',
  'https://evil.example/#REGISTERED',
  'https://user:pass@evil.example/',
  'http://[::1]/',
  '.',
  '*',
];
const filled = () => hostile.map((value) => value.replace('REGISTERED', portal.redirectUri));
const { challenge } = createPkce();

/** Targets of a response: its headers, and links and forms on its page. */
async function leadsTo(response: Response): Promise<string[]> {
  const { headers } = response;
  const named = ['location', 'refresh', 'content-location', 'link'].flatMap((name) =>
    addressIn(headers.get(name)),
  );
  if (!headers.get('content-type')?.includes('text/html')) return named;
  const { document } = new JSDOM(await response.text(), { url: response.url }).window;
  const elements = document.querySelectorAll(
    'a[href], form, meta[http-equiv=refresh], base, iframe, link[href]',
  );
  const addresses = [...elements].flatMap(
    (element) =>
      (element as HTMLAnchorElement).href ??
      (element as HTMLFormElement).action ??
      (element as HTMLIFrameElement).src ??
      addressIn(element.getAttribute('content')),
  );
  return [...named, ...addresses];
}

/** The address in a header or a refresh: `https://…`, `<https://…>; rel=next`, `0; url=https://…`. */
function addressIn(value: string | null): string[] {
  if (value === null) return [];
  return [/<([^>]*)>/.exec(value)?.[1] ?? value.replace(/^\d+\s*;\s*url=/i, '')];
}

/** Addresses on other servers. */
const elsewhere = (addresses: readonly string[]) =>
  addresses.filter((address) => new URL(address, server.url).origin !== server.url);

describe('an unregistered address is never redirected to', () => {
  const ways: [string, (redirectUri: string) => string][] = [
    ['signing in', (uri) => `oauth2/authorize?${query({ redirect_uri: uri })}`],
    [
      'signing in for a token in the address',
      (uri) => `oauth2/authorize?${query({ response_type: 'token', redirect_uri: uri })}`,
    ],
    ['an invalid request', (uri) => `oauth2/authorize?${query({ response_type: 'x', redirect_uri: uri })}`],
    [
      'an application of another host',
      (uri) => `oauth2/authorize?${query({ client_id: 'far', redirect_uri: uri })}`,
    ],
    [
      'an unknown application',
      (uri) => `oauth2/authorize?${query({ client_id: 'none', redirect_uri: uri })}`,
    ],
    ['signing out', (uri) => `oauth2/signout?${query({ redirect_uri: uri })}`],
    [
      'signing out of no application',
      (uri) => `oauth2/signout?${query({ client_id: '', redirect_uri: uri })}`,
    ],
  ];
  const query = (more: Record<string, string>) =>
    new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...more,
    }).toString();

  test.each(ways)('by %s', async (_what, address) => {
    for (const uri of filled()) {
      const response = await fetch(`${portal.root}/${address(uri)}`, { redirect: 'manual' });
      expect([uri, response.status < 300 || response.status >= 400]).toEqual([uri, true]);
      expect([uri, elsewhere(await leadsTo(response))]).toEqual([uri, []]);
    }
  });

  test('by the form itself, whose own address was changed on its way', async () => {
    for (const uri of filled()) {
      const address = `${portal.root}/oauth2/authorize?${query({ redirect_uri: portal.redirectUri })}`;
      const page = await openSignInPage(address);
      const form = page.document.querySelector('form') as HTMLFormElement;
      const action = new URL(form.action);
      action.searchParams.set('redirect_uri', uri);
      form.action = action.href;
      const response = await page.submit('cancel');
      expect([uri, response.headers.get('location')]).toEqual([uri, null]);
    }
  });

  test('while the registered one is', async () => {
    const address = `${portal.root}/oauth2/authorize?${query({ redirect_uri: portal.redirectUri })}`;
    const sent = await (await openSignInPage(address)).submit('sign-in', { username: 'ada', password });
    expect(sent.headers.get('location')?.startsWith(`${portal.redirectUri}&code=`)).toBe(true);
    const out = await fetch(`${portal.root}/oauth2/signout?${query({ redirect_uri: portal.redirectUri })}`, {
      redirect: 'manual',
    });
    expect(out.headers.get('location')).toBe(portal.redirectUri);
  });
});

describe('parameters that redirect in other products are ignored', () => {
  const names = [
    'next',
    'return',
    'returnTo',
    'return_to',
    'returnUrl',
    'redirect',
    'redirect_uri',
    'redirect_url',
    'url',
    'continue',
    'target',
    'goto',
    'dest',
    'destination',
    'originalUrl',
    'callback',
    'state',
    'RelayState',
  ];
  test.each([
    '/town',
    '/town/join',
    '/town/signed-in',
    '/town/profile',
    '/town/administration',
    '/town/map/sid/nothing',
    '/api/town/config',
    '/api/town/logo',
    '/portal/sharing/rest/oauth2/signout',
    '/portal/sharing/rest/oauth2/authorize',
    '/portal/sharing/rest/generateToken',
    '/portal/sharing/rest/portals/self',
    '/portal/home/signin.html',
    '/server/rest/services',
    '/nowhere',
  ])('at %s', async (address) => {
    for (const value of ['https://evil.example/', '//evil.example/', '/\\evil.example/']) {
      const parameters = new URLSearchParams(names.map((name) => [name, value]));
      const response = await fetch(`${server.url}${address}?${parameters}`, { redirect: 'manual' });
      expect([response.status >= 300 && response.status < 400, elsewhere(await leadsTo(response))]).toEqual([
        false,
        [],
      ]);
    }
  });
});

describe('own addresses are not read as those of another host', () => {
  /** Sent unchanged: `fetch` would normalise such an address. */
  const ask = (address: string, headers: Record<string, string> = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      httpRequest({ hostname, port, path: address, headers }, (response) => {
        response.resume();
        resolve(response);
      })
        .on('error', reject)
        .end();
    });

  test.each([
    '//evil.example/',
    '//evil.example/town',
    '///evil.example',
    '/\\evil.example',
    '/town//evil.example/',
    '/town/..//evil.example/',
    '/%2f%2fevil.example/',
    '/assets//evil.example/',
    '/assets/%2e%2e//evil.example',
    '/integrations//evil.example/',
    '/portal//evil.example/',
    'https://evil.example/town',
  ])('such as %s', async (address) => {
    const { statusCode = 0, headers } = await ask(address);
    expect(statusCode).toBeGreaterThanOrEqual(200);
    expect(statusCode < 300 || statusCode >= 400).toBe(true);
    expect(headers.location).toBeUndefined();
  });

  test('whatever host a request claims', async () => {
    const claims: Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example' },
    ];
    for (const headers of claims) {
      const response = await fetch(`${server.url}/town`, { headers });
      expect(await response.text()).not.toContain('evil.example');
      const answer = await ask('/portal/sharing/rest/oauth2/signout', headers);
      expect(answer.headers.location).toBeUndefined();
      const self = await fetch(`${portal.root}/portals/self?f=json`, { headers });
      expect(await self.text()).not.toContain('evil.example');
    }
  });
});
