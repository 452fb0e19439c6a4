import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../server/limits.ts';
import { createClock, minute } from '../rig/clock.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { createPkce, createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage, readSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Guesses from many addresses: each of them stays below the limit of one address. */
let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;
/** Cookies of the browser with which ada signed in before. */
let known: string;
const clock = createClock();
const usual = { ...limits };
/** In the proportions of the usual ones. */
const fewer = { signInTriesPerMinute: 2, accountTriesPerHour: 20, networkTriesPerHour: 60 };
const pkce = { code_challenge: createPkce().challenge, code_challenge_method: 'S256' };

beforeAll(async () => {
  Object.assign(limits, fewer);
  server = await startTestServer({
    now: clock.now,
    // Callers set their addresses as a trusted proxy would.
    trustProxy: 'loopback',
    secretsKey: randomBytes(32).toString('base64'),
  });
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  for (const name of ['ada', 'grace']) await portal.addUser(name);
  await portal.addUser('root', { role: 'org_admin' });
  known = cookieOf(await byForm('ada'), 'mapping-known');
});
afterAll(async () => {
  Object.assign(limits, usual);
  await server.stop();
});
beforeEach(() => clock.advance(61 * minute));

let addresses = 0;
/** A new address for every request. */
const elsewhere = () => ({
  'x-forwarded-for': `198.51.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`,
});

async function byToken(username: string, tried: string, from = elsewhere()): Promise<any> {
  const body = new URLSearchParams({ username, password: tried, f: 'json' });
  return (await fetch(`${portal.root}/generateToken`, { method: 'POST', body, headers: from })).json();
}

/** Opens the sign-in page in a browser with a cookie; returns a function that tries a password, each time from a new address. */
async function openForm(username: string, cookie = '') {
  const page = await openSignInPage(oauth.authorizeUrl(pkce));
  const own = cookieOf(page, 'mapping-sign-in');
  return (tried: string, from = elsewhere()): Promise<Response> => {
    const headers = { ...from, cookie: [own, cookie].filter(Boolean).join('; ') };
    return page.submit('sign-in', { username, password: tried }, headers);
  };
}

const byForm = async (username: string, { cookie = '', from = elsewhere() } = {}) =>
  (await openForm(username, cookie))(password, from);

function cookieOf({ headers }: Pick<Response, 'headers'>, name: string): string {
  return (
    headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .find((one) => one.startsWith(`${name}=`)) ?? ''
  );
}

/** By the link of an administrator; it is the former password. */
async function chooseNewPassword(username: string): Promise<void> {
  const token = await portal.token('root');
  const reset = await portal.call(`/community/users/${username}/reset`, { token });
  const used = await portal.call('/community/links/use', { link: reset.link, password });
  expect(used).toMatchObject({ success: true });
}

async function block(username: string): Promise<void> {
  for (let count = 0; count < limits.accountTriesPerHour; count++) await byToken(username, 'wrong');
}

