import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { portalOperations } from '../../server/portal/routes.ts';
import { createClock, minute } from '../rig/clock.ts';
import { changingPaths } from '../rig/operation-table.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import {
  clientId,
  createPkce,
  createPortalClient,
  password,
  type PortalClient,
} from '../rig/portal-client.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** A stolen token of an administrator, and the administrator who confirms the sign-in. */
let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;
let group: string;
const clock = createClock();

beforeAll(async () => {
  server = await startTestServer({ now: clock.now, secretsKey: randomBytes(32).toString('base64') });
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('ada', { role: 'org_admin' });
  await portal.addUser('bob', { role: 'org_admin' });
  await portal.addUser('grace');
  const token = await portal.token('ada');
  const made = await portal.call('/community/createGroup', {
    token,
    title: 'Administrators',
    access: 'private',
  });
  group = made.group.id;
  await saveConfig(
    server.database,
    'town',
    { portal: { url: '/portal', appId: clientId, adminGroupId: group } },
    'test',
  );
});
afterAll(() => server.stop());

/** The tokens of an administrator who signed in some minutes ago. */
async function signedIn(minutesAgo: number): Promise<{ access_token: string; refresh_token: string }> {
  const session = await (await oauth.openSession()).exchange();
  clock.advance(minutesAgo * minute);
  return session as { access_token: string; refresh_token: string };
}

const refused = { error: { code: 400, faults: [{ code: 'recent-sign-in' }] } };
const changeRole = (token: string) =>
  portal.call('/portals/self/updateUserRole', { token, user: 'grace', role: 'org_admin' });
const roleOfGrace = async () =>
  (await portal.call('/community/users/grace', { token: await portal.token('ada') })).role;

