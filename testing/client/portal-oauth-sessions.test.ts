import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../server/portal/identity/random-token.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { clientId, createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('ada', { role: 'org_admin', fullName: 'Ada Lovelace' });
  await portal.addUser('grace');
});
afterAll(() => server.stop());

describe('refreshing and revoking', () => {
  const exchange = (refresh_token: string) =>
    portal.call('/oauth2/token', {
      grant_type: 'exchange_refresh_token',
      client_id: clientId,
      redirect_uri: portal.redirectUri,
      refresh_token,
    });
  const refresh = (refresh_token: string) =>
    portal.call('/oauth2/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token });

  it('exchanges a refresh token for a new one, the same for two concurrent tabs', async () => {
    const session = await (await oauth.openSession()).exchange();
    const answers = await Promise.all([1, 2, 3].map(() => exchange(session.refresh_token)));
    const [first] = answers;
    expect(first?.refresh_token).not.toBe(session.refresh_token);
    for (const answer of answers) {
      expect(answer.refresh_token).toBe(first?.refresh_token);
      expect(await oauth.self(answer.access_token)).toBe('ada');
    }
    expect((await refresh(first?.refresh_token)).username).toBe('ada');
  });

  it('refuses a refresh token to another application, and an access token in its place', async () => {
    const session = await (await oauth.openSession()).exchange();
    const refresh = (refresh_token: string, client = clientId) =>
      portal.call('/oauth2/token', { grant_type: 'refresh_token', client_id: client, refresh_token });
    await server.database
      .insertInto('portal_app')
      .values({ client_id: 'second', title: 'Second', redirect_uris: [], created_at: 1 })
      .execute();
    expect((await refresh(session.refresh_token, 'second')).error.code).toBe(498);
    expect((await refresh(session.access_token)).error.code).toBe(498);
    expect((await portal.call('/portals/self', { token: session.refresh_token })).error.code).toBe(498);
    expect((await refresh(session.refresh_token)).username).toBe('ada');
  });

  it.each(['refresh_token', 'access_token'])(
    'ends the whole session by its %s, everywhere',
    async (which) => {
      const session = await (await oauth.openSession()).exchange();
      const derived = await portal.call('/generateToken', {
        token: session.access_token,
        serverUrl: `${server.url}/server`,
      });
      const revoked = await portal.call('/oauth2/revokeToken/', {
        auth_token: session[which],
        client_id: clientId,
      });
      expect(revoked).toEqual({ success: true });
      for (const token of [session.access_token, derived.token]) {
        for (const path of [
          '/portals/self',
          '',
          '/community/self',
          '/community/users/ada',
          '/oauth2/validateAppAccess',
          '/generateToken',
        ]) {
          const { error } = await portal.call(path, { token });
          expect({ path, code: error?.code, messageCode: error?.messageCode }).toEqual({
            path,
            code: 498,
            messageCode: 'GWM_0001',
          });
        }
      }
    },
  );

  it('accepts revoking an unknown token', async () => {
    expect(await portal.call('/oauth2/revokeToken', { auth_token: 'unknown' })).toEqual({ success: true });
    expect(await portal.call('/oauth2/revokeToken')).toEqual({ success: true });
  });

  it('responds with 498 for an expired token and for a disabled user', async () => {
    const token = await portal.token('grace');
    const disable = (disabled: boolean) =>
      server.database.updateTable('portal_user').set({ disabled }).where('username', '=', 'grace').execute();
    await disable(true);
    expect((await portal.call('/portals/self', { token })).error.code).toBe(498);
    expect((await portal.call('/generateToken', { username: 'grace', password })).error.code).toBe(400);
    await disable(false);
    expect(await oauth.self(token)).toBe('grace');
    await server.database
      .updateTable('portal_token')
      .set({ expires_at: Date.now() })
      .where('token_hash', '=', hashOf(token))
      .execute();
    expect((await portal.call('/portals/self', { token })).error.code).toBe(498);
  });

  it('deletes expired tokens when new ones are created', async () => {
    await server.database
      .insertInto('portal_token')
      .values({
        token_hash: 'stale',
        kind: 'access',
        username: 'ada',
        client_id: null,
        session_id: 's',
        created_at: 1,
        expires_at: 2,
      })
      .execute();
    await portal.token('ada');
    const left = await server.database
      .selectFrom('portal_token')
      .selectAll()
      .where('token_hash', '=', 'stale')
      .execute();
    expect(left).toEqual([]);
  });
});
