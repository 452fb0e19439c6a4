import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { pause, portalRequest } from './portal-request.ts';

const invalidToken = { error: { code: 498, messageCode: 'GWM_0001', message: 'Invalid token.' } };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('portalRequest', () => {
  it('requests JSON by GET, without a token for visitors', async () => {
    const log = fakeFetch({ '/portals/self': { id: 'p' } });
    const { connection } = await fakeConnection();
    expect(await portalRequest(connection, 'portals/self', { params: { culture: 'en' } })).toEqual({
      id: 'p',
    });
    expect(log).toMatchObject([
      { method: 'GET', path: '/arcgis/sharing/rest/portals/self', params: { f: 'json', culture: 'en' } },
    ]);
    expect(log[0]?.params).not.toHaveProperty('token');
  });

  it('appends the token of a signed-in user', async () => {
    const log = fakeFetch({ '/search': {} });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    await portalRequest(connection, 'search');
    expect(log[0]).toMatchObject({ method: 'GET', params: { token: 'token-1' } });
  });

  it('posts a body', async () => {
    const log = fakeFetch({ '/addItem': { success: true } });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    await portalRequest(connection, 'content/users/ada/addItem', {
      body: { title: 'Parks & trees', tags: ['a', 'b'] },
    });
    expect(log[0]).toMatchObject({
      method: 'POST',
      params: { title: 'Parks & trees', tags: 'a,b', token: 'token-1', f: 'json' },
    });
  });

  it.each([
    [1800, 'GET'],
    [2001, 'POST'],
  ])('sends a query of %i characters as %s', async (length, method) => {
    const log = fakeFetch({ '/search': {} });
    const { connection } = await fakeConnection();
    await portalRequest(connection, 'search', { params: { q: 'x'.repeat(length) } });
    expect(log[0]?.method).toBe(method);
    expect(log[0]?.params['q']).toHaveLength(length);
  });

  it.each([
    [429, 'with a 429 envelope', { httpStatus: 429, error: { code: 429, message: 'Too many requests.' } }],
    [504, 'with a proxy’s 504', { httpStatus: 504 }],
  ])('repeats a read that was answered %i (%s)', async (_status, _what, refusal) => {
    vi.useFakeTimers();
    const log = fakeFetch({ '/search': [refusal, refusal, { total: 3 }] });
    const { connection } = await fakeConnection();
    const answer = portalRequest(connection, 'search', { params: { q: 'a' } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toEqual({ total: 3 });
    expect(log).toHaveLength(3);
  });

  it('reports a portal that stays overloaded, and repeats no change that a proxy may have passed on', async () => {
    vi.useFakeTimers();
    const busy = { httpStatus: 429, error: { code: 429, message: 'Too many requests.' } };
    const log = fakeFetch({ '/search': busy, '/update': { httpStatus: 504 } });
    const { connection } = await fakeConnection();
    const failure = portalRequest(connection, 'search').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failure).toMatchObject({ id: 'portal:busy' });
    expect(log).toHaveLength(3);
    await expect(portalRequest(connection, 'update', { body: { title: 'x' } })).rejects.toMatchObject({
      id: 'portal:unreachable',
    });
    expect(log).toHaveLength(4);
  });

  it('repeats nothing that took long to fail', async () => {
    vi.useFakeTimers();
    const log = fakeFetch({ '/search': { httpStatus: 504 } });
    const { connection } = await fakeConnection();
    // As long as the proxy waits.
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(50_000);
    const failure = portalRequest(connection, 'search').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failure).toMatchObject({ id: 'portal:unreachable' });
    expect(log).toHaveLength(1);
  });

  it('stops repeating when the caller leaves', async () => {
    vi.useFakeTimers();
    const log = fakeFetch({ '/search': { httpStatus: 504 } });
    const { connection } = await fakeConnection();
    const leaving = new AbortController();
    const failure = portalRequest(connection, 'search', { signal: leaving.signal }).catch(
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(100);
    leaving.abort();
    expect(await failure).toMatchObject({ id: 'portal:aborted' });
    expect(log).toHaveLength(1);
  });

  it('renews a rejected token and repeats the request once', async () => {
    const log = fakeFetch({
      '/search': [invalidToken, { total: 1 }],
      '/oauth2/token': { access_token: 'token-2', expires_in: 1800, username: 'ada' },
    });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    expect(await portalRequest(connection, 'search')).toEqual({ total: 1 });
    expect(log.map((requested) => requested.params['token'])).toEqual(['token-1', undefined, 'token-2']);
  });

  it('gives up when the renewed token is rejected too', async () => {
    fakeFetch({
      '/search': invalidToken,
      '/oauth2/token': { access_token: 'token-2', expires_in: 1800, username: 'ada' },
    });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    await expect(portalRequest(connection, 'search')).rejects.toMatchObject({
      id: 'portal:invalid-token',
      status: 498,
    });
  });

  it('ends the session when the portal refuses to renew', async () => {
    fakeFetch({
      '/search': invalidToken,
      '/oauth2/token': { error: { code: 400, message: 'Invalid refresh token' } },
    });
    const { connection, storage } = await fakeConnection({ saved: savedSignIn() });
    await expect(portalRequest(connection, 'search')).rejects.toMatchObject({ id: 'portal:invalid-token' });
    expect(connection.session.credential).toBeUndefined();
    expect(storage.length).toBe(0);
  });

  it('renews no token for visitors', async () => {
    const log = fakeFetch({ '/items/x': { error: { code: 499, message: 'Token Required' } } });
    const { connection } = await fakeConnection();
    await expect(portalRequest(connection, 'content/items/x')).rejects.toMatchObject({
      id: 'portal:token-required',
    });
    expect(log).toHaveLength(1);
  });

  it.each([
    ['repeats a request once the user has confirmed that it is they', true, 2],
    ['reports the refusal when the user cancels', false, 1],
  ])('%s', async (_what, confirmed, sent) => {
    const faults = [{ path: '', message: 'Sign in again first.', code: 'recent-sign-in' }];
    const refusal = { error: { code: 400, message: 'Sign in again first.', faults } };
    const log = fakeFetch({ '/updateUserRole': [refusal, { success: true }] });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const { session } = connection;
    const confirm = vi.spyOn(session, 'confirm').mockResolvedValue(confirmed);
    const answer = await portalRequest(connection, 'portals/self/updateUserRole', {
      body: { role: 'org_user' },
    }).catch((error: unknown) => error);
    expect(answer).toMatchObject(confirmed ? { success: true } : { faults });
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(log.map(({ params }) => params['role'])).toEqual(Array<string>(sent).fill('org_user'));
  });

  it('gives large files the time that a slow connection needs', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    fakeFetch({ '/addItem': { id: 'i1' } });
    const { connection } = await fakeConnection();
    const file = new File([new Uint8Array(10_000_000)], 'plan.pdf');
    await portalRequest(connection, 'content/users/ada/addItem', { body: { file } });
    expect(timeouts).toHaveBeenCalledWith(60_000 + 400_000);
  });

  it('gives up after 60 seconds with “Timeout exceeded”', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((after) => {
      expect(after).toBe(60_000);
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    });
    fakeFetch({ '/search': {} });
    const { connection } = await fakeConnection();
    await expect(portalRequest(connection, 'search')).rejects.toMatchObject({
      id: 'portal:timeout',
      message: 'Timeout exceeded',
    });
  });

  it('stops when the caller aborts', async () => {
    fakeFetch({ '/search': {} });
    const { connection } = await fakeConnection();
    await expect(portalRequest(connection, 'search', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      id: 'portal:aborted',
    });
  });
});

describe('a pause', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('ends after its time and leaves nothing at the signal', async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    const paused = pause(1000, signal);
    vi.advanceTimersByTime(999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    await paused;
    expect(removed).toHaveBeenCalledOnce();
  });

  it.each([
    ['during it', false],
    ['before it', true],
  ])('is refused with the reason when the signal is aborted %s', async (_when, before) => {
    const leaving = new AbortController();
    const reason = new Error('left');
    if (before) leaving.abort(reason);
    const paused = pause(1000, leaving.signal);
    leaving.abort(reason);
    await expect(paused).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});
