import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn, sessionKey } from '../../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { connectPortal } from '../portal-connection.ts';
import { PortalSession } from './portal-session.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const renewed = { access_token: 'token-2', expires_in: 1800, username: 'ada' };
const refused = { error: { code: 400, message: 'Invalid refresh token' } };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-01T08:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('restoring', () => {
  it('finds no user where nothing is saved', async () => {
    const { connection } = await fakeConnection();
    expect(connection.session.credential).toBeUndefined();
    expect(await connection.session.token()).toBe('');
  });

  it('restores a saved session without a portal request', async () => {
    const log = fakeFetch({});
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    expect(connection.session.credential).toEqual({
      server: 'https://portal.example/arcgis/sharing/rest',
      token: 'token-1',
      expires: Date.now() + 20 * minute,
      userId: 'ada',
    });
    expect(log).toEqual([]);
  });

  it('renews an expired token first, and keeps the time of the sign-in', async () => {
    const signedInAt = Date.now() - 5 * 60 * minute;
    fakeFetch({ '/oauth2/token': renewed });
    const { connection, storage } = await fakeConnection({
      saved: savedSignIn({ expires: Date.now() - 1, signedInAt }),
    });
    expect(await connection.session.token()).toBe('token-2');
    expect(JSON.parse(storage.getItem(sessionKey)!)).toMatchObject({
      token: 'token-2',
      signedInAt,
    });
  });

  it('is pending while the portal responds slowly', async () => {
    let answer: (body: object) => void = () => {};
    fakeFetch({ '/oauth2/token': () => new Promise((resolve) => (answer = resolve)) });
    const rig = await fakeConnection();
    rig.storage.setItem(sessionKey, savedSignIn({ expires: Date.now() - 1 }));
    const { session } = rig.connection;
    const seen: boolean[] = [];
    session.subscribe(() => seen.push(session.restoring));
    const restored = session.restore();
    expect(session.restoring).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    answer(renewed);
    await restored;
    expect(seen.at(-1)).toBe(false);
    expect(session.credential?.token).toBe('token-2');
  });

  it('ignores a session the portal refuses to renew', async () => {
    fakeFetch({ '/oauth2/token': refused });
    const { connection } = await fakeConnection({ saved: savedSignIn({ expires: Date.now() - 1 }) });
    expect(connection.session.credential).toBeUndefined();
    expect(await connection.session.token()).toBe('');
    expect(connection.session.expired).toBe(true);
  });

  it('keeps a session when the portal is unreachable, and retries', async () => {
    fakeFetch({ '/oauth2/token': [new TypeError('Failed to fetch'), renewed] });
    const { connection, storage } = await fakeConnection({ saved: savedSignIn({ expires: Date.now() - 1 }) });
    expect(connection.session.credential).toBeUndefined();
    expect(storage.getItem(sessionKey)).not.toBeNull();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(connection.session.credential?.token).toBe('token-2');
  });

  it.each([
    ['older than a day', savedSignIn({ signedInAt: Date.parse('2026-05-01T08:00:00Z') - day })],
    ['made in the future', savedSignIn({ signedInAt: Date.parse('2026-05-01T08:00:01Z') })],
  ])('ignores a session that is %s', async (_what, saved) => {
    const { connection } = await fakeConnection({ saved });
    expect(connection.session.credential).toBeUndefined();
  });

  it.each([
    ['unreadable', '{'],
    ['of another shape', '{"token":5}'],
  ])('ignores and removes a session that is %s', async (_what, saved) => {
    const { connection, storage } = await fakeConnection({ saved });
    expect(connection.session.credential).toBeUndefined();
    expect(storage.length).toBe(0);
  });
});

