import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { poolOf } from '../../server/platform/database/connect.ts';
import { minute } from '../rig/clock.ts';
import { linkIn } from '../fakes/mail-server.ts';
import { startMailPortal } from '../rig/mail-portal.ts';
import { password } from '../rig/portal-client.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let rig: Awaited<ReturnType<typeof startMailPortal>>;
const next = 'seven wet umbrellas';

beforeAll(async () => {
  rig = await startMailPortal();
  await rig.portal.addUser('ada', { role: 'org_admin' });
  for (const name of ['grace', 'dora', 'fred', 'una']) await rig.portal.addUser(name);
  await rig.confirm('grace', 'grace@city.example');
  await rig.confirm('dora', 'dora@city.example');
  await rig.confirm('fred', 'fred@city.example');
  const token = await rig.portal.token('una');
  await rig.portal.call('/community/users/una/update', { token, email: 'una@city.example' });
  await rig.server.database
    .updateTable('portal_user')
    .set({ disabled: true })
    .where('username', '=', 'dora')
    .execute();
  // As after a sign-in at the organisation's provider.
  await rig.server.database
    .insertInto('portal_provider_user')
    .values({ org_id: rig.portal.context.portal.id, issuer: 'i', subject: 's', username: 'fred' })
    .execute();
  await rig.server.database
    .updateTable('portal_user')
    .set({ password_hash: null })
    .where('username', '=', 'fred')
    .execute();
});
afterAll(() => rig.stop());
beforeEach(async () => {
  // Each test has the limits of an hour to itself.
  rig.clock.advance(61 * minute);
  await rig.delivered();
});

const signIn = (username: string, given: string) =>
  rig.portal.call('/generateToken', { username, password: given }, rig.elsewhere());

/** Requests a link for grace. */
async function linkForGrace(): Promise<string> {
  await rig.forget('grace');
  return linkIn((await rig.delivered()).find((message) => linkIn(message) !== ''));
}

describe('a forgotten password', () => {
  it('of a name that is cut within a character is answered like any other', async () => {
    const page = await rig.forget(`${'a'.repeat(253)}😀`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('a link is on its way')]);
  });

  it('is replaced by a link that is sent to the confirmed address, which ends every session', async () => {
    const session = await (await rig.oauth.openSession({ username: 'grace' })).exchange();
    await rig.delivered();
    const page = await rig.forget('GRACE');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('a link is on its way')]);
    const [message, ...others] = await rig.delivered();
    expect(others).toEqual([]);
    expect(message?.to).toEqual(['grace@city.example']);
    expect(message?.headers['subject']).toBe('Choose a new password');
    const link = linkIn(message);
    expect(link.startsWith(`${rig.portal.root}/oauth2/newPassword?locale=en-US#`)).toBe(true);
    expect((await rig.choose(link, next)).text).toContain('Password saved');
    expect((await signIn('grace', password)).error.code).toBe(400);
    expect((await signIn('grace', next)).token).toBeTruthy();
    const token = session['access_token'] as string;
    expect((await rig.portal.call('/community/self', { token })).error.code).toBe(498);
    const renewed = await rig.oauth.token({
      grant_type: 'refresh_token',
      refresh_token: session['refresh_token'],
    });
    expect(renewed['error']).toBeTruthy();
    const subjects = (await rig.delivered()).map(({ headers }) => headers['subject']);
    // The second is of the sign-in from elsewhere.
    expect(subjects.sort()).toEqual(['New sign-in – Mapping', 'Password changed – Mapping']);
  });

  it('is found by the confirmed address, in any case', async () => {
    await rig.forget(' Grace@City.Example ');
    expect((await rig.delivered()).map(({ to }) => to)).toEqual([['grace@city.example']]);
  });

  it('still needs the second factor afterwards', async () => {
    const link = await linkForGrace();
    const factor = (at: number | null) =>
      rig.server.database
        .updateTable('portal_user')
        .set({ second_factor_at: at })
        .where('username', '=', 'grace')
        .execute();
    await factor(1);
    await rig.choose(link, next);
    const page = await openSignInPage(
      rig.oauth.authorizeUrl({ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }),
    );
    const answer = await page.submit('sign-in', { username: 'grace', password: next });
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect(await answer.text()).toContain('Enter your code');
    await factor(null);
  });
});

