import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerApp } from '../../server/portal/identity/register-app.ts';
import {
  clientId,
  createPkce,
  createPortalClient,
  password,
  type PortalClient,
} from '../rig/portal-client.ts';
import { openSignInPage, readSignInPage, type SignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
const { challenge } = createPkce();

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('ada');
  await registerApp(portal.context, {
    clientId: 'far',
    title: 'Far',
    redirectUris: ['https://maps.example:8443/cb?x=1', 'org.example.app:/cb'],
  });
});
afterAll(() => server.stop());

const address = (more: Record<string, string> = {}) =>
  `${portal.root}/oauth2/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: portal.redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })}`;
const open = (more?: Record<string, string>, headers?: Record<string, string>) =>
  openSignInPage(address(more), headers);

/** Submits the form and reads the page returned instead of a redirect. */
async function pageOfErrors(
  page: SignInPage,
  fields: Record<string, string>,
  headers?: Record<string, string>,
) {
  const response = await page.submit('sign-in', fields, headers);
  expect(response.headers.get('location')).toBeNull();
  return readSignInPage(response, address());
}

const summaryOf = (page: SignInPage) =>
  page.document.querySelector('[role=alert]')?.textContent?.replaceAll(/\s+/g, ' ').trim();
const input = (page: SignInPage, name: string) => page.document.querySelector<HTMLInputElement>(`#${name}`);

describe('sign-in page', () => {
  it('names the application and the return target', async () => {
    const page = await open();
    expect(page.status).toBe(200);
    expect(page.document.querySelector('h1')?.textContent).toBe('Sign in');
    expect(page.document.querySelector('.lead')?.textContent).toBe('to continue to City map');
    expect(page.document.querySelector('.return')?.textContent).toContain(new URL(server.url).host);
  });

  it('is usable by people, password managers and screen readers', async () => {
    const page = await open();
    for (const [name, autocomplete] of [
      ['username', 'username'],
      ['password', 'current-password'],
    ]) {
      const field = input(page, name ?? '');
      expect(field?.labels?.[0]?.textContent).toBeTruthy();
      expect(field?.getAttribute('autocomplete')).toBe(autocomplete);
      expect(field?.required).toBe(true);
    }
    expect(input(page, 'username')?.hasAttribute('autofocus')).toBe(true);
    expect(page.document.documentElement.lang).toBe('en');
    expect(page.document.title).toBe('Sign in – Mapping');
    const buttons = [...page.document.querySelectorAll('button')].map((button) => button.textContent);
    expect(buttons).toEqual(['Sign in', 'Cancel']);
  });

  it('focuses the password when the application knows the name', async () => {
    const page = await open({ prepopulatedusername: 'grace' });
    expect(input(page, 'username')?.value).toBe('grace');
    expect(input(page, 'password')?.hasAttribute('autofocus')).toBe(true);
  });

  it('runs no script, loads only its stylesheet, and is neither framed nor cached', async () => {
    const { headers, html, document } = await open();
    const policy = headers.get('content-security-policy') ?? '';
    const styles = /^default-src 'none'; style-src 'sha256-[\w+/]+=' (\S+);/.exec(policy)?.[1];
    expect(styles).toBe(new URL('/portal/sign-in/', server.url).href);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|script-src|\*/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(document.querySelectorAll('script, [style], [onload], [onclick]')).toHaveLength(0);
    expect(html).not.toMatch(/<script|javascript:/i);
  });

  it('allows its form to redirect to the registered address only', async () => {
    const policyFor = async (redirect_uri: string) =>
      (await open({ client_id: 'far', redirect_uri })).headers.get('content-security-policy');
    expect(await policyFor('https://maps.example:8443/cb?x=1')).toContain(
      "form-action 'self' https://maps.example:8443;",
    );
    expect(await policyFor('org.example.app:/cb')).toContain("form-action 'self' org.example.app:;");
  });

  it('keeps a popup connected to its opener, also on the page it returns to', async () => {
    const near = await open();
    const far = await open({ client_id: 'far', redirect_uri: 'https://maps.example:8443/cb?x=1' });
    for (const { headers } of [near, far])
      expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  });

  it('serves the fonts and the background its stylesheet names', async () => {
    const { html } = await open();
    const files = new Set([...html.matchAll(/url\((\/portal\/sign-in\/[^)]+)\)/g)].map(([, file]) => file));
    expect(files.size).toBeGreaterThanOrEqual(9);
    for (const file of files) {
      const response = await fetch(server.url + file);
      expect({ file, status: response.status }).toEqual({ file, status: 200 });
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
  });
});

