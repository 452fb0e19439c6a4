import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePage } from '../../../testing/web/fake-page.ts';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { renewSession, type SessionOptions, wasRefused } from './renew-session.ts';
import type { SavedSession } from './saved-session.ts';

const minute = 60_000;

const options: SessionOptions = {
  restUrl: 'https://portal.example/arcgis/sharing/rest',
  appId: 'app1',
  brokerUrl: 'https://maps.example/api/session/demo/portal',
  mode: 'redirect',
  redirectUri: 'https://maps.example/demo/signed-in',
  page: fakePage().page,
};

function saved(parts: Partial<SavedSession> = {}): SavedSession {
  return {
    username: 'ada',
    token: 't1',
    expires: Date.now(),
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
  it('requests it from the application’s server, which holds the refresh token, and keeps the start', async () => {
    const log = fakeFetch({ '/oauth2/token': { access_token: 't2', expires_in: 1800, username: 'ada' } });
    const before = saved();
    const renewed = await renewSession(options, before);
    expect(log[0]).toMatchObject({ method: 'POST', path: '/api/session/demo/portal/oauth2/token' });
    expect(log[0]?.params).toEqual({
      f: 'json',
      grant_type: 'refresh_token',
      client_id: 'app1',
      auth_token: 't1',
    });
    expect(renewed).toEqual({
      username: 'ada',
      token: 't2',
      // Five minutes early, so that the token does not expire in transit.
      expires: Date.now() + 25 * minute,
      signedInAt: before.signedInAt,
    });
  });

  it('sends the key of the session, and keeps it', async () => {
    const log = fakeFetch({ '/oauth2/token': { access_token: 't2', expires_in: 1800, username: 'ada' } });
    expect(await renewSession(options, saved({ key: 'k1' }))).toMatchObject({ token: 't2', key: 'k1' });
    expect(log[0]?.params['refresh_token']).toBe('k1');
  });

  it('continues with the expired token where nothing responds and a service worker has stored responses', async () => {
    fakeFetch({ '/oauth2/token': new TypeError('Failed to fetch') });
    await expect(renewSession(options, saved())).rejects.toThrow('Failed to fetch');
    const page = { ...options.page, navigator: { serviceWorker: { controller: {} } } } as unknown as Window;
    expect(await renewSession({ ...options, page }, saved())).toEqual(
      saved({ expires: Date.now() + minute }),
    );
    fakeFetch({ '/oauth2/token': { error: { code: 400, message: 'Invalid refresh token' } } });
    await expect(renewSession({ ...options, page }, saved())).rejects.toThrow('Invalid refresh token');
  });

  it('returns whose token it is: the cookie may be of another account than the page', async () => {
    fakeFetch({ '/oauth2/token': { access_token: 't2', expires_in: 1800, username: 'grace' } });
    expect(await renewSession(options, saved())).toMatchObject({ username: 'grace', token: 't2' });
    fakeFetch({ '/oauth2/token': { access_token: 't2', expires_in: 1800 } });
    expect(await renewSession(options, saved())).toMatchObject({ username: 'ada' });
  });

  it.each([503, 502, 429])('is not a refusal when the status is %d', async (httpStatus) => {
    fakeFetch({ '/oauth2/token': { httpStatus, id: 'membership:portal-unreachable' } });
    const failure: unknown = await renewSession(options, saved()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(wasRefused(failure)).toBe(false);
  });

  it('is a refusal when the portal refuses', async () => {
    fakeFetch({ '/oauth2/token': { error: { code: 400, message: 'Invalid refresh token' } } });
    const failure: unknown = await renewSession(options, saved()).catch((error: unknown) => error);
    expect(wasRefused(failure)).toBe(true);
  });

  it.each([
    ['is not there', new TypeError('Failed to fetch')],
    ['doesn’t respond', new DOMException('late', 'TimeoutError')],
  ])('is not a refusal when the portal %s', async (_why, answer) => {
    fakeFetch({ '/oauth2/token': answer });
    const failure: unknown = await renewSession(options, saved()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(wasRefused(failure)).toBe(false);
  });

  it('is not a refusal for an unknown reason', () => {
    expect(wasRefused(undefined)).toBe(false);
    expect(wasRefused('no')).toBe(false);
  });
});