describe('an attacker', () => {
  it('learns from no response whether there is an account, and causes no mail to others', async () => {
    const answers: string[] = [];
    for (const account of ['grace', 'nobody', 'dora', 'fred', 'una', 'una@city.example', 'x@evil.example']) {
      const { status, text } = await rig.forget(account);
      answers.push(`${status} ${text}`);
    }
    expect(new Set(answers).size).toBe(1);
    expect((await rig.delivered()).map(({ to }) => to)).toEqual([['grace@city.example']]);
  });

  it('learns nothing from the time: the request reads no account', async () => {
    const pool = poolOf(rig.server.database);
    await pool.query('alter table portal_user rename to gone');
    const answers = [await rig.forget('grace'), await rig.forget('nobody')];
    await pool.query('alter table gone rename to portal_user');
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  it('gets the same response for a link that was never made, for one that was used, and after 30 minutes', async () => {
    const link = await linkForGrace();
    const gone = [await rig.choose(`${link.split('#')[0]}#guessed`, next)];
    const both = await Promise.all([rig.choose(link, next), rig.choose(link, next)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    gone.push(await rig.choose(link, next));
    await rig.delivered();
    const late = await linkForGrace();
    rig.clock.advance(30 * minute);
    gone.push(await rig.choose(late, next));
    for (const answer of gone) {
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('This link has been used')]);
    }
  });

  it('cannot use a link after the address or the password was changed, or the account disabled', async () => {
    const { database } = rig.server;
    const set = (change: object) =>
      database.updateTable('portal_user').set(change).where('username', '=', 'grace').execute();
    const first = await linkForGrace();
    await set({ email: 'other@city.example' });
    expect((await rig.choose(first, next)).status).toBe(400);
    await set({ email: 'grace@city.example', disabled: true });
    expect((await rig.choose(first, next)).status).toBe(400);
    await set({ disabled: false });
    const { token } = await signIn('grace', next);
    const changed = { token, password: next, newPassword: password };
    expect(await rig.portal.call('/community/users/grace/reset', changed)).toMatchObject({ success: true });
    expect((await rig.choose(first, next)).status).toBe(400);
    await rig.choose(await linkForGrace(), next);
  });

  it('does not get into the link by the headers of a request', async () => {
    const { status } = await rig.forget('grace', { ...rig.elsewhere(), 'x-forwarded-host': 'evil.example' });
    expect(status).toBe(200);
    const page = await new Promise<string>((resolve, reject) => {
      const { hostname, port, pathname } = new URL(`${rig.portal.root}/oauth2/forgottenPassword`);
      const sent = request(
        { hostname, port, path: pathname, headers: { host: 'evil.example' } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve(Buffer.concat(chunks).toString()));
        },
      );
      sent.on('error', reject).end();
    });
    expect(page).not.toContain('evil.example');
    const [message] = await rig.delivered();
    expect(linkIn(message).startsWith(rig.server.url)).toBe(true);
    expect(message?.raw).not.toContain('evil.example');
  });

  it('cannot flood: an address is limited, and a mailbox gets three links an hour', async () => {
    const here = rig.elsewhere();
    for (let count = 0; count < 20; count += 1) expect((await rig.forget('grace', here)).status).toBe(200);
    const blocked = await rig.forget('grace', here);
    expect([blocked.status, blocked.text]).toEqual([429, expect.stringContaining('Too many attempts')]);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await rig.forget('nobody')).status).toBe(200);
    expect(await rig.delivered()).toHaveLength(3);
  });

  it('cannot flood from the many networks of one IPv6 connection', async () => {
    const from = (network: number) => ({ 'x-forwarded-for': `2001:db8:7:${network.toString(16)}::1` });
    // A /56 has four times the requests of a /64.
    for (let count = 0; count < 80; count += 1)
      expect((await rig.forget('nobody', from(count))).status).toBe(200);
    expect((await rig.forget('nobody', from(200))).status).toBe(429);
    expect((await rig.forget('nobody', from(256))).status).toBe(200);
  });

  it('cannot have a form of another site sent, nor put a link or password into an address', async () => {
    const link = await linkForGrace();
    const [address = '', secret = ''] = link.split('#');
    const forms: [string, Record<string, string>][] = [
      [`${rig.portal.root}/oauth2/forgottenPassword`, { account: 'grace' }],
      [address, { link: secret, password: 'eight wet umbrellas' }],
    ];
    for (const [at, fields] of forms) {
      const response = await fetch(at, { method: 'POST', body: new URLSearchParams(fields) });
      expect(response.status).toBe(403);
    }
    await fetch(`${address}&link=${secret}&password=eight+wet+umbrellas`);
    expect(await rig.delivered()).toEqual([]);
    expect((await signIn('grace', next)).token).toBeTruthy();
  });

  it('finds no link, code or typed name in the log', async () => {
    const link = await linkForGrace();
    await rig.forget('typed by mistake');
    await rig.choose(link, 'short');
    await rig.choose(link, next);
    const secret = link.split('#')[1] ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(rig.lines.some((line) => line.includes('/oauth2/newPassword'))).toBe(true);
    for (const word of [secret, next, 'grace@city.example', 'typed by mistake', 'typed+by+mistake'])
      expect(rig.lines.filter((line) => line.includes(word))).toEqual([]);
  });
});