describe('sign-in page with an error', () => {
  it('keeps the username but not a wrong password, and focuses the invalid field', async () => {
    const page = await pageOfErrors(await open(), { username: 'ada', password: 'not this one' });
    expect(page.status).toBe(403);
    expect(summaryOf(page)).toContain('The username or password is incorrect.');
    expect(page.document.querySelector('[role=alert]')?.hasAttribute('autofocus')).toBe(true);
    expect(page.document.querySelectorAll('[autofocus]')).toHaveLength(1);
    expect(input(page, 'username')?.value).toBe('ada');
    expect(page.html).not.toContain('not this one');
    expect(page.document.title).toMatch(/^That did not work/);
  });

  it('allows another attempt', async () => {
    const first = await open();
    const cookie = first.headers.get('set-cookie')?.split(';')[0];
    const again = await readSignInPage(
      await first.submit('sign-in', { username: 'ada', password: 'x' }),
      address(),
      cookie,
    );
    const response = await again.submit('sign-in', { username: 'ada', password });
    expect(response.headers.get('location')).toMatch(portal.redirectUri);
  });

  it('shows the same for an unknown name', async () => {
    const page = await pageOfErrors(await open(), { username: 'nobody', password });
    expect(summaryOf(page)).toContain('The username or password is incorrect.');
  });

  it('links each empty field', async () => {
    const page = await pageOfErrors(await open(), {});
    expect(page.status).toBe(400);
    const links = [...page.document.querySelectorAll('[role=alert] a')].map((link) =>
      link.getAttribute('href'),
    );
    expect(links).toEqual(['#username', '#password']);
    expect(input(page, 'username')?.getAttribute('aria-invalid')).toBe('true');
    const described = input(page, 'password')?.getAttribute('aria-describedby') ?? '';
    expect(page.document.querySelector(`#${described}`)?.textContent).toBe('Enter your password.');
  });

  it('shows how long to wait after ten attempts', async () => {
    await portal.addUser('busy');
    const page = await open();
    for (let count = 0; count < 10; count++)
      await page.submit('sign-in', { username: 'busy', password: 'wrong' });
    const response = await page.submit('sign-in', { username: 'BUSY', password });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(summaryOf(await readSignInPage(response, address()))).toMatch(
      /Too many attempts\. Wait \d+ seconds?, then try again\./,
    );
  });

  it('returns access_denied on Cancel', async () => {
    const page = await open({ state: 'mine' });
    const sent = new URL((await page.submit('cancel')).headers.get('location') ?? '');
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      from: 'portal',
      error: 'access_denied',
      state: 'mine',
    });
  });
});

