import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../server/limits.ts';
import { addressGroup } from '../../server/platform/budgets/address-group.ts';
import { createSharedTryLimiter } from '../../server/portal/identity/try-limiter-store.ts';
import { type AnswerOptions, Authenticator } from '../rig/authenticator.ts';
import { createClock, minute } from '../rig/clock.ts';
import { freePort } from '../rig/free-port.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { createPkce, createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage, readSignInPage, type SignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;
let origin: string;
const clock = createClock();

beforeAll(async () => {
  const port = await freePort();
  // Passkeys belong to a host name: browsers have none for addresses of numbers.
  origin = `http://localhost:${port}`;
  const secretsKey = randomBytes(32).toString('base64');
  server = await startTestServer({ port, publicUrl: origin, now: clock.now, secretsKey });
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  for (const name of ['ada', 'eve', 'grace', 'linus', 'mallory']) await portal.addUser(name);
  await portal.addUser('root', { role: 'org_admin' });
});
afterAll(() => server.stop());
beforeEach(() => clock.advance(5 * minute));

const path = (name: string, act = '') => `/community/users/${name}/passkeys${act}`;
const pkce = { code_challenge: createPkce().challenge, code_challenge_method: 'S256' };
const reasonOf = ({ error }: Record<string, any>) => error?.faults?.[0]?.code;
const signedIn = (response: Response) =>
  new URL(response.headers.get('location') ?? 'http://none').searchParams.has('code');

async function add(name: string, changed: Partial<AnswerOptions> = {}) {
  const signedInFor = { username: name, password, expiration: '600' };
  const { token } = (await portal.call('/generateToken', signedInFor)) as { token: string };
  const authenticator = new Authenticator();
  const options = await portal.call(path(name, '/options'), { token, password });
  const passkey = authenticator.create(options as any, { origin, ...changed });
  const added = await portal.call(path(name, '/add'), { token, passkey, name: 'My phone' });
  return { authenticator, added, token, options };
}

/** The signature that confirms a change of an account. */
async function confirm(name: string, token: string, authenticator: Authenticator): Promise<string> {
  const listed = await portal.call(path(name), { token });
  return authenticator.get(listed['confirm'], { origin });
}

/** A token of a session that a passkey opened. */
async function tokenByPasskey(authenticator: Authenticator): Promise<string> {
  const { challenge, verifier } = createPkce();
  const asked = { response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' };
  const page = await openSignInPage(oauth.authorizeUrl(asked));
  const response = await press(page, authenticator.get(requestOf(page), { origin }));
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const answer = await oauth.token({
    grant_type: 'authorization_code',
    redirect_uri: portal.redirectUri,
    code,
    code_verifier: verifier,
  });
  return answer['access_token'] as string;
}

/** The second page, after the right password, in the same browser. */
async function openSecond(username: string): Promise<SignInPage> {
  const first = await openFirst();
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  const response = await first.submit('sign-in', { username, password });
  const second = await readSignInPage(response, oauth.authorizeUrl(pkce), cookie);
  cookies.set(second, cookie);
  return second;
}

const requestOf = (page: SignInPage) =>
  JSON.parse(page.document.querySelector<HTMLElement>('[data-passkey]')?.dataset['passkey'] ?? 'null');

/** Cookies of pages whose response set none. */
const cookies = new WeakMap<SignInPage, string>();

/** Presses the button for passkeys of a page, as its script does. */
async function press(page: SignInPage, passkey: string) {
  const form = page.document.querySelector<HTMLFormElement>('form.passkey')!;
  const values = Object.fromEntries(
    [...form.querySelectorAll('input')].map((input) => [input.name, input.value]),
  );
  return fetch(form.action || oauth.authorizeUrl(pkce), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookies.get(page) ?? page.headers.get('set-cookie')?.split(';')[0] ?? '' },
    body: new URLSearchParams({ ...values, answer: 'passkey', passkey }),
  });
}
const openFirst = () => openSignInPage(oauth.authorizeUrl(pkce));