describe('a token stolen 16 minutes after the sign-in', () => {
  let token: string;
  beforeEach(async () => {
    token = (await signedIn(16)).access_token;
  });

  it.each([
    ['changes a role', '/portals/self/updateUserRole', { user: 'grace', role: 'org_admin' }],
    ['invites an administrator', '/portals/self/addUser', { username: 'eve', password, role: 'org_admin' }],
    ['deletes a user', '/community/users/grace/delete', {}],
    ['resets the password of another', '/community/users/grace/reset', {}],
    ['resets the second factor of another', '/community/users/grace/secondFactor/reset', {}],
    ['changes the identity provider', '/portals/self/provider/delete', {}],
    ['switches the second factor off', '/portals/self/update', { requireSecondFactor: 'false' }],
    [
      'changes the e-mail address for new passwords',
      '/community/users/ada/update',
      { email: 'eve@evil.example' },
    ],
    ['creates a role', '/portals/self/createRole', { name: 'Editors' }],
    ['replaces the secret of an application', '/oauth2/apps/x/resetSecret', {}],
    ['ends the registration of an application', '/oauth2/apps/x/unregister', {}],
    ['disables a user', '/community/users/grace/disable', {}],
    ['enables a user', '/community/users/grace/enable', {}],
    ['disables several users', '/portals/self/disableUsers', { users: 'grace' }],
    ['enables several users', '/portals/self/enableUsers', { users: 'grace' }],
    ['offers a partnership', '/portals/self/trustedOrgs/offer', { org: 'harbour' }],
    ['accepts a partnership', '/portals/self/trustedOrgs/accept', { org: 'harbour' }],
    ['ends a partnership', '/portals/self/trustedOrgs/end', { org: 'harbour' }],
    [
      'adds someone to the administrators of the application',
      '/community/groups/GROUP/addUsers',
      { users: 'grace' },
    ],
    ['invites someone to them', '/community/groups/GROUP/invite', { users: 'grace' }],
    ['changes their managers', '/community/groups/GROUP/updateUsers', { admins: 'bob' }],
    ['removes someone from them', '/community/groups/GROUP/removeUsers', { users: 'bob' }],
    ['leaves them', '/community/groups/GROUP/leave', {}],
    ['opens their group', '/community/groups/GROUP/update', { isInvitationOnly: 'false' }],
    ['gives their group away', '/community/groups/GROUP/reassign', { targetUsername: 'bob' }],
  ])('never %s', async (_what, path, parameters: Record<string, string>) => {
    expect(await portal.call(path.replace('GROUP', group), { token, ...parameters })).toMatchObject(refused);
  });

  it('is refused by each operation that changes who is in a group of administrators', async () => {
    const asked: Record<string, boolean> = {};
    for (const path of changingPaths.filter((row) => row.startsWith('/community/groups/:id/'))) {
      const { error } = await portal.call(path.replace(':id', group), { token, users: 'bob' });
      asked[path.replace('/community/groups/:id/', '')] = error?.faults?.[0]?.code === 'recent-sign-in';
    }
    expect(asked).toEqual({
      addUsers: true,
      removeUsers: true,
      updateUsers: true,
      invite: true,
      reassign: true,
      update: true,
      leave: true,
      // Enters no group of administrators.
      join: false,
      // Refused while the group administers an organisation.
      delete: false,
      protect: false,
      unprotect: false,
      // These change nobody's rights.
      'invitations/:invitation/delete': false,
      createNotification: false,
      assignCategorySchema: false,
      deleteCategorySchema: false,
    });
  });

  it('works for everything else', async () => {
    expect((await portal.call('/community/self', { token })).username).toBe('ada');
    const own = await portal.call('/community/createGroup', { token, title: 'Ordinary' });
    const added = { token, users: 'grace' };
    expect(await portal.call(`/community/groups/${own.group.id}/addUsers`, added)).toEqual({ notAdded: [] });
    expect(await portal.call(`/community/groups/${own.group.id}/delete`, { token })).toMatchObject({
      success: true,
    });
    const update = { token, fullName: 'Ada Example', email: '' };
    expect(await portal.call('/community/users/ada/update', update)).toMatchObject({ success: true });
    expect(await portal.call('/portals/self/update', { token, name: 'City' })).toMatchObject({
      success: true,
    });
  });

  it('changes neither credentials nor the configuration of the application', async () => {
    const call = (path: string, method: string, body?: object) =>
      fetch(`${server.url}/api/town/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'if-match': '"1"',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    for (const [path, method, body] of [
      ['integrations/work/credentials', 'PUT', { values: {} }],
      ['integrations/work/credentials', 'DELETE', undefined],
      ['administration/config', 'PUT', {}],
      ['administration/revisions/1/restore', 'POST', undefined],
    ] as const) {
      const response = await call(path, method, body);
      expect([path, response.status]).toEqual([path, 403]);
      expect(await response.json()).toMatchObject({ faults: [{ code: 'recent-sign-in' }] });
    }
    expect((await call('administration/config', 'GET')).status).toBe(200);
  });
});

describe('the age of a session', () => {
  it('is checked to the minute', async () => {
    const { access_token: token } = await signedIn(15);
    expect(await changeRole(token)).toEqual({ success: true, username: 'grace' });
    clock.advance(1);
    expect(await changeRole(token)).toMatchObject(refused);
  });

  it('is kept by refreshing, exchanging and deriving tokens', async () => {
    const session = await signedIn(16);
    const refreshed = await oauth.token({
      grant_type: 'refresh_token',
      refresh_token: session.refresh_token,
    });
    expect(await changeRole(refreshed['access_token'])).toMatchObject(refused);
    const next = await oauth.token({
      grant_type: 'exchange_refresh_token',
      refresh_token: session.refresh_token,
      redirect_uri: portal.redirectUri,
    });
    expect(await changeRole(next['access_token'])).toMatchObject(refused);
    const again = await oauth.token({ grant_type: 'refresh_token', refresh_token: next['refresh_token'] });
    expect(await changeRole(again['access_token'])).toMatchObject(refused);
    const token = session.access_token;
    const ways: Record<string, string>[] = [
      {},
      { serverUrl: `${server.url}/server` },
      { request: 'getToken' },
    ];
    for (const parameters of ways) {
      const derived = await portal.call('/generateToken', { token, ...parameters });
      expect(await changeRole(derived.token)).toMatchObject(refused);
    }
    const exchanged = await portal.call('/oauth2/exchangeToken', { token, client_id: clientId });
    expect(await changeRole(exchanged.token)).toMatchObject(refused);
  });

  it('counts for an hour where a script sent the password, however long its token lives', async () => {
    const { token } = await portal.call('/generateToken', { username: 'ada', password, expiration: '600' });
    clock.advance(60 * minute);
    expect(await changeRole(token)).toEqual({ success: true, username: 'grace' });
    clock.advance(1);
    expect(await changeRole(token)).toMatchObject(refused);
  });

  it('is not checked for an operation that the member may not call', async () => {
    const session = await (await oauth.openSession({ username: 'grace' })).exchange();
    await portal.call('/portals/self/updateUserRole', {
      token: await portal.token('ada'),
      user: 'grace',
      role: 'org_user',
    });
    clock.advance(16 * minute);
    expect((await changeRole(session['access_token'])).error).toMatchObject({ messageCode: 'GWM_0003' });
    expect(await roleOfGrace()).toBe('org_user');
  });
});

describe('confirming that it is the signed-in user', () => {
  const pkce = createPkce();
  const confirm = (username: string) =>
    openSignInPage(
      oauth.authorizeUrl({
        state: 's',
        code_challenge: pkce.challenge,
        code_challenge_method: 'S256',
        prompt: 'login',
        prepopulatedusername: username,
      }),
    );

  it('names the user on a page that asks for the password', async () => {
    const page = await confirm('ada');
    const field = page.document.querySelector<HTMLInputElement>('#username');
    expect([field?.value, field?.readOnly]).toEqual(['ada', true]);
    const wrong = await page.submit('sign-in', { password: 'wrong' });
    expect(wrong.status).toBe(403);
    expect(await wrong.text()).toContain('readonly');
    const right = await page.submit('sign-in', { password });
    expect(new URL(right.headers.get('location') ?? '').searchParams.get('code')).toBeTruthy();
  });

  it('is refused to another user, who gets no code', async () => {
    const page = await confirm('ada');
    const response = await page.submit('sign-in', { username: 'bob', password });
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error: 'access_denied',
      error_description: 'This is another account than the one that is signed in.',
    });
    expect(searchParams.get('code')).toBeNull();
  });
});

it('is required to give away the item of a registered application, and no other item', async () => {
  const token = await portal.token('ada');
  const add = async (title: string): Promise<string> =>
    (await portal.call('/content/users/ada/addItem', { token, title, type: 'Application' })).id;
  const [itemId, other] = [await add('Survey'), await add('Plain')];
  const app = { itemId, appType: 'browser', redirect_uris: '["https://survey.example/"]' };
  expect(await portal.call('/oauth2/registerApp', { token, ...app })).toHaveProperty('client_id');
  const { access_token: old } = await signedIn(20);
  const reassign = (id: string, given: string) =>
    portal.call(`/content/users/ada/items/${id}/reassign`, { token: given, targetUsername: 'bob' });
  expect(await reassign(itemId, old)).toMatchObject(refused);
  expect(await reassign(other, old)).toMatchObject({ success: true });
  expect(await reassign(itemId, await portal.token('ada'))).toMatchObject({ success: true });
});

/** Operations on accounts, applications and the organisation that do without the flag, and why. */
const withoutFlag: Readonly<Record<string, string>> = {
  '/portals/:portal/update': 'asks by itself, for the settings of sign-ins only',
  '/community/users/:user/update': 'asks by itself, for the email address only',
  '/community/users/:user/reset':
    'asks by itself, for other users; one’s own password asks for the current one',
  '/community/users/:user/secondFactor/(add|updateCodes|remove)':
    'asks for the password and the second factor',
  '/community/users/:user/secondFactor/enable': 'asks for a code of the app that the password has added',
  '/community/users/:user/passkeys/(add|:passkey/remove)':
    'asks for the password and the second factor, or the signature of a challenge that they gave',
  '/portals/:portal/links/:link/revoke': 'takes away, and gives nothing',
  '/community/users/:user/(sessions/:session/end|endSessions)': 'takes away, and gives nothing',
  '/community/users/:user/email/(sendCode|confirm)':
    'confirms the address that an update has set, by a code sent there',
  '/community/users/:user/invitations/:invitation/(accept|decline)':
    'joins a group to which its managers have invited',
  '/community/users/:user/(notifications/:notification/delete|setProperties)': 'gives no rights',
  '/portals/:portal/(createNotification|mail/test)': 'gives no rights',
};

it('is required by every operation that changes accounts, applications or the organisation, or a reason is stated', () => {
  const flagged = portalOperations.filter(({ recentSignIn }) => recentSignIn).map(({ path }) => path);
  const sensitive = changingPaths.filter((path) =>
    /^\/(portals|community\/users|oauth2\/(apps|registerApp))(\/|$)/.test(path),
  );
  expect(sensitive.length).toBeGreaterThan(40);
  expect(flagged.filter((path) => !sensitive.includes(path))).toEqual([]);
  const without = sensitive.filter((path) => !flagged.includes(path));
  const patterns = Object.keys(withoutFlag).map((pattern) => new RegExp(`^${pattern}$`));
  expect(
    without.filter((path) => !patterns.some((pattern) => pattern.test(path))),
    'Give these operations `recentSignIn: true`, or a reason in `withoutFlag`.',
  ).toEqual([]);
  expect(patterns.filter((pattern) => !without.some((path) => pattern.test(path)))).toEqual([]);
});
