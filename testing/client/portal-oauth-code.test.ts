import { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../server/portal/identity/random-token.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { clientId, createPkce, createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('ada', { role: 'org_admin', fullName: 'Ada Lovelace' });
});
afterAll(() => server.stop());

describe('authorization code flow', () => {
  it('returns a code at the registered address, with its query and the state byte for byte', async () => {
    const state = '{"portalUrl":"http://x/portal","uid":"ü 1+1=2&%","hash":"#a\\nb"}\n\tend';
    const { challenge } = createPkce();
    const sent = await oauth.signIn({ state, code_challenge: challenge, code_challenge_method: 'S256' });
    expect(sent.href).toMatch(`${portal.redirectUri}&code=`);
    expect(sent.searchParams.get('from')).toBe('portal');
    expect(sent.searchParams.get('state')).toBe(state);
  });

  it('exchanges the code for a session with its verifier', async () => {
    const { exchange } = await oauth.openSession();
    const session = await exchange();
    expect(session).toMatchObject({
      username: 'ada',
      ssl: false,
      expires_in: 1800,
      refresh_token_expires_in: 1209600,
    });
    expect(await oauth.self(session.access_token)).toBe('ada');
  });

  it.each([{ code_challenge_method: 'plain' }, {}])(
    'rejects a challenge that is the verifier itself: %j',
    async (method) => {
      const parameters = { response_type: 'code', code_challenge: createPkce().verifier, ...method };
      const response = await fetch(oauth.authorizeUrl(parameters), { redirect: 'manual' });
      const sent = new URL(response.headers.get('location') ?? '');
      expect(sent.searchParams.get('error')).toBe('invalid_request');
      expect(sent.searchParams.get('error_description')).toBe('code_challenge_method must be S256.');
    },
  );

  it('lets arcgis-rest-js finish a sign-in, refresh it and sign out', async () => {
    const { code, verifier } = await oauth.openSession();
    const answer = await portal.call('/oauth2/token/', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: portal.redirectUri,
      code_verifier: verifier,
    });
    const manager = new ArcGISIdentityManager({
      clientId,
      portal: portal.root,
      redirectUri: portal.redirectUri,
      token: answer.access_token,
      tokenExpires: new Date(Date.now() - 1000),
      refreshToken: answer.refresh_token,
      refreshTokenExpires: new Date(Date.now() + answer.refresh_token_expires_in * 1000),
      username: answer.username,
    });
    const user = await manager.getUser();
    expect(user.fullName).toBe('Ada Lovelace');
    expect(manager.token).not.toBe(answer.access_token);
    const renewed = manager.token;
    await ArcGISIdentityManager.destroy(manager);
    expect((await portal.call('/portals/self', { token: renewed })).error.code).toBe(498);
  });

  it('shortens the refresh token’s lifetime on request, and never extends it', async () => {
    expect((await (await oauth.openSession({ expiration: '60' })).exchange()).refresh_token_expires_in).toBe(
      3600,
    );
    expect(
      (await (await oauth.openSession({ expiration: '99999999' })).exchange()).refresh_token_expires_in,
    ).toBe(1209600);
    expect((await (await oauth.openSession({ expiration: '-1' })).exchange()).refresh_token_expires_in).toBe(
      1209600,
    );
  });

  it.each([
    ['another verifier', () => ({ code_verifier: createPkce().verifier })],
    ['another address', () => ({ redirect_uri: `${server.url}/demo/callback` })],
    ['no verifier', () => ({ code_verifier: '' })],
  ])('rejects the code with %s, and invalidates it', async (_what, changed) => {
    const { exchange } = await oauth.openSession();
    expect((await exchange(changed())).error).toMatchObject({
      code: 400,
      message: 'Invalid or expired authorization code.',
    });
    expect((await exchange()).error.code).toBe(400);
  });

  it('refuses the code to another application', async () => {
    const { exchange } = await oauth.openSession();
    await server.database
      .insertInto('portal_app')
      .values({ client_id: 'other', title: 'Other', redirect_uris: [portal.redirectUri], created_at: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    expect((await exchange({ client_id: 'other' })).error.code).toBe(400);
    expect((await exchange({ client_id: 'nobody' })).error.message).toBe('Invalid client_id.');
  });

  it('ends the session when its code is used again', async () => {
    const { exchange } = await oauth.openSession();
    const session = await exchange();
    expect(await oauth.self(session.access_token)).toBe('ada');
    expect((await exchange()).error.code).toBe(400);
    expect((await portal.call('/portals/self', { token: session.access_token })).error.code).toBe(498);
    const refreshed = await portal.call('/oauth2/token', {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: session.refresh_token,
    });
    expect(refreshed.error.code).toBe(498);
  });

  it('accepts one of several concurrent uses of a code, and ends that session', async () => {
    const { exchange } = await oauth.openSession();
    const answers = await Promise.all([exchange(), exchange(), exchange()]);
    const sessions = answers.filter((answer) => answer.access_token);
    expect(sessions).toHaveLength(1);
    expect((await portal.call('/portals/self', { token: sessions[0]?.access_token })).error.code).toBe(498);
  });

  it('rejects an expired code', async () => {
    const { code, exchange } = await oauth.openSession();
    await server.database
      .updateTable('portal_code')
      .set({ expires_at: Date.now() - 1 })
      .where('code_hash', '=', hashOf(code))
      .execute();
    expect((await exchange()).error.code).toBe(400);
  });

  it('stores neither codes nor tokens as they are', async () => {
    const { code, exchange } = await oauth.openSession();
    const session = await exchange();
    const rows = JSON.stringify([
      await server.database.selectFrom('portal_code').selectAll().execute(),
      await server.database.selectFrom('portal_token').selectAll().execute(),
    ]);
    for (const secret of [code, session.access_token, session.refresh_token])
      expect(rows).not.toContain(secret);
  });
});