describe('a passkey', () => {
  let ofGrace: Authenticator;

  it('signs in without username, password and code, and is listed with its use', async () => {
    const { authenticator, added, token } = await add('grace');
    ofGrace = authenticator;
    expect(added.passkey).toMatchObject({ name: 'My phone', lastUsed: null });
    expect(added.recoveryCodes).toHaveLength(10);
    const page = await openFirst();
    expect(signedIn(await press(page, authenticator.get(requestOf(page), { origin })))).toBe(true);
    const listed = await portal.call(path('grace'), { token });
    expect(listed.passkeys).toEqual([
      {
        id: authenticator.id.toString('base64url'),
        name: 'My phone',
        synced: false,
        created: clock.now(),
        lastUsed: clock.now(),
      },
    ]);
  });

  it('is a second factor after the password, too; only the password is refused', async () => {
    const refused = await portal.call('/generateToken', { username: 'grace', password });
    expect(refused.error.code).toBe(403);
    const token = await tokenByPasskey(ofGrace);
    const authenticator = new Authenticator();
    const assertion = await confirm('grace', token, ofGrace);
    const options = await portal.call(path('grace', '/options'), { token, password, assertion });
    expect(options.excludeCredentials).toHaveLength(1);
    const passkey = authenticator.create(options as any, { origin });
    const added = await portal.call(path('grace', '/add'), { token, passkey, name: 'Key' });
    // Recovery codes come with the first second factor only.
    expect(Object.keys(added)).toEqual(['passkey']);
    const second = await openSecond('grace');
    expect(second.document.querySelector('input[name=code]')).toBeNull();
    expect(second.document.querySelector('input[name=recovery_code]')).not.toBeNull();
    // Without an app the only field is that of recovery codes.
    const empty = await readSignInPage(await second.submit('code'), oauth.authorizeUrl(pkce));
    const link = empty.document.querySelector('[role=alert] a')?.getAttribute('href');
    expect(link).toBe('#recovery_code');
    expect(empty.document.querySelector(`details[open] ${link}`)?.getAttribute('aria-invalid')).toBe('true');
    expect(empty.document.querySelector('#recovery_code-problem')?.textContent).toBe('Enter your code.');
    const requested = requestOf(second);
    expect(requested.allowCredentials).toHaveLength(2);
    expect(signedIn(await press(second, authenticator.get(requested, { origin })))).toBe(true);
  });

  it('as the first factor ends an app that was begun and not turned on, perhaps by someone else', async () => {
    await portal.addUser('bob');
    const { token } = await portal.call('/generateToken', { username: 'bob', password });
    const { secret } = await portal.call('/community/users/bob/secondFactor/add', { token, password });
    const { token: own } = await add('bob');
    const ofApp = new TOTP({ secret }).generate({ timestamp: clock.now() });
    const enable = (of: string) =>
      portal.call('/community/users/bob/secondFactor/enable', { token: of, code: ofApp });
    expect((await enable(token)).error.code).toBe(498);
    expect(reasonOf(await enable(own))).toBe('wrong-code');
    const page = await openSecond('bob');
    expect((await page.submit('code', { recovery_code: ofApp })).status).toBe(403);
  });

  it('of another account does not complete the second step', async () => {
    const { authenticator } = await add('mallory');
    const second = await openSecond('grace');
    const response = await press(second, authenticator.get(requestOf(second), { origin }));
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('Signing in with a passkey didn');
  });

  it('needs the password to be added and removed', async () => {
    const { authenticator, token } = await add('linus');
    const wrong = await portal.call(path('linus', '/options'), { token, password: 'wrong' });
    expect(reasonOf(wrong)).toBe('wrong-password');
    const id = authenticator.id.toString('base64url');
    const assertion = await confirm('linus', token, authenticator);
    const remove = (given: string) =>
      portal.call(path('linus', `/${id}/remove`), { token, password: given, assertion });
    expect(reasonOf(await remove('wrong'))).toBe('wrong-password');
    expect(await remove(password)).toMatchObject({ success: true });
    expect(reasonOf(await remove(password))).toBe('no-passkey');
    // It was the only second factor: the password is enough again.
    expect((await portal.call('/generateToken', { username: 'linus', password })).token).toBeDefined();
    const page = await openFirst();
    expect((await press(page, authenticator.get(requestOf(page), { origin }))).status).toBe(403);
  });

  it('goes with a reset by an administrator', async () => {
    const { authenticator } = await add('linus');
    const token = await portal.token('root');
    await portal.call('/community/users/linus/secondFactor/reset', { token });
    const page = await openFirst();
    expect((await press(page, authenticator.get(requestOf(page), { origin }))).status).toBe(403);
  });

  it('is not required any more when the last two are removed at the same time', async () => {
    await portal.addUser('dora');
    const { token, added, authenticator } = await add('dora');
    const assertion = await confirm('dora', token, authenticator);
    const options = await portal.call(path('dora', '/options'), { token, password, assertion });
    const passkey = new Authenticator().create(options as any, { origin });
    const second = await portal.call(path('dora', '/add'), { token, passkey, name: 'Another' });
    const ids = [added, second].map((each) => each['passkey'].id);
    const codes: string[] = added.recoveryCodes;
    await Promise.all(
      ids.map((id, at) =>
        portal.call(path('dora', `/${id}/remove`), { token, password, code: codes[at] ?? '' }),
      ),
    );
    expect(await portal.call('/community/users/dora/secondFactor', { token })).toMatchObject({
      enabled: false,
    });
  });

  it('stays when an authenticator app is added and removed, with its recovery codes', async () => {
    const { token, authenticator } = await add('linus');
    const factor = (act: string, fields: Record<string, string>) =>
      portal.call(`/community/users/linus/secondFactor${act}`, { token, ...fields });
    const assertion = await confirm('linus', token, authenticator);
    const { secret } = await factor('/add', { password, assertion });
    const app = new TOTP({ secret });
    const code = () => app.generate({ timestamp: clock.now() });
    expect((await factor('/enable', { code: code() })).recoveryCodes).toHaveLength(10);
    clock.advance(minute);
    expect(await factor('/remove', { password, code: code() })).toMatchObject({ success: true });
    expect(await factor('', {})).toMatchObject({ enabled: true, app: false, recoveryCodes: 10 });
  });
});

