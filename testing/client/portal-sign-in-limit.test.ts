import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClock, minute, second } from '../rig/clock.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { createPkce, createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage, readSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;
const clock = createClock();

beforeAll(async () => {
  server = await startTestServer({ now: clock.now });
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('ada');
  await portal.addUser('grace');
});
afterAll(() => server.stop());
beforeEach(() => clock.advance(5 * minute));

const pkce = { code_challenge: createPkce().challenge, code_challenge_method: 'S256' };

async function byForm(username: string, tried: string): Promise<Response> {
  return (await openSignInPage(oauth.authorizeUrl(pkce))).submit('sign-in', { username, password: tried });
}

async function byToken(
  username: string,
  tried: string,
  headers: Record<string, string> = {},
): Promise<{ response: Response; answer: any }> {
  const body = new URLSearchParams({ username, password: tried, f: 'json' });
  const response = await fetch(`${portal.root}/generateToken`, { method: 'POST', body, headers });
  return { response, answer: await response.json() };
}

async function fail(count: number, attempt: (number: number) => Promise<unknown>): Promise<void> {
  for (let number = 0; number < count; number++) await attempt(number);
}

describe('ten attempts a minute', () => {
  it('are counted together for form and generateToken, however someone guesses', async () => {
    await fail(5, () => byForm('ada', 'wrong'));
    await fail(5, () => byToken('Ada', 'wrong'));
    const { response, answer } = await byToken('ada', password);
    expect(answer.error).toMatchObject({
      code: 429,
      details: ['Too many attempts. Wait 60 seconds and try again.'],
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('retry-after')).toBe('60');
    const form = await byForm('ada', password);
    expect([form.status, form.headers.get('retry-after')]).toEqual([429, '60']);
  });

  it('of one account do not affect another, by either way', async () => {
    await fail(10, () => byToken('ada', 'wrong'));
    expect((await byToken('grace', password)).answer.token).toBeTypeOf('string');
    expect((await byForm('grace', password)).status).toBe(302);
  });

  it('end after the wait, whose duration the page shows', async () => {
    await fail(10, (number) => {
      clock.advance(number === 0 ? 0 : second);
      return byToken('ada', 'wrong');
    });
    clock.advance(21 * second);
    const refused = await byForm('ada', password);
    expect(refused.headers.get('retry-after')).toBe('30');
    const page = await readSignInPage(refused, oauth.authorizeUrl());
    expect(page.document.querySelector('[role=alert] p')?.textContent).toBe(
      'Too many attempts. Wait 30 seconds, then try again.',
    );
    clock.advance(30 * second - 1);
    expect((await byForm('ada', password)).headers.get('retry-after')).toBe('1');
    clock.advance(1);
    expect((await byForm('ada', password)).status).toBe(302);
  });

  it('are not evaded with a forged address: no proxy is trusted here', async () => {
    await fail(10, (number) => byToken('ada', 'wrong', { 'x-forwarded-for': `192.0.2.${number}` }));
    const { answer } = await byToken('ada', 'wrong', { 'x-forwarded-for': '192.0.2.99' });
    expect(answer.error.code).toBe(429);
  });

  it('start over after a success of any kind', async () => {
    await fail(9, () => byToken('ada', 'wrong'));
    expect((await byForm('ada', password)).status).toBe(302);
    await fail(9, () => byForm('ada', 'wrong'));
    expect((await byToken('ada', password)).answer.token).toBeTypeOf('string');
  });

  it('admit no more than ten concurrent ones', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => byToken('ada', 'wrong')));
    const codes = answers.map(({ answer }) => answer.error.code).sort();
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => 400),
      ...Array.from({ length: 6 }, () => 429),
    ]);
  });

  it('are not used up by forms of other sites, nor by cancelling', async () => {
    await fail(12, async () =>
      (await openSignInPage(oauth.authorizeUrl(pkce))).submit(
        'sign-in',
        { username: 'ada', password: 'wrong' },
        { cookie: '' },
      ),
    );
    await fail(12, async () =>
      (await openSignInPage(oauth.authorizeUrl(pkce))).submit('cancel', { username: 'ada' }),
    );
    expect((await byForm('ada', password)).status).toBe(302);
  });

  it('do not include requests with a token: a signed-in client never waits', async () => {
    const { answer } = await byToken('ada', password);
    await fail(15, () => portal.call('/portals/self', { token: 'dead' }));
    await fail(15, () =>
      portal.call('/generateToken', { token: answer.token, serverUrl: `${server.url}/server` }),
    );
    expect((await byToken('ada', password)).answer.token).toBeTypeOf('string');
  });
});