describe('while the page is open', () => {
  it('renews a minute before the token expires and notifies listeners', async () => {
    fakeFetch({ '/oauth2/token': renewed });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const listener = vi.fn<() => void>();
    connection.session.subscribe(listener);
    await vi.advanceTimersByTimeAsync(19 * minute - 1);
    expect(listener).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(listener).toHaveBeenCalled();
    expect(connection.session.credential?.token).toBe('token-2');
  });

  it('requests one renewal however many requests need it', async () => {
    const log = fakeFetch({ '/oauth2/token': renewed });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const tokens = await Promise.all([
      connection.session.renew('token-1'),
      connection.session.renew('token-1'),
      connection.session.token(),
    ]);
    expect(tokens).toEqual(['token-2', 'token-2', 'token-2']);
    expect(log).toHaveLength(1);
    expect(await connection.session.renew('token-1')).toBe('token-2');
    expect(log).toHaveLength(1);
  });

  it('does not renew a token that lives for a minute and a half every second', async () => {
    const log = fakeFetch({ '/oauth2/token': { ...renewed, expires_in: 90 } });
    await fakeConnection({ saved: savedSignIn({ expires: Date.now() + minute / 2 }) });
    await vi.advanceTimersByTimeAsync(minute);
    expect(log.length).toBeLessThanOrEqual(4);
    expect(log.length).toBeGreaterThanOrEqual(2);
  });

  it('never renews a token of two weeks', async () => {
    const log = fakeFetch({});
    const { connection } = await fakeConnection({
      saved: savedSignIn({ expires: Date.now() + 14 * day }),
    });
    await vi.advanceTimersByTimeAsync(day - 1);
    expect(await connection.session.token()).toBe('token-1');
    expect(log).toEqual([]);
  });

  it('ends one day after the sign-in', async () => {
    const log = fakeFetch({ '/oauth2/token': { ...renewed, expires_in: 4 * day } });
    const { connection, storage } = await fakeConnection({
      saved: savedSignIn({ expires: Date.now() + 3 * day }),
    });
    await vi.advanceTimersByTimeAsync(day - 1);
    expect(connection.session.credential).toBeDefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.session.credential).toBeUndefined();
    expect(storage.length).toBe(0);
    expect(log).toEqual([]);
  });

  it('stays in sync with other tabs', async () => {
    const { connection, otherTabWrote } = await fakeConnection();
    const listener = vi.fn<() => void>();
    const stop = connection.session.subscribe(listener);
    otherTabWrote(sessionKey, savedSignIn({ username: 'grace', token: 'theirs' }));
    expect(connection.session.credential).toMatchObject({ userId: 'grace', token: 'theirs' });
    otherTabWrote('something-else', null);
    expect(listener).toHaveBeenCalledTimes(1);
    otherTabWrote(sessionKey, savedSignIn({ username: 'grace', token: 'renewed' }));
    expect(connection.session.credential?.token).toBe('renewed');
    stop();
    otherTabWrote(sessionKey, savedSignIn({ username: 'grace', token: 'later' }));
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe('a session that ends during work', () => {
  async function ended() {
    fakeFetch({ '/oauth2/token': refused });
    const rig = await fakeConnection({ saved: savedSignIn() });
    const { session } = rig.connection;
    const stop = session.askInPlace();
    const token = session.renew('token-1');
    await vi.waitFor(() => expect(session.asking).toBe(true));
    return { ...rig, session, token, stop };
  }

  it('holds requests for the user, and resumes with another tab’s session', async () => {
    const { session, token, otherTabWrote } = await ended();
    const later = session.token();
    expect(session.credential?.userId).toBe('ada');
    otherTabWrote(sessionKey, savedSignIn({ token: 'token-5' }));
    expect(await Promise.all([token, later])).toEqual(['token-5', 'token-5']);
    expect([session.asking, session.expired]).toEqual([false, false]);
  });

  it('continues when another tab finds the session expired before a new sign-in', async () => {
    const { session, token, otherTabWrote } = await ended();
    otherTabWrote(sessionKey, null);
    expect(session.asking).toBe(true);
    otherTabWrote(sessionKey, savedSignIn({ token: 'token-7' }));
    expect(await token).toBe('token-7');
  });

  it('adopts another tab’s session, and leaves it stored', async () => {
    fakeFetch({ '/oauth2/token': refused });
    const { connection, storage } = await fakeConnection({ saved: savedSignIn() });
    storage.setItem(sessionKey, savedSignIn({ token: 'token-8' }));
    expect(await connection.session.renew('token-1')).toBe('token-8');
    expect(storage.getItem(sessionKey)).toContain('token-8');
  });

  it('ends when the user cancels, or when the page can no longer prompt', async () => {
    const first = await ended();
    first.session.giveUp();
    expect(await first.token).toBe('');
    expect([first.session.asking, first.session.expired]).toEqual([false, true]);
    const second = await ended();
    second.stop();
    expect(await second.token).toBe('');
    expect(second.storage.getItem(sessionKey)).toBeNull();
  });

  it('ends when the user signs out', async () => {
    const { session, token } = await ended();
    session.signOut();
    expect(await token).toBe('');
    expect([session.asking, session.expired]).toEqual([false, false]);
  });

  it('prompts after a day as well', async () => {
    fakeFetch({});
    const { connection, otherTabWrote } = await fakeConnection({
      saved: savedSignIn({ expires: Date.now() + 3 * day }),
    });
    const { session } = connection;
    session.askInPlace();
    await vi.advanceTimersByTimeAsync(day);
    expect(session.asking).toBe(true);
    const token = session.token();
    otherTabWrote(sessionKey, savedSignIn({ token: 'token-6' }));
    expect(await token).toBe('token-6');
  });

  it('does not prompt when the page starts with it', async () => {
    fakeFetch({ '/oauth2/token': refused });
    const rig = await fakeConnection();
    rig.connection.session.askInPlace();
    rig.storage.setItem(sessionKey, savedSignIn({ expires: Date.now() - 1 }));
    await rig.connection.session.restore();
    expect(rig.connection.session.asking).toBe(false);
  });
});

describe('signing out', () => {
  it('deletes the session and revokes it on the portal', async () => {
    const log = fakeFetch({ '/oauth2/revokeToken': { success: true } });
    const { connection, storage } = await fakeConnection({ saved: savedSignIn() });
    connection.session.signOut();
    expect(connection.session.credential).toBeUndefined();
    expect(storage.getItem(sessionKey)).toBeNull();
    await vi.waitFor(() => expect(log).toHaveLength(1));
    await vi.waitFor(() => expect(storage.length).toBe(0));
    expect(log[0]).toMatchObject({
      method: 'POST',
      params: { auth_token: 'token-1', client_id: 'app1' },
    });
  });

  it('works when the portal is unreachable', async () => {
    fakeFetch({ '/oauth2/revokeToken': new TypeError('Failed to fetch') });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    connection.session.signOut();
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.session.credential).toBeUndefined();
  });

  it('overrides a pending renewal', async () => {
    let answer: (body: object) => void = () => {};
    fakeFetch({
      '/oauth2/token': () => new Promise((resolve) => (answer = resolve)),
      '/oauth2/revokeToken': { success: true },
    });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const renewal = connection.session.renew('token-1');
    await vi.advanceTimersByTimeAsync(1);
    connection.session.signOut();
    answer(renewed);
    expect(await renewal).toBe('');
    expect(connection.session.credential).toBeUndefined();
  });
});

describe('a session that this server cannot verify', () => {
  const unverified = () => savedSignIn({ unverified: true });
  const start = async () => {
    const rig = await fakeConnection();
    rig.page.sessionStorage.setItem(sessionKey, unverified());
    await rig.connection.session.restore();
    return rig;
  };

  it('is restored in its own tab, and ended by no other', async () => {
    const { connection, storage, otherTabWrote } = await start();
    expect(connection.session.unverified).toBe(true);
    expect(storage.getItem(sessionKey)).toBeNull();
    otherTabWrote(sessionKey, null);
    expect(connection.session.credential?.token).toBe('token-1');
  });

  it('ends with its token, which nothing renews, and asks in place during work', async () => {
    const log = fakeFetch({});
    const { connection, page } = await start();
    connection.session.askInPlace();
    await vi.advanceTimersByTimeAsync(20 * minute - 1);
    expect(connection.session.asking).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.session.asking).toBe(true);
    connection.session.giveUp();
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.session.credential).toBeUndefined();
    expect(page.sessionStorage.getItem(sessionKey)).toBeNull();
    expect(log).toEqual([]);
  });

  it('is signed out at the portal by the page; the server gets no token', async () => {
    const log = fakeFetch({ '/oauth2/revokeToken': { success: true } });
    const { connection, page } = await start();
    connection.session.signOut();
    await vi.waitFor(() => expect(log).toHaveLength(2));
    expect(log.map(({ path, params }) => [path.startsWith('/api/'), params['auth_token']])).toEqual([
      [true, undefined],
      [false, 'token-1'],
    ]);
    expect(page.sessionStorage.getItem(sessionKey)).toBeNull();
  });
});

