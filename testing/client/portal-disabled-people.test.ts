import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGroup } from '../../server/portal/community/create-group.ts';
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

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('ada', { role: 'org_admin' });
  await portal.addUser('grace', { access: 'public' });
});
afterAll(() => server.stop());

const set = (disabled: boolean) =>
  server.database.updateTable('portal_user').set({ disabled }).where('username', '=', 'grace').execute();

describe('user disabled while signed in', () => {
  let session: Record<string, any>;
  let unused: Awaited<ReturnType<OAuthClient['openSession']>>;

  beforeEach(async () => {
    session = await (await oauth.openSession({ username: 'grace' })).exchange();
    unused = await oauth.openSession({ username: 'grace' });
    await set(true);
  });
  afterEach(() => set(false));

  it('is signed out at once', async () => {
    expect(await oauth.errorOf(session['access_token'])).toBe(498);
  });

  it.each(['refresh_token', 'exchange_refresh_token'])('gets no new token by %s', async (grant_type) => {
    const answer = await oauth.token({ grant_type, refresh_token: session['refresh_token'] });
    expect(answer.error.code).toBe(498);
  });

  it('gets no session for an earlier code', async () => {
    const answer = await unused.exchange();
    expect(answer).toEqual({ error: expect.objectContaining({ code: 400 }) });
    await set(false);
    // The code has been used.
    expect((await unused.exchange()).error.code).toBe(400);
  });

  it('cannot sign in again, with the message for a wrong password', async () => {
    const { error } = await portal.call('/generateToken', { username: 'grace', password });
    expect(error).toMatchObject({ code: 400, details: ['Invalid username or password.'] });
    const pkce = { code_challenge: createPkce().challenge, code_challenge_method: 'S256' };
    const page = await openSignInPage(oauth.authorizeUrl(pkce));
    const response = await page.submit('sign-in', { username: 'grace', password });
    expect(response.status).toBe(403);
    expect(response.headers.get('location')).toBeNull();
  });

  it('can still be signed out by the application', async () => {
    const answer = await portal.call('/oauth2/revokeToken', {
      auth_token: session['refresh_token'],
      client_id: clientId,
    });
    expect(answer).toEqual({ success: true });
    await set(false);
    expect(await oauth.errorOf(session['access_token'])).toBe(498);
  });

  it('regains access when enabled again', async () => {
    await set(false);
    expect(await oauth.self(session['access_token'])).toBe('grace');
  });
});

describe('disabled user', () => {
  beforeAll(() => set(true));
  afterAll(() => set(false));

  it('stays visible to users who see the profile, marked as disabled', async () => {
    const token = await portal.token('ada');
    expect(await portal.call('/community/users/grace', { token })).toMatchObject({
      username: 'grace',
      disabled: true,
    });
  });

  it('cannot become the owner of a group', async () => {
    const token = await portal.token('ada');
    const id = await createGroup(portal.context, { title: 'Team', owner: 'ada', access: 'org' });
    const answer = await portal.call(`/community/groups/${id}/reassign`, { token, targetUsername: 'grace' });
    expect(answer.error).toMatchObject({ code: 400, messageCode: 'COM_0018' });
  });
});