describe('a stolen session and the password', () => {
  let authenticator: Authenticator;
  let token: string;
  let code: string;
  beforeAll(async () => {
    await portal.addUser('vera');
    const made = await add('vera');
    ({ authenticator, token } = made);
    [code = ''] = made.added.recoveryCodes;
  });
  const call = (act: string, more: Record<string, string> = {}) =>
    portal.call(`/community/users/vera${act}`, { token, password, ...more });
  const remove = () => `/passkeys/${authenticator.id.toString('base64url')}/remove`;

  it.each<[string, () => string]>([
    ['add a passkey', () => '/passkeys/options'],
    ['remove the passkey', remove],
    ['add an authenticator app', () => '/secondFactor/add'],
    ['renew the recovery codes', () => '/secondFactor/updateCodes'],
    ['change the password', () => '/reset'],
  ])('do not %s without the second factor', async (_what, act) => {
    const newPassword = 'a better horse battery';
    expect(reasonOf(await call(act(), { newPassword }))).toBe('wrong-code');
    expect(reasonOf(await call(act(), { newPassword, code: '000000' }))).toBe('wrong-code');
    const foreign = new Authenticator().get({ challenge: 'x' }, { origin });
    expect(reasonOf(await call(act(), { newPassword, assertion: foreign }))).toBe('invalid-passkey');
  });

  it('do not turn a recovery code into ten, nor an app that was not turned on into a second factor', async () => {
    const assertion = await confirm('vera', token, authenticator);
    const { secret } = await call('/secondFactor/add', { assertion });
    expect(reasonOf(await call('/secondFactor/enable', { code }))).toBe('wrong-code');
    expect(await call('/secondFactor')).toMatchObject({ app: false, recoveryCodes: 10 });
    const page = await openSecond('vera');
    const ofApp = new TOTP({ secret }).generate({ timestamp: clock.now() });
    expect((await page.submit('code', { recovery_code: ofApp })).status).toBe(403);
    expect((await call('/secondFactor/enable', { code: ofApp })).recoveryCodes).toHaveLength(10);
  });

  it('do not use a signature twice, nor one that was made to sign in', async () => {
    const assertion = await confirm('vera', token, authenticator);
    expect(await call('/passkeys/options', { assertion })).toHaveProperty('challenge');
    expect(reasonOf(await call('/passkeys/options', { assertion }))).toBe('invalid-passkey');
    const forSignIn = authenticator.get(requestOf(await openFirst()), { origin });
    expect(reasonOf(await call('/passkeys/options', { assertion: forSignIn }))).toBe('invalid-passkey');
  });

  it('end when a passkey is removed', async () => {
    const own = await tokenByPasskey(authenticator);
    const assertion = await confirm('vera', own, authenticator);
    expect(await call(remove(), { token: own, assertion })).toMatchObject({ success: true });
    expect((await call('/secondFactor')).error.code).toBe(498);
    expect((await call('/secondFactor', { token: own })).enabled).toBe(true);
  });
});