describe('unsaved work', () => {
  it('is stored before the page reloads, and restored once', async () => {
    const { connection, page } = await fakeConnection();
    const kept: string[] = [];
    connection.session.onLeaving(async (state) => void kept.push(state));
    connection.session.onLeaving(() => Promise.reject(new Error('The disk is full')));
    await connection.session.keepWork();
    const again = () =>
      connectPortal({ url: 'https://portal.example', appId: 'app', signIn: 'redirect' }, 'demo', page);
    expect(again().session.returned).toBe(kept[0]);
    expect(again().session.returned).toBeUndefined();
  });
});

describe('an anonymous session', () => {
  it('ignores saved sessions and refuses to sign in', async () => {
    const { page, storage } = await fakeConnection();
    storage.setItem(sessionKey, savedSignIn());
    const session = new PortalSession({
      restUrl: 'https://portal.example/arcgis/sharing/rest',
      appId: 'app1',
      brokerUrl: 'http://maps.example/api/session/demo/x',
      mode: 'anonymous',
      redirectUri: 'http://maps.example/demo/signed-in',
      page,
    });
    await session.restore();
    expect(session.credential).toBeUndefined();
    await expect(session.signIn('en')).rejects.toMatchObject({ id: 'portal:invalid-auth-mode' });
  });
});
