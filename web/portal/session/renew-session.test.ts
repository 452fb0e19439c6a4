import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePage } from '../../../testing/web/fake-page.ts';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { renewSession, revokeSession, wasRefused } from './renew-session.ts';
import type { SavedSession } from './saved-session.ts';
import type { SessionOptions } from './session-options.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const options: SessionOptions = {
  restUrl: 'https://portal.example/arcgis/sharing/rest',
  appId: 'app1',
  mode: 'redirect',
  redirectUri: 'https://maps.example/demo/signed-in',
  page: fakePage().page,
};

function saved(parts: Partial<SavedSession> = {}): SavedSession {
  return {
    username: 'ada',
    token: 't1',
    expires: Date.now(),
    refreshToken: 'r1',
    signedInAt: Date.now() - 60 * minute,
    ...parts,
  };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-01T08:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('renewing', () => {
  it('asks with the refresh token and keeps who it is and since when', async () => {
    const log = fakeFetch({ '/oauth2/token': { access_token: 't2', expires_in: 1800, username: 'ada' } });
    const before = saved();
    const renewed = await renewSession(options, before);
    expect(log[0]?.params).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'r1',
      client_id: 'app1',
    });
    expect(renewed).toMatchObject({
      username: 'ada',
      token: 't2',
      refreshToken: 'r1',
      signedInAt: before.signedInAt,
    });
    // Five minutes early, so that the token does not end on its way.
    expect(renewed.expires).toBe(Date.now() + 25 * minute);
  });

  it('exchanges a refresh token that ends within a day', async () => {
    const log = fakeFetch({
      '/oauth2/token': {
        access_token: 't2',
        expires_in: 1800,
        username: 'ada',
        refresh_token: 'r2',
        refresh_token_expires_in: 1_209_600,
      },
    });
    const renewed = await renewSession(options, saved({ refreshTokenExpires: Date.now() + day / 2 }));
    expect(log[0]?.params).toMatchObject({
      grant_type: 'exchange_refresh_token',
      refresh_token: 'r1',
      redirect_uri: options.redirectUri,
    });
    expect(renewed).toMatchObject({ token: 't2', refreshToken: 'r2' });
  });

  it('fails as refused when the portal says no', async () => {
    fakeFetch({ '/oauth2/token': { error: { code: 400, message: 'Invalid refresh token' } } });
    const failure: unknown = await renewSession(options, saved()).catch((error: unknown) => error);
    expect(wasRefused(failure)).toBe(true);
  });

  it.each([
    ['is not there', new TypeError('Failed to fetch')],
    ['does not answer', new DOMException('late', 'TimeoutError')],
  ])('does not fail as refused when the portal %s', async (_why, answer) => {
    fakeFetch({ '/oauth2/token': answer });
    const failure: unknown = await renewSession(options, saved()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(wasRefused(failure)).toBe(false);
  });

  it('is no refusal when there is nothing to say', () => {
    expect(wasRefused(undefined)).toBe(false);
    expect(wasRefused('no')).toBe(false);
  });
});

describe('revoking', () => {
  it.each([
    ['the refresh token', saved(), { auth_token: 'r1', token_type_hint: 'refresh_token' }],
    [
      'the token itself where there is no other',
      saved({ refreshToken: undefined }),
      { auth_token: 't1', token_type_hint: 'access_token' },
    ],
  ])('names %s', async (_what, session, params) => {
    const log = fakeFetch({ '/oauth2/revokeToken': { success: true } });
    revokeSession(options, session);
    await vi.waitFor(() => expect(log).toHaveLength(1));
    expect(log[0]).toMatchObject({ method: 'POST', params: { ...params, client_id: 'app1', f: 'json' } });
  });

  it('outlives the page', () => {
    const sent = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')));
    vi.stubGlobal('fetch', sent);
    revokeSession(options, saved());
    expect(sent.mock.calls[0]?.[1]).toMatchObject({ keepalive: true });
  });
});
