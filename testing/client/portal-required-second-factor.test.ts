import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../server/limits.ts';
import { createClock, minute } from '../rig/clock.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { createPkce, createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage, readSignInPage, type SignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;
/** Of an administrator who signed in before the requirement. */
let root: string;
const clock = createClock();
const pkce = { code_challenge: createPkce().challenge, code_challenge_method: 'S256' };

beforeAll(async () => {
  server = await startTestServer({ now: clock.now, secretsKey: randomBytes(32).toString('base64') });
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('root', { role: 'org_admin' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await setRequired('false');
  clock.advance(120 * minute);
  root = await portal.token('root');
  await setRequired('true');
});

function setRequired(requireSecondFactor: string) {
  return portal.call('/portals/self/update', { requireSecondFactor, token: root ?? '' });
}

/** A user of their own for each test, on the page that follows the right password. */
async function openEnrolment(username: string) {
  await portal.addUser(username);
  return openNext(username);
}

async function openNext(username: string) {
  const url = oauth.authorizeUrl(pkce);
  const first = await openSignInPage(url);
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  const next = async (response: Response) => readSignInPage(response, url, cookie);
  const page = await next(await first.submit('sign-in', { username, password }));
  return { page, next, app: appOf(page) };
}

const hidden = (page: SignInPage, name: string) =>
  page.document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? '';
const appOf = ({ document }: SignInPage) =>
  new TOTP({ secret: (document.querySelector('p code')?.textContent ?? '').replaceAll(' ', '') || 'AAAA' });
const codeOf = (app: TOTP) => app.generate({ timestamp: clock.now() });
const recoveryCodesOf = ({ document }: SignInPage) =>
  [...document.querySelectorAll('.codes code')].map(({ textContent }) => textContent ?? '');
const signedIn = (response: Response) =>
  new URL(response.headers.get('location') ?? 'http://none').searchParams.has('code');
const isOn = async (username: string) =>
  (await portal.call(`/community/users/${username}`, { token: root })).mfaEnabled;

describe('an organisation that requires two steps', () => {
  it('has members without an authenticator app add one when they sign in', async () => {
    const { page, app } = await openEnrolment('ada');
    expect(page.status).toBe(200);
    expect(page.document.querySelector('script')).toBeNull();
    expect(page.document.querySelector('.qr svg path')).not.toBeNull();
    expect(page.document.querySelector('a[href^="otpauth:"]')).not.toBeNull();
    expect(await isOn('ada')).toBe(false);
    expect(signedIn(await page.submit('enrol', { code: codeOf(app) }))).toBe(true);
    expect(await isOn('ada')).toBe(true);
    const recoveryCodes = recoveryCodesOf(page);
    expect(recoveryCodes).toHaveLength(10);
    clock.advance(minute);
    const again = await openNext('ada');
    expect(signedIn(await again.page.submit('code', { recovery_code: recoveryCodes[4] ?? '' }))).toBe(true);
  });

  it('leaves time to install an app and save the recovery codes, also with a wrong code meanwhile', async () => {
    const { page, next, app } = await openEnrolment('amy');
    clock.advance(20 * minute);
    const again = await next(await page.submit('enrol', { code: '000000' }));
    expect(again.status).toBe(403);
    clock.advance(9 * minute);
    expect(signedIn(await again.submit('enrol', { code: codeOf(app) }))).toBe(true);
  });

  it('describes a field with a wrong code by its error', async () => {
    const { page, next } = await openEnrolment('abe');
    const wrong = await next(await page.submit('enrol', { code: '000000' }));
    expect(wrong.document.querySelector('#code-problem')?.textContent).toMatch(/wrong or was used before/);
    expect(wrong.document.querySelector('#code')?.getAttribute('aria-describedby')).toContain('code-problem');
  });

  it('shows the same key and recovery codes again after a wrong code, and none', async () => {
    const { page, next, app } = await openEnrolment('bob');
    let shown = page;
    for (const [code, status] of [
      ['000000', 403],
      ['', 400],
      [recoveryCodesOf(page)[0] ?? '', 403],
    ] as const) {
      shown = await next(await shown.submit('enrol', { code }));
      expect(shown.status).toBe(status);
      expect(recoveryCodesOf(shown)).toEqual(recoveryCodesOf(page));
    }
    expect(signedIn(await shown.submit('enrol', { code: codeOf(app) }))).toBe(true);
  });

  it('gives no token for a password', async () => {
    await portal.addUser('carl');
    const { token, error } = await portal.call('/generateToken', { username: 'carl', password });
    expect(token).toBeUndefined();
    expect(error.details).toEqual([expect.stringContaining('Sign in through OAuth 2.0')]);
  });

  it('does not let members turn it off, and keeps sessions from before', async () => {
    const answer = await portal.call('/community/users/root/secondFactor/remove', { token: root, password });
    expect(answer.error.faults[0].code).toBe('second-factor-required');
    expect(await oauth.errorOf(root)).toBeUndefined();
  });

  it('is decided by its administrators, and recorded', async () => {
    await setRequired('false');
    await portal.addUser('dora');
    const token = await portal.token('dora');
    const refused = await portal.call('/portals/self/update', { requireSecondFactor: 'true', token });
    expect(refused.error.code).toBe(403);
    const rows = await server.database.selectFrom('audit_entry').select('act').execute();
    const acts = rows.map(({ act }) => act).filter((act) => act.includes('two-step'));
    expect(acts.slice(0, 2)).toEqual(['sign-in.two-step-required', 'sign-in.two-step-optional']);
  });
});

describe('attacks on adding an authenticator app', () => {
  it('at the same moment as its owner: one of the two is enrolled, the other signs in again', async () => {
    const { page, app } = await openEnrolment('ivy');
    const { page: other, app: otherApp } = await openNext('ivy');
    const answers = await Promise.all([
      page.submit('enrol', { code: codeOf(app) }),
      other.submit('enrol', { code: codeOf(otherApp) }),
    ]);
    const enrolled = answers.map(signedIn);
    expect(enrolled.toSorted()).toEqual([false, true]);
    const [ofWinner, ofLoser] = enrolled[0] ? [page, other] : [other, page];
    clock.advance(minute);
    for (const [shown, works] of [
      [ofLoser, false],
      [ofWinner, true],
    ] as const) {
      const next = await openNext('ivy');
      const [code = ''] = recoveryCodesOf(shown);
      expect(signedIn(await next.page.submit('code', { recovery_code: code }))).toBe(works);
    }
  });

  it('without the first step, from another browser, twice, or too late', async () => {
    const { page, app } = await openEnrolment('eve');
    const other = await openSignInPage(oauth.authorizeUrl(pkce));
    const stolen = new URLSearchParams({
      form_token: hidden(other, 'form_token'),
      step: hidden(page, 'step'),
      offer: hidden(page, 'offer'),
      answer: 'enrol',
      code: codeOf(app),
    });
    const send = (body: URLSearchParams) =>
      fetch(oauth.authorizeUrl(pkce), {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: other.headers.get('set-cookie')?.split(';')[0] ?? '' },
        body,
      });
    expect((await send(stolen)).status).toBe(403);
    expect(signedIn(await page.submit('enrol', { code: codeOf(app) }))).toBe(true);
    expect((await page.submit('enrol', { code: codeOf(app) })).status).toBe(403);
    const late = await openEnrolment('fay');
    clock.advance(limits.enrolMinutes * minute);
    expect((await late.page.submit('enrol', { code: codeOf(late.app) })).status).toBe(403);
    // The administrator's token, too, would be over.
    clock.advance(-limits.enrolMinutes * minute);
  });

  it('with a key of their own, or that of another sign-in', async () => {
    const victim = await openEnrolment('gus');
    const thief = await openEnrolment('hal');
    for (const offer of [hidden(thief.page, 'offer'), '', 'a.b.c', `${hidden(victim.page, 'offer')}x`]) {
      const response = await victim.page.submit('enrol', { offer, code: codeOf(thief.app) });
      expect(response.status).toBe(403);
    }
    expect(await isOn('gus')).toBe(false);
  });

  it('for an account that has one: the password does not replace it', async () => {
    const { page, app } = await openEnrolment('ian');
    const second = await openNext('ian');
    expect(signedIn(await page.submit('enrol', { code: codeOf(app) }))).toBe(true);
    // Opened before, finished after.
    expect((await second.page.submit('enrol', { code: codeOf(second.app) })).status).toBe(403);
    const third = await openNext('ian');
    expect(hidden(third.page, 'offer')).toBe('');
  });

  it('by guessing: ten codes an hour', async () => {
    const { page } = await openEnrolment('jo');
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => page.submit('enrol', { code: '000000' })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});