describe('attacks on passkeys', () => {
  let authenticator: Authenticator;
  beforeAll(async () => {
    ({ authenticator } = await add('ada'));
  });

  it.each<[string, Partial<AnswerOptions>]>([
    ['of a phishing site', { origin: 'https://maps.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without PIN or biometrics', { unverified: true }],
  ])('a signature %s is refused', async (_what, changed) => {
    const page = await openFirst();
    const answer = authenticator.get(requestOf(page), { origin, ...changed });
    expect((await press(page, answer)).status).toBe(403);
  });

  it('a signature works once, also when sent several times at once', async () => {
    const page = await openFirst();
    const answer = authenticator.get(requestOf(page), { origin });
    const sent = await Promise.all(Array.from({ length: 4 }, () => press(page, answer)));
    expect(sent.filter(signedIn)).toHaveLength(1);
    expect(signedIn(await press(page, answer))).toBe(false);
  });

  it('a challenge of another browser, too old, or made up is refused', async () => {
    const [mine, other] = [await openFirst(), await openFirst()];
    expect((await press(mine, authenticator.get(requestOf(other), { origin }))).status).toBe(403);
    const made = { ...requestOf(mine), challenge: randomBytes(60).toString('base64url') };
    expect((await press(mine, authenticator.get(made, { origin }))).status).toBe(403);
    clock.advance(31 * minute);
    expect((await press(mine, authenticator.get(requestOf(mine), { origin }))).status).toBe(403);
  });

  it('a signature of another key with the id of the passkey is refused', async () => {
    const page = await openFirst();
    const forged = JSON.parse(new Authenticator().get(requestOf(page), { origin }));
    const id = authenticator.id.toString('base64url');
    expect((await press(page, JSON.stringify({ ...forged, id, rawId: id }))).status).toBe(403);
  });

  it.each(['', '{', '[]', '{"id":"x"}', '[[[[[[[[[['.repeat(2000)])('%j is refused', async (text) => {
    const page = await openFirst();
    const { status } = await press(page, text.slice(0, 19_000));
    expect([400, 403]).toContain(status);
  });

  it('failed attempts are limited per passkey and address, and leave other passkeys of the address usable', async () => {
    await portal.addUser('neighbour');
    const { authenticator: other } = await add('neighbour');
    const page = await openFirst();
    const forged = JSON.parse(new Authenticator().get(requestOf(page), { origin }));
    const id = authenticator.id.toString('base64url');
    const wrong = JSON.stringify({ ...forged, id, rawId: id });
    const statuses = [];
    for (let count = 0; count < limits.signInTriesPerMinute + 1; count += 1)
      statuses.push((await press(page, wrong)).status);
    expect(statuses).toEqual([...Array<number>(limits.signInTriesPerMinute).fill(403), 429]);
    const right = async (of: Authenticator) => {
      const next = await openFirst();
      return press(next, of.get(requestOf(next), { origin }));
    };
    expect((await right(authenticator)).status).toBe(429);
    expect(signedIn(await right(other))).toBe(true);
  });

  it('attempts from an address are limited together', async () => {
    const key = `passkeys ${addressGroup('127.0.0.1')}`;
    const tries = createSharedTryLimiter(server.database, {
      name: 'passkey',
      tries: limits.passkeyTriesPerAddress,
      windowMs: minute,
      now: clock.now,
    });
    for (let count = 1; count < limits.passkeyTriesPerAddress; count += 1) await tries.take(key);
    const made = async () => {
      const page = await openFirst();
      return press(page, authenticator.get(requestOf(page), { origin }));
    };
    expect(signedIn(await made())).toBe(true);
    expect((await made()).status).toBe(429);
  });

  it('the account must be enabled', async () => {
    const token = await portal.token('root');
    await portal.call('/community/users/ada/disable', { token });
    const tried = async () => {
      const page = await openFirst();
      return press(page, authenticator.get(requestOf(page), { origin }));
    };
    expect((await tried()).status).toBe(403);
    await portal.call('/community/users/ada/enable', { token });
    expect(signedIn(await tried())).toBe(true);
  });

  it.each<[string, Partial<AnswerOptions>]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without PIN or biometrics', { unverified: true }],
  ])('a passkey made %s is not stored', async (_what, changed) => {
    const { added } = await add('eve', changed);
    expect(reasonOf(added)).toBe('invalid-passkey');
  });

  it('a passkey of one account cannot be added to another, nor by a caller for another user', async () => {
    const token = await portal.token('eve');
    const options = await portal.call(path('eve', '/options'), { token, password });
    const same = authenticator.create(options as any, { origin });
    expect(reasonOf(await portal.call(path('eve', '/add'), { token, passkey: same, name: 'x' }))).toBe(
      'invalid-passkey',
    );
    const foreign = await portal.call(path('ada', '/options'), { token, password });
    expect(foreign.error.code).toBe(403);
  });
});
