import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClock, minute, second } from '../rig/clock.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
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
let oauth: OAuthClient;
let app: TOTP;
let recoveryCodes: string[];
const clock = createClock();
const hour = 60 * minute;

beforeAll(async () => {
  server = await startTestServer({ now: clock.now, secretsKey: randomBytes(32).toString('base64') });
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  for (const name of ['ada', 'grace', 'linus']) await portal.addUser(name);
  await portal.addUser('root', { role: 'org_admin' });
  ({ app, recoveryCodes } = await enrol('ada'));
});
afterAll(() => server.stop());
// Tries are forgotten, and the next code is another one.
beforeEach(() => clock.advance(2 * hour));

const code = (of = app) => of.generate({ timestamp: clock.now() });
const address = (name: string, act = '') => `/community/users/${name}/secondFactor${act}`;

async function enrol(name: string) {
  const token = await portal.token(name);
  const added = await portal.call(address(name, '/add'), { token, password });
  const secret = new TOTP({ secret: added.secret });
  const enabled = await portal.call(address(name, '/enable'), { token, code: code(secret) });
  return { app: secret, recoveryCodes: enabled.recoveryCodes as string[], token, added };
}

const pkce = { code_challenge: createPkce().challenge, code_challenge_method: 'S256' };

/** The second page, in the browser that gave the password. */
async function openCodePage(username = 'ada'): Promise<SignInPage> {
  const first = await openSignInPage(oauth.authorizeUrl(pkce));
  return readNext(first, await first.submit('sign-in', { username, password }));
}

async function readNext(page: SignInPage, response: Response): Promise<SignInPage> {
  const cookie = cookieOf(page);
  const next = await readSignInPage(response, oauth.authorizeUrl(pkce), cookie);
  cookies.set(next, cookie);
  return next;
}

const cookies = new WeakMap<SignInPage, string>();
function cookieOf(page: SignInPage): string {
  const held = page.headers.get('set-cookie')?.split(';')[0] ?? cookies.get(page) ?? '';
  cookies.set(page, held);
  return held;
}

/** The code of the reason why a request was refused. */
const reasonOf = ({ error }: Record<string, any>) => error?.faults?.[0]?.code;
const problemOf = (page: SignInPage) => page.document.querySelector('[role=alert] p')?.textContent;
/** The id of the field to which the error leads, if the page has it. */
const linked = ({ document }: SignInPage) => {
  const target = document.querySelector('[role=alert] a')?.getAttribute('href') ?? '#none';
  return document.querySelector(target)?.id;
};
const signedIn = (response: Response) =>
  new URL(response.headers.get('location') ?? 'http://none').searchParams.has('code');