describe('forms of other sites', () => {
  const right = { username: 'ada', password };

  it.each([
    ['no cookie', right, { cookie: '' }],
    ['another cookie', right, { cookie: `mapping-sign-in=${'x'.repeat(43)}` }],
    ['another token in the form', { ...right, form_token: 'x'.repeat(43) }, undefined],
    ['another site', right, { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on the same site', right, { 'sec-fetch-site': 'same-site' }],
  ])('are rejected: %s', async (_what, fields, headers) => {
    const page = await pageOfErrors(await open(), fields, headers);
    expect(page.status).toBe(403);
    expect(summaryOf(page)).toContain('This page was open too long');
    expect(input(page, 'username')?.value).toBe('ada');
  });

  it('cannot cancel a sign-in either', async () => {
    const response = await (await open()).submit('cancel', {}, { cookie: '' });
    expect(response.status).toBe(403);
  });

  it('cannot send name and password in an address', async () => {
    const page = await open();
    const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
    const token = page.document.querySelector<HTMLInputElement>('[name=form_token]')?.value ?? '';
    const url = address({ ...right, form_token: token, answer: 'sign-in' });
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain(password);
  });

  it('cannot read the cookie, which on https is bound to the host', async () => {
    expect((await open()).headers.get('set-cookie')).toMatch(
      /^mapping-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const secure = await startTestServer({ publicUrl: 'https://maps.example' });
    const behindProxy = await createPortalClient(secure);
    const url = `${behindProxy.root}/oauth2/authorize?${new URLSearchParams({ client_id: clientId, redirect_uri: behindProxy.redirectUri, code_challenge: challenge, code_challenge_method: 'S256' })}`;
    const { headers } = await openSignInPage(url);
    await secure.stop();
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-mapping-sign-in=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});

describe('echoed input', () => {
  /** Anything that runs or loads and is not the page's own. */
  const foreign = 'script, [onerror], [onfocus], img:not([src="/portal/sign-in/icon-1.svg"])';
  const nasty = `"><script>alert(1)</script><img src=x onerror=alert(1)>' autofocus onfocus=alert(1) x='`;

  it.each([
    'state',
    'prepopulatedusername',
    'locale',
    'expiration',
    'client_id',
    'redirect_uri',
    'response_type',
  ])('is text, whatever %s contains', async (name) => {
    const response = await fetch(address({ [name]: nasty }), { redirect: 'manual' });
    const page = await readSignInPage(response, address());
    expect(page.document.querySelectorAll(foreign)).toHaveLength(0);
    expect(response.headers.get('location') ?? portal.redirectUri).toMatch(portal.redirectUri);
  });

  it('is text in a rejected username', async () => {
    const page = await pageOfErrors(await open(), { username: nasty, password: 'x' });
    expect(input(page, 'username')?.value).toBe(nasty);
    expect(page.document.querySelectorAll(foreign)).toHaveLength(0);
  });

  it('is text in the title of an application', async () => {
    await registerApp(portal.context, {
      clientId: 'nasty',
      title: nasty,
      redirectUris: [portal.redirectUri],
    });
    const page = await open({ client_id: 'nasty' });
    expect(page.document.querySelector('.lead')?.textContent).toBe(`to continue to ${nasty}`);
    expect(page.document.querySelectorAll(foreign)).toHaveLength(0);
  });

  it('puts no line break of a request into a header', async () => {
    const page = await open({ state: 'a\r\nset-cookie: x=1' });
    const response = await page.submit('cancel');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('state')).toBe(
      'a\r\nset-cookie: x=1',
    );
  });
});

describe('errors', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'nl' };

  it.each([
    [400, 'oauth2/authorize?callback=x', 'JSONP is not supported.'],
    [401, 'oauth2/newPassword?token=x', 'Invalid token.'],
  ])('%d at %s is a page in the reader’s language', async (status, path, text) => {
    const page = await openSignInPage(`${portal.root}/${path}`, browser);
    expect(page.status).toBe(status);
    expect(page.document.documentElement.lang).toBe('nl');
    expect(page.document.querySelector('[role=alert]')?.textContent).toContain(text);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('are JSON for programs', async () => {
    for (const path of ['oauth2/nothing', 'oauth2/authorize?callback=x', 'oauth2/token']) {
      // oxlint-disable-next-line no-await-in-loop -- a few
      const answer = await fetch(`${portal.root}/${path}`, { headers: { accept: '*/*' } });
      expect(answer.headers.get('content-type')).toContain('application/json');
    }
    const token = await fetch(`${portal.root}/oauth2/token`, { headers: browser });
    expect(token.headers.get('content-type')).toContain('application/json');
  });
});

describe('languages', () => {
  it.each([
    ['nl', {}, 'Aanmelden', 'ltr'],
    ['de-at', {}, 'Anmelden', 'ltr'],
    ['ar', {}, 'تسجيل الدخول', 'rtl'],
    ['', { 'accept-language': 'xx, kk;q=0.5, fr;q=0.9' }, 'Se connecter', 'ltr'],
    ['ru', { 'accept-language': 'fr' }, 'Войти', 'ltr'],
    ['xx', { 'accept-language': 'yy' }, 'Sign in', 'ltr'],
  ])('for locale %j with %j', async (locale, headers: Record<string, string>, title, direction) => {
    const page = await open({ locale }, headers);
    expect(page.document.querySelector('h1')?.textContent).toBe(title);
    expect(page.document.documentElement.dir).toBe(direction);
  });

  it('are offered as links to the same request', async () => {
    const page = await open({ state: 'kept &=', locale: 'kk' });
    const links = [...page.document.querySelectorAll<HTMLAnchorElement>('nav a')];
    expect(links.map(({ lang }) => lang)).toEqual(expect.arrayContaining(['ar', 'en', 'ja', 'kk', 'zh-HK']));
    expect(new Set(links.map(({ lang }) => lang)).size).toBe(links.length);
    expect(page.document.querySelector('[aria-current]')?.getAttribute('lang')).toBe('kk');
    const spanish = links.find((link) => link.lang === 'es');
    const there = await openSignInPage(spanish?.href ?? '');
    expect(there.document.querySelector('h1')?.textContent).toBe('Iniciar sesión');
    const sent = new URL((await there.submit('cancel')).headers.get('location') ?? '');
    expect(sent.searchParams.get('state')).toBe('kept &=');
  });
});