it('follows the rules of other new passwords, in the language of the page', async () => {
  const link = (await linkForGrace()).replace('locale=en', 'locale=nl');
  for (const [given, why] of [
    ['short', 'Een wachtwoord heeft 12 tot 1024 tekens.'],
    ['password123456', 'Dit wachtwoord is makkelijk te raden.'],
    ['grace and others', 'Een wachtwoord mag uw naam'],
  ] as const) {
    const { status, text, page } = await rig.choose(link, given);
    expect([status, text]).toEqual([400, expect.stringContaining(why)]);
    expect(page.documentElement.lang).toBe('nl');
    // The form still has the link.
    expect(page.querySelector<HTMLInputElement>('[name=link]')?.value).toBe(link.split('#')[1]);
  }
  expect((await rig.choose(link, next)).status).toBe(200);
});

it('has pages that allow their own script only, and lead back to the sign-in', async () => {
  const url = rig.oauth.authorizeUrl({ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' });
  const page = await openSignInPage(url);
  const way = page.document.querySelector<HTMLAnchorElement>('.forgotten a');
  const forgotten = await openSignInPage(way?.href ?? '');
  expect(forgotten.document.querySelector<HTMLAnchorElement>('.return a')?.href).toContain(
    '/oauth2/authorize?',
  );
  expect(forgotten.headers.get('content-security-policy')).not.toContain('script-src');
  const response = await fetch(`${rig.portal.root}/oauth2/newPassword`);
  expect(response.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+';/);
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(response.headers.get('cache-control')).toBe('no-store');
});

describe('without a mail server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('the pages name the administrators as help, and nothing is queued', async () => {
    const address = `${server.url}/portal/sharing/rest/oauth2/forgottenPassword`;
    const page = await rig.submit(address, { account: 'grace' });
    expect(page.text).toContain('Ask an administrator');
    expect(page.page.querySelector('form')).toBeNull();
    expect(await server.database.selectFrom('mail_message').selectAll().execute()).toEqual([]);
  });
});