describe('signing in with a second factor', () => {
  it('asks for the code on a second page, which suits phones and password managers', async () => {
    const page = await openCodePage();
    expect(page.status).toBe(200);
    const field = page.document.querySelector('input[name=code]');
    expect(field?.getAttribute('autocomplete')).toBe('one-time-code');
    expect(field?.getAttribute('inputmode')).toBe('numeric');
    expect(page.document.querySelector('script')).toBeNull();
    expect(page.document.body.innerHTML).not.toContain('ada');
    expect(signedIn(await page.submit('code', { code: code() }))).toBe(true);
  });

  it('accepts the code before and the one after, with spaces', async () => {
    for (const away of [-30, 30]) {
      clock.advance(2 * minute);
      const typed = app.generate({ timestamp: clock.now() + away * second });
      const given = `${typed.slice(0, 3)} ${typed.slice(3)}`;
      expect(signedIn(await (await openCodePage()).submit('code', { code: given }))).toBe(true);
    }
  });

  it.each([-60, 60])('refuses a code of %i seconds away', async (away) => {
    const page = await openCodePage();
    const old = app.generate({ timestamp: clock.now() + away * second });
    expect((await page.submit('code', { code: old })).status).toBe(403);
  });

  it('explains a wrong code, and accepts the right one on the same page', async () => {
    const page = await openCodePage();
    const again = await readNext(page, await page.submit('code', { code: '000000' }));
    expect(again.status).toBe(403);
    expect(problemOf(again)).toMatch(/wrong or was used before/);
    expect(signedIn(await again.submit('code', { code: code() }))).toBe(true);
  });

  it('refuses a code that was used, in another browser too', async () => {
    const used = code();
    expect(signedIn(await (await openCodePage()).submit('code', { code: used }))).toBe(true);
    expect((await (await openCodePage()).submit('code', { code: used })).status).toBe(403);
  });

  it('accepts one of several concurrent uses of a code', async () => {
    const pages = await Promise.all(Array.from({ length: 4 }, () => openCodePage()));
    const given = code();
    const answers = await Promise.all(pages.map((page) => page.submit('code', { code: given })));
    expect(answers.filter(signedIn)).toHaveLength(1);
  });

  it('accepts each recovery code once', async () => {
    const [first = ''] = recoveryCodes;
    const enter = async (recovery_code: string) =>
      (await openCodePage()).submit('code', { recovery_code, code: '' });
    expect(signedIn(await enter(first.toUpperCase().replaceAll('-', ' ')))).toBe(true);
    expect((await enter(first)).status).toBe(403);
  });

  it('accepts one of several concurrent uses of a recovery code', async () => {
    const pages = await Promise.all(Array.from({ length: 4 }, () => openCodePage()));
    const [, , , recovery_code = ''] = recoveryCodes;
    const answers = await Promise.all(pages.map((page) => page.submit('code', { recovery_code })));
    expect(answers.filter(signedIn)).toHaveLength(1);
  });

  it('asks for a code when none is given, without counting it', async () => {
    for (let count = 0; count < 12; count++) {
      const page = await openCodePage();
      clock.advance(minute);
      const again = await readNext(page, await page.submit('code'));
      expect([again.status, problemOf(again)]).toEqual([400, 'Enter your code.']);
    }
    expect(signedIn(await (await openCodePage()).submit('code', { code: code() }))).toBe(true);
  });

  it('names the field of the error, which is open, with the error below it', async () => {
    const page = await openCodePage();
    const described = ({ document }: SignInPage, name: string) => ({
      invalid: document.querySelector(`#${name}`)?.getAttribute('aria-invalid'),
      problem: document.querySelector(`#${name}-problem`)?.textContent,
      isOpen: document.querySelector(`#${name}`)?.closest('details')?.hasAttribute('open'),
    });
    const none = { invalid: null, problem: undefined };
    const wrong = expect.stringMatching(/wrong or was used before/);
    const code = await readNext(page, await page.submit('code', { code: '000000' }));
    expect(described(code, 'code')).toEqual({ invalid: 'true', problem: wrong, isOpen: undefined });
    expect(described(code, 'recovery_code')).toEqual({ ...none, isOpen: false });
    const recovery = await readNext(page, await page.submit('code', { recovery_code: 'aaaa' }));
    expect(described(recovery, 'recovery_code')).toEqual({ invalid: 'true', problem: wrong, isOpen: true });
    expect(described(recovery, 'code')).toEqual({ ...none, isOpen: undefined });
    const empty = await readNext(page, await page.submit('code'));
    expect(described(empty, 'code').problem).toBe('Enter your code.');
    expect(linked(empty)).toBe('code');
  });

  it('does not count as a sign-in before the code', async () => {
    const last = async () =>
      (await portal.call('/community/users/ada', { token: await portal.token('root') })).lastLogin;
    const before = await last();
    const page = await openCodePage();
    expect(await last()).toBe(before);
    await page.submit('code', { code: code() });
    expect(await last()).toBe(clock.now());
  });
});

