import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { limits } from '../../server/limits.ts';
import { createClock, day, minute } from '../rig/clock.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { createPkce, createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** What users learn about sign-ins to their account and about changes of their credentials. */
let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;
let grace: string;
const clock = createClock();
let count = 0;
const usual = { ...limits };

beforeAll(async () => {
  server = await startTestServer({ now: clock.now, secretsKey: randomBytes(32).toString('base64') });
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('ada', { role: 'org_admin' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  clock.advance(minute);
  grace = `grace${++count}`;
  await portal.addUser(grace, { email: 'grace@city.example' });
});

const activity = async (token?: string) => {
  const parameters = { token: token ?? (await portal.token(grace)) };
  return (await portal.call(`/community/users/${grace}/securityActivity`, parameters)).activity;
};
const notices = async () => {
  const parameters = { token: await portal.token(grace) };
  const { notifications } = await portal.call(`/community/users/${grace}/notifications`, parameters);
  return notifications as { type: string; data: Record<string, string> }[];
};
const acts = async () => (await activity()).map(({ act }: { act: string }) => act);

async function signInWith(cookie: string | undefined, secret = password) {
  const address = oauth.authorizeUrl({
    code_challenge: createPkce().challenge,
    code_challenge_method: 'S256',
  });
  const page = await openSignInPage(address, { 'user-agent': 'Firefox/140.0 Windows' });
  const own = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const response = await page.submit(
    'sign-in',
    { username: grace, password: secret },
    { cookie: [own, cookie].filter(Boolean).join('; '), 'user-agent': 'Firefox/140.0 Windows' },
  );
  return response.headers
    .getSetCookie()
    .find((each) => each.includes('mapping-known'))
    ?.split(';')[0];
}

describe('a sign-in', () => {
  it('with a new browser is reported once, with its application and network', async () => {
    const known = await signInWith(undefined);
    await signInWith(known);
    expect(await notices()).toMatchObject([
      {
        type: 'account_security',
        data: { act: 'person.new-browser', subject: 'New sign-in', app: 'City map' },
      },
    ]);
    expect(await activity()).toMatchObject([
      {
        act: 'person.new-browser',
        by: null,
        detail: { address: '127.0.0.1', agent: 'Firefox/140.0 Windows' },
      },
    ]);
    await signInWith(undefined);
    expect(await acts()).toEqual(['person.new-browser', 'person.new-browser']);
  });

  it('without a browser is reported once for a network, with its program', async () => {
    const source = { 'user-agent': 'QGIS/3.40' };
    const signIn = () => portal.call('/generateToken', { username: grace, password }, source);
    const { token } = await signIn();
    const [notice, ...others] = await activity(token);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ act: 'person.new-browser', detail: { agent: 'QGIS/3.40' } });
    expect(await notices()).toHaveLength(1);
    await signIn();
    clock.advance((limits.knownNetworkDays + 1) * day);
    await signIn();
    expect(await acts()).toEqual(['person.new-browser', 'person.new-browser']);
  });

  it('that failed is listed', async () => {
    await signInWith(undefined, 'a guess');
    expect(await acts()).toEqual(['person.new-browser', 'person.sign-in-failed']);
  });

  it('has rows of its own, whether it failed: many hide no change of credentials', async () => {
    Object.assign(limits, { securityActivity: 3, newSignInActivity: 2, failedSignInActivity: 1 });
    onTestFinished(() => void Object.assign(limits, usual));
    const token = await portal.token(grace);
    await portal.call(`/community/users/${grace}/update`, { token, email: 'eve@evil.example' });
    for (let times = 0; times < 3; times += 1) {
      clock.advance(minute);
      await signInWith(undefined);
      await portal.call('/generateToken', { username: grace, password: 'a guess' });
    }
    const shown = await activity(await portal.token('ada'));
    expect(shown.map(({ act }: { act: string }) => act)).toEqual([
      'person.sign-in-failed',
      'person.new-browser',
      'person.new-browser',
      'person.email-changed',
    ]);
  });
});

describe('a change of credentials', () => {
  it('is reported to the account’s owner, with who made it', async () => {
    const [token, administrator] = [await portal.token(grace), await portal.token('ada')];
    const role = { token: administrator, user: grace, role: 'org_publisher' };
    await portal.call('/portals/self/updateUserRole', role);
    await portal.call(`/community/users/${grace}/update`, { token, email: 'eve@evil.example' });
    await portal.call(`/community/users/${grace}/update`, { token, email: 'eve@evil.example' });
    const newPassword = 'a better horse battery';
    await portal.call(`/community/users/${grace}/reset`, { token, password, newPassword });
    expect(
      (await activity(token)).map(({ act, by }: { act: string; by: string | null }) => [act, by]),
    ).toEqual([
      ['person.password-changed', null],
      ['person.email-changed', null],
      ['person.role-changed', 'ada'],
      ['person.new-browser', null],
    ]);
    await portal.call(`/community/users/${grace}/reset`, { token: administrator });
    expect((await activity(administrator))[0]).toMatchObject({ act: 'person.password-reset', by: 'ada' });
  });

  it('contains no secret', async () => {
    const { link } = await portal.call(`/community/users/${grace}/reset`, {
      token: await portal.token('ada'),
    });
    const seen = JSON.stringify(await activity(await portal.token('ada')));
    expect(seen).toContain('person.password-reset');
    expect(seen).not.toContain(link);
  });
});

it('is shown to the user and administrators only', async () => {
  const name = grace;
  grace = 'linus';
  await portal.addUser(grace);
  const token = await portal.token(grace);
  grace = name;
  const { error } = await portal.call(`/community/users/${name}/securityActivity`, { token });
  expect(error).toMatchObject({ code: 403 });
});