describe('failed attempts from many addresses', () => {
  it('block an account for an hour, with the right password too', async () => {
    await block('ada');
    expect((await byToken('ada', password)).error).toMatchObject({
      code: 429,
      details: ['Too many attempts. Wait 60 minutes and try again.'],
    });
    const form = await byForm('ada');
    expect(form.status).toBe(429);
    const page = await readSignInPage(form, oauth.authorizeUrl());
    expect(page.document.querySelector('[role=alert] p')?.textContent).toBe(
      'Too many attempts. Wait 60 minutes, then try again.',
    );
    expect((await byToken('grace', password)).token).toBeTypeOf('string');
    clock.advance(60 * minute);
    expect((await byToken('ada', password)).token).toBeTypeOf('string');
  });

  it('do not block the browsers in which the user has signed in before', async () => {
    await block('ada');
    expect((await byForm('ada', { cookie: known })).status).toBe(302);
    // The cookie proves nothing for another account, and cannot be forged.
    await block('grace');
    expect((await byForm('grace', { cookie: known })).status).toBe(429);
    const forged = known.replace(/.(?=.{20}$)/, (sign) => (sign === 'A' ? 'B' : 'A'));
    expect((await byForm('ada', { cookie: forged })).status).toBe(429);
  });

  it('block a known browser apart from others, from other known ones, and from the sessions of the account', async () => {
    const kiosk = cookieOf(await byForm('ada'), 'mapping-known');
    const token = await portal.token('ada');
    const tryPassword = await openForm('ada', kiosk);
    for (let count = 0; count < limits.accountTriesPerHour; count++) await tryPassword('wrong');
    expect((await byForm('ada', { cookie: kiosk })).status).toBe(429);
    expect((await byForm('ada', { cookie: known })).status).toBe(302);
    expect((await byForm('ada')).status).toBe(302);
    const added = await portal.call('/community/users/ada/secondFactor/add', { token, password });
    expect(added).toHaveProperty('secret');
  });

  it('are not lifted by signing in again with the same browser, whose id it keeps', async () => {
    const again = cookieOf(await byForm('ada', { cookie: known }), 'mapping-known');
    const tryPassword = await openForm('ada', again);
    for (let count = 0; count < limits.accountTriesPerHour; count++) await tryPassword('wrong');
    expect((await byForm('ada', { cookie: known })).status).toBe(429);
  });

  it('block a browser that was not used for half a year like a new one', async () => {
    clock.advance(limits.knownBrowserDays * 24 * 60 * minute);
    await block('ada');
    expect((await byForm('ada', { cookie: known })).status).toBe(429);
  });

  it('are forgotten, also those of browsers that were known, when the user chooses a new password', async () => {
    const cookie = cookieOf(await byForm('ada'), 'mapping-known');
    const tryPassword = await openForm('ada', cookie);
    for (let count = 0; count < limits.accountTriesPerHour; count++) await tryPassword('wrong');
    expect((await byForm('ada', { cookie })).status).toBe(429);
    await chooseNewPassword('ada');
    expect((await byForm('ada', { cookie })).status).toBe(302);
  });

  it('block a browser that was known before a new password like any other', async () => {
    const cookie = cookieOf(await byForm('ada'), 'mapping-known');
    await chooseNewPassword('ada');
    await block('ada');
    expect((await byForm('ada', { cookie })).status).toBe(429);
  });

  it('do not block the browser in which the user has changed the password', async () => {
    const [cookie, kiosk] = [
      cookieOf(await byForm('ada'), 'mapping-known'),
      cookieOf(await byForm('ada'), 'mapping-known'),
    ];
    const token = await portal.token('ada');
    const body = new URLSearchParams({ f: 'json', token, password, newPassword: 'another horse battery' });
    const address = `${portal.root}/community/users/ada/reset`;
    const changed = await fetch(address, { method: 'POST', body, headers: { cookie } });
    expect(await changed.json()).toMatchObject({ success: true });
    const renewed = cookieOf(changed, 'mapping-known');
    await block('ada');
    const statuses = [];
    for (const browser of [renewed, cookie, kiosk])
      statuses.push((await (await openForm('ada', browser))('another horse battery')).status);
    expect(statuses).toEqual([302, 429, 429]);
    await chooseNewPassword('ada');
  });

  it('are not lifted by ending all other sessions in the same browser', async () => {
    const cookie = cookieOf(await byForm('ada'), 'mapping-known');
    const tryPassword = await openForm('ada', cookie);
    for (let count = 0; count < limits.accountTriesPerHour; count++) await tryPassword('wrong');
    const body = new URLSearchParams({ f: 'json', token: await portal.token('ada'), keepCurrent: 'true' });
    const address = `${portal.root}/community/users/ada/endSessions`;
    const ended = await fetch(address, { method: 'POST', body, headers: { cookie } });
    const renewed = cookieOf(ended, 'mapping-known');
    expect((await byForm('ada', { cookie: renewed })).status).toBe(429);
  });

  it('are forgotten when the user chooses a new password by the link of an administrator', async () => {
    await block('ada');
    await chooseNewPassword('ada');
    expect((await byToken('ada', password)).token).toBeTypeOf('string');
  });
});

describe('attempts without an end from an address that others share', () => {
  const cityHall = { 'x-forwarded-for': '203.0.113.7' };
  const everyMinute = async (minutes: number) => {
    for (let count = 0; count < minutes; count++) {
      clock.advance(minute);
      for (let attempt = 0; attempt < limits.signInTriesPerMinute; attempt++)
        await byToken('ada', 'wrong', cityHall);
    }
  };

  it('do not block the browsers there in which the user has signed in before', async () => {
    const cookie = cookieOf(await byForm('ada'), 'mapping-known');
    await everyMinute(limits.accountTriesPerHour / limits.signInTriesPerMinute + 2);
    expect((await byForm('ada', { from: cityHall })).status).toBe(429);
    expect((await byForm('ada', { cookie, from: cityHall })).status).toBe(302);
  });

  it('do not block the colleagues there: what is refused unchecked does not count for the network', async () => {
    await everyMinute(limits.networkTriesPerHour / limits.signInTriesPerMinute + 2);
    expect((await byToken('ada', password, cityHall)).error.code).toBe(429);
    expect((await byToken('grace', password, cityHall)).token).toBeTypeOf('string');
  });
});