describe('attacks on the second step', () => {
  it('guessing: ten codes an hour, from all browsers together, then even the right one waits', async () => {
    const statuses = [];
    for (let count = 0; count < 12; count++) {
      clock.advance(minute);
      statuses.push((await (await openCodePage()).submit('code', { code: '000000' })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
    const page = await openCodePage();
    const refused = await readNext(page, await page.submit('code', { code: code() }));
    expect(refused.status).toBe(429);
    expect(problemOf(refused)).toMatch(/^Too many attempts. Wait \d\d minutes/);
    // Another account is not affected, and a recovery code is not a way around.
    const [, recovery_code = ''] = recoveryCodes;
    expect((await (await openCodePage()).submit('code', { recovery_code })).status).toBe(429);
    expect((await oauth.openSession({ username: 'grace' })).code).not.toBe('');
  });

  it('keeping the user out by wrong codes: browsers in which they have signed in have ten of their own', async () => {
    const enter = async (of: SignInPage, given: string, known = '') =>
      of.submit('code', { code: given }, { cookie: [cookieOf(of), known].join('; ') });
    const first = await enter(await openCodePage(), code());
    const known = first.headers
      .getSetCookie()
      .find((text) => text.includes('known'))
      ?.split(';')[0];
    clock.advance(minute);
    for (let count = 0; count < 11; count++) await enter(await openCodePage(), '000000');
    expect((await enter(await openCodePage(), code())).status).toBe(429);
    for (let count = 0; count < 9; count++)
      expect((await enter(await openCodePage(), '000000', known)).status).toBe(403);
    expect(signedIn(await enter(await openCodePage(), code(), known))).toBe(true);
    for (let count = 0; count < 10; count++) await enter(await openCodePage(), '000000', known);
    expect((await enter(await openCodePage(), '000000', known)).status).toBe(429);
  });

  it('many codes at once: no more than ten are compared', async () => {
    const page = await openCodePage();
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => page.submit('code', { code: '000000' })),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
  });

  it('a second step without the first', async () => {
    const page = await openSignInPage(oauth.authorizeUrl(pkce));
    const body = (step: string) =>
      new URLSearchParams({
        form_token: page.document.querySelector<HTMLInputElement>('[name=form_token]')?.value ?? '',
        answer: 'code',
        username: 'ada',
        step,
        code: code(),
      });
    const headers = { cookie: cookieOf(page) };
    for (const step of ['', 'guessed', randomBytes(32).toString('base64url')]) {
      const sent = { method: 'POST', redirect: 'manual' as const, headers, body: body(step) };
      const response = await fetch(oauth.authorizeUrl(pkce), sent);
      expect(response.status).toBe(403);
    }
  });

  it('the step of another browser, of another user, or of another application', async () => {
    const victim = await openCodePage();
    const stolen = victim.document.querySelector<HTMLInputElement>('[name=step]')?.value ?? '';
    // Their own form, with the victim's step.
    const thief = await openCodePage();
    expect((await thief.submit('code', { step: stolen, code: code() })).status).toBe(403);
    // One's own code does not finish another's step.
    const grace = await enrol('grace');
    clock.advance(minute);
    const page = await openCodePage();
    expect((await page.submit('code', { code: code(grace.app) })).status).toBe(403);
    await portal.call(address('grace', '/reset'), { token: await portal.token('root') });
  });

  it('a step that is used, too old, or overtaken by a new password', async () => {
    const used = await openCodePage();
    expect(signedIn(await used.submit('code', { code: code() }))).toBe(true);
    clock.advance(minute);
    expect((await used.submit('code', { code: code() })).status).toBe(403);
    const old = await openCodePage();
    clock.advance(5 * minute);
    expect((await old.submit('code', { code: code() })).status).toBe(403);
    const { app: of, token } = await enrol('linus');
    const overtaken = await openCodePage('linus');
    const newPassword = 'another horse battery';
    clock.advance(minute);
    await portal.call('/community/users/linus/reset', { token, password, newPassword, code: code(of) });
    clock.advance(minute);
    expect((await overtaken.submit('code', { code: code(of) })).status).toBe(403);
  });

  it('generateToken: a password without a code gives no token, and a wrong one is refused as usual', async () => {
    const right = await portal.call('/generateToken', { username: 'ada', password });
    expect(right.token).toBeUndefined();
    expect(right.error).toMatchObject({
      code: 403,
      message: 'Unable to generate token.',
      details: [expect.stringContaining('Sign in through OAuth 2.0')],
    });
    const wrong = await portal.call('/generateToken', { username: 'ada', password: 'x' });
    expect(wrong.error.details).toEqual(['Invalid username or password.']);
  });
});

describe('a second factor', () => {
  /** A token of ada, who signs in with a code. */
  async function session(): Promise<string> {
    clock.advance(minute);
    const { challenge, verifier } = createPkce();
    const url = oauth.authorizeUrl({ code_challenge: challenge, code_challenge_method: 'S256' });
    const first = await openSignInPage(url);
    const next = await first.submit('sign-in', { username: 'ada', password });
    const page = await readSignInPage(next, url, cookieOf(first));
    const location = (await page.submit('code', { code: code() })).headers.get('location') ?? '';
    const answer = await portal.call('/oauth2/token', {
      client_id: clientId,
      grant_type: 'authorization_code',
      code: new URL(location).searchParams.get('code') ?? '',
      redirect_uri: portal.redirectUri,
      code_verifier: verifier,
    });
    clock.advance(minute);
    return answer.access_token;
  }

  it('is reported to its user and to administrators only', async () => {
    const token = await portal.token('root');
    expect((await portal.call('/community/users/ada', { token })).mfaEnabled).toBe(true);
    expect((await portal.call('/community/users/root', { token })).mfaEnabled).toBe(false);
    const other = await portal.call('/community/users/ada', { token: await portal.token('grace') });
    expect(other.mfaEnabled).toBeUndefined();
  });

  it('needs the password to be added, and has no effect before its first code', async () => {
    const token = await portal.token('grace');
    const wrong = await portal.call(address('grace', '/add'), { token, password: 'x' });
    expect(reasonOf(wrong)).toBe('wrong-password');
    const added = await portal.call(address('grace', '/add'), { token, password });
    expect(added.address).toMatch(/^otpauth:\/\/totp\/Mapping:grace\?.*secret=[A-Z2-7]{32}/);
    const refused = await portal.call(address('grace', '/enable'), { token, code: '000000' });
    expect(reasonOf(refused)).toBe('wrong-code');
    expect(await portal.call(address('grace'), { token })).toMatchObject({ enabled: false, available: true });
    expect((await oauth.openSession({ username: 'grace' })).code).not.toBe('');
  });

  it('ends the other sessions when it is added', async () => {
    const other = await portal.token('grace');
    const { token } = await enrol('grace');
    expect(await oauth.errorOf(other)).toBe(498);
    expect(await oauth.errorOf(token)).toBeUndefined();
    await portal.call(address('grace', '/reset'), { token: await portal.token('root') });
    expect(await oauth.errorOf(token)).toBe(498);
  });

  it('is removed, and its recovery codes are renewed, with password and code only', async () => {
    const token = await session();
    for (const act of ['/updateCodes', '/remove'])
      for (const given of [
        { password: 'x', code: code() },
        { password, code: '000000' },
        { password, code: '' },
      ]) {
        const answer = await portal.call(address('ada', act), { token, ...given });
        expect(['wrong-password', 'wrong-code']).toContain(reasonOf(answer));
      }
    const renewed = await portal.call(address('ada', '/updateCodes'), { token, password, code: code() });
    expect(renewed.recoveryCodes).toHaveLength(10);
    const enter = async (recovery_code = '') => (await openCodePage()).submit('code', { recovery_code });
    expect((await enter(recoveryCodes[2])).status).toBe(403);
    expect(signedIn(await enter(renewed.recoveryCodes[0]))).toBe(true);
    expect((await portal.call(address('ada'), { token })).recoveryCodes).toBe(9);
    recoveryCodes = renewed.recoveryCodes;
  });

  it('is guessed with a stolen session and password at most ten times an hour, although the password is right each time', async () => {
    const token = await session();
    const guess = async (given: string) =>
      reasonOf(await portal.call(address('ada', '/updateCodes'), { token, password, code: given }));
    for (let count = 0; count < 10; count++) expect(await guess('000000')).toBe('wrong-code');
    expect(await guess(code())).toBe('too-many-tries');
  });

  it('can be begun again, with another key, until it is in force', async () => {
    const token = await portal.token('grace');
    const { secret } = await portal.call(address('grace', '/add'), { token, password });
    expect(await portal.call(address('grace'), { token })).toMatchObject({ enabled: false, app: false });
    const again = await portal.call(address('grace', '/add'), { token, password });
    expect(again.secret).not.toBe(secret);
    const of = new TOTP({ secret: again.secret });
    expect(
      (await portal.call(address('grace', '/enable'), { token, code: code(of) })).recoveryCodes,
    ).toHaveLength(10);
    await portal.call(address('grace', '/reset'), { token: await portal.token('root') });
  });

  it('cannot be replaced by adding another one', async () => {
    const token = await session();
    const answer = await portal.call(address('ada', '/add'), { token, password });
    expect(reasonOf(answer)).toBe('second-factor-exists');
  });

  it('belongs to its user: an administrator can reset it, not read, add or remove it', async () => {
    const token = await portal.token('root');
    for (const act of ['/add', '/enable', '/updateCodes', '/remove']) {
      const { error } = await portal.call(address('ada', act), { token, password, code: code() });
      expect(error.code).toBe(403);
    }
    const own = await portal.call(address('root', '/reset'), { token });
    expect(reasonOf(own)).toBe('own-second-factor');
    const member = await portal.call(address('ada', '/reset'), { token: await portal.token('grace') });
    expect(member.error.code).toBe(403);
  });

  it('is accepted in a body only', async () => {
    const token = await session();
    const query = new URLSearchParams({ f: 'json', token, password, code: code() });
    const response = await fetch(`${portal.root}${address('ada', '/remove')}?${query}`, { method: 'POST' });
    expect(((await response.json()) as any).error.code).toBe(400);
  });

  it('is not in the database as it is, nor are recovery codes', async () => {
    const rows = await server.database.selectFrom('portal_second_factor').selectAll().execute();
    const codes = await server.database.selectFrom('portal_recovery_code').selectAll().execute();
    const text = JSON.stringify([
      rows.map(({ sealed, ...rest }) => [Buffer.from(sealed).toString(), rest]),
      codes,
    ]);
    for (const secret of [app.secret.base32, ...recoveryCodes]) expect(text).not.toContain(secret);
  });
});

it('cannot be added without a key that seals it', async () => {
  const bare = await startTestServer({ databaseUrl: server.databaseUrl, now: clock.now });
  try {
    const client = await createPortalClient(bare);
    const token = await client.token('grace');
    expect((await client.call(address('grace'), { token })).available).toBe(false);
    expect((await client.call(address('grace', '/add'), { token, password })).error.code).toBe(400);
  } finally {
    await bare.stop();
  }
});
