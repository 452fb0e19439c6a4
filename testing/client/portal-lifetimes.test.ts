import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock, day, minute, second } from '../rig/clock.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
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
});
afterAll(() => server.stop());

const open = async (expiration?: string) => (await oauth.openSession({ expiration })).exchange();
const refresh = (refresh_token: string) => oauth.token({ grant_type: 'refresh_token', refresh_token });

describe('code', () => {
  it('is valid for a minute', async () => {
    const { exchange } = await oauth.openSession();
    clock.advance(minute - 1);
    expect((await exchange()).username).toBe('ada');
  });

  it('expires after a minute', async () => {
    const { exchange } = await oauth.openSession();
    clock.advance(minute);
    expect((await exchange()).error).toMatchObject({
      code: 400,
      message: 'Invalid or expired authorization code.',
    });
  });

  it('reused much later still ends the session made from it', async () => {
    const { exchange } = await oauth.openSession();
    const session = await exchange();
    clock.advance(20 * 60 * minute);
    await oauth.openSession();
    expect((await exchange()).error.code).toBe(400);
    expect((await refresh(session.refresh_token)).error.code).toBe(498);
  });
});

describe('access token', () => {
  it('expires after half an hour to the millisecond, and gets 498 everywhere', async () => {
    const { access_token: token, expires_in: seconds } = await open();
    expect(seconds).toBe(1800);
    clock.advance(30 * minute - 1);
    expect(await oauth.self(token)).toBe('ada');
    clock.advance(1);
    for (const path of [
      '',
      '/portals/self',
      '/community/self',
      '/search',
      '/content/users/ada',
      '/oauth2/validateAppAccess',
    ]) {
      const { error } = await portal.call(path, { token });
      expect({ path, code: error?.code, messageCode: error?.messageCode }).toEqual({
        path,
        code: 498,
        messageCode: 'GWM_0001',
      });
    }
  });

  it('can be renewed after expiry, repeatedly', async () => {
    const session = await open();
    for (let hour = 0; hour < 3; hour++) {
      clock.advance(60 * minute);
      const { access_token: token, expires_in: seconds } = await refresh(session.refresh_token);
      expect(seconds).toBe(1800);
      expect(await oauth.self(token)).toBe('ada');
    }
  });

  it('of generateToken expires when it says', async () => {
    const { token, expires } = await portal.call('/generateToken', {
      username: 'ada',
      password,
      expiration: '7',
    });
    expect(expires - clock.now()).toBe(7 * minute);
    clock.advance(expires - clock.now() - 1);
    expect(await oauth.self(token)).toBe('ada');
    clock.advance(1);
    expect(await oauth.errorOf(token)).toBe(498);
  });

  it('for an own service expires with the original token', async () => {
    const { access_token: token } = await open();
    clock.advance(25 * minute);
    const service = await portal.call('/generateToken', {
      request: 'getToken',
      token,
      serverUrl: `${server.url}/server/rest/services/roads/FeatureServer`,
      expiration: '60',
    });
    expect(service.expires - clock.now()).toBe(5 * minute);
    clock.advance(5 * minute);
    expect(await oauth.errorOf(service.token)).toBe(498);
  });
});

describe('refresh token', () => {
  it('is valid for two weeks', async () => {
    const session = await open();
    expect(session.refresh_token_expires_in).toBe(14 * 24 * 60 * 60);
    clock.advance(14 * day - 1);
    expect((await refresh(session.refresh_token)).username).toBe('ada');
    clock.advance(1);
    expect((await refresh(session.refresh_token)).error).toMatchObject({ code: 498 });
  });

  it('grants access no longer than its own lifetime', async () => {
    const session = await open('10');
    expect(session).toMatchObject({ expires_in: 600, refresh_token_expires_in: 600 });
    clock.advance(9 * minute + 30 * second);
    const last = await refresh(session.refresh_token);
    expect(last.expires_in).toBe(30);
    clock.advance(30 * second);
    expect(await oauth.errorOf(last.access_token)).toBe(498);
  });

  const exchange = (refresh_token: string) =>
    oauth.token({
      grant_type: 'exchange_refresh_token',
      redirect_uri: portal.redirectUri,
      refresh_token,
    });

  it('is exchanged for one with the full lifetime', async () => {
    const session = await open();
    clock.advance(13 * day);
    const next = await exchange(session.refresh_token);
    expect(next.refresh_token_expires_in).toBe(14 * 24 * 60 * 60);
    clock.advance(13 * day);
    expect((await refresh(next.refresh_token)).username).toBe('ada');
  });

  it('does not extend a session beyond thirty days, however often it is exchanged', async () => {
    const session = await open();
    clock.advance(13 * day);
    const second = await exchange(session.refresh_token);
    clock.advance(13 * day);
    const third = await exchange(second.refresh_token);
    expect(third.refresh_token_expires_in).toBe(4 * 24 * 60 * 60);
    clock.advance(3 * day);
    const last = await exchange(third.refresh_token);
    expect(last.refresh_token_expires_in).toBe(24 * 60 * 60);
    clock.advance(day - minute);
    const { access_token: token, expires_in: seconds } = await refresh(last.refresh_token);
    expect(seconds).toBe(60);
    expect(await oauth.self(token)).toBe('ada');
    clock.advance(minute);
    expect(await oauth.errorOf(token)).toBe(498);
    expect((await refresh(last.refresh_token)).error.code).toBe(498);
    expect((await exchange(last.refresh_token)).error.code).toBe(498);
  });

  it.each([
    ['refreshed', refresh],
    ['exchanged', exchange],
  ])('that was exchanged and is %s by someone else ends the whole session', async (_how, use) => {
    const session = await open();
    const next = await exchange(session.refresh_token);
    clock.advance(10 * second);
    expect((await exchange(session.refresh_token)).refresh_token).toBe(next.refresh_token);
    clock.advance(1);
    expect((await use(session.refresh_token)).error.code).toBe(498);
    expect((await refresh(next.refresh_token)).error.code).toBe(498);
    expect(await oauth.errorOf(next.access_token)).toBe(498);
    expect(await oauth.errorOf(session.access_token)).toBe(498);
  });
});
