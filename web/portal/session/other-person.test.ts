import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn, sessionKey } from '../../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { fakePage } from '../../../testing/web/fake-page.ts';
import { connectPortal } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import type { beginSignIn } from './oauth-sign-in.ts';
import type { SavedSession } from './saved-session.ts';

const begin = vi.hoisted(() => vi.fn<typeof beginSignIn>());
vi.mock('./oauth-sign-in.ts', async (original) => ({
  ...(await original<typeof import('./oauth-sign-in.ts')>()),
  beginSignIn: begin,
}));

const refused = { error: { code: 400, message: 'Invalid refresh token' } };
const ended = { error: { code: 498, message: 'Invalid token.' } };
const here = 'http://maps.example/demo/map?a=1#at=1,2';
const grace = () => savedSignIn({ username: 'grace', token: 'theirs' });
const other = { id: 'session:other-account' };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-01T08:00:00Z') });
  begin.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page of ada whose session has ended, with a change that waits for her. */
async function waitingForAda() {
  const log = fakeFetch({
    '/oauth2/token': refused,
    '/oauth2/revokeToken': { success: true },
    '/applyEdits': ({ params }: { params: Record<string, string> }) =>
      params['token'] === 'token-1' ? ended : { success: true },
  });
  const rig = await fakeConnection({ saved: savedSignIn() });
  const { session } = rig.connection;
  session.askInPlace();
  const change = portalRequest(rig.connection, 'applyEdits', { body: { adds: '[]' } });
  change.catch(() => {});
  await vi.waitFor(() => expect(session.asking).toBe(true));
  const tokensSent = () =>
    log.filter(({ path }) => path.endsWith('/applyEdits')).map(({ params }) => params['token']);
  return { ...rig, session, change, tokensSent };
}

describe('a change that waits for its author’s sign-in', () => {
  it('is not sent for another account that signs in here', async () => {
    const { session, change, tokensSent, storage } = await waitingForAda();
    begin.mockResolvedValueOnce(JSON.parse(grace()) as SavedSession);
    await expect(session.signInAgain('en')).rejects.toMatchObject(other);
    expect(session.asking).toBe(true);
    expect(storage.getItem(sessionKey)).not.toContain('theirs');
    begin.mockResolvedValueOnce(JSON.parse(savedSignIn({ token: 'token-2' })) as SavedSession);
    await session.signInAgain('en');
    await change;
    expect(tokensSent()).toEqual(['token-1', 'token-2']);
    expect(begin.mock.lastCall?.[0]).toMatchObject({ mode: 'popup', confirms: 'ada' });
  });

  it('fails when another account signs in in another tab, and the page is loaded again', async () => {
    const { session, change, tokensSent, otherTabWrote, storage, left } = await waitingForAda();
    otherTabWrote(sessionKey, grace());
    await expect(change).rejects.toMatchObject(other);
    expect(tokensSent()).toEqual(['token-1']);
    await expect(session.token()).rejects.toMatchObject(other);
    await vi.waitFor(() => expect(left).toEqual([here]));
    expect(storage.getItem(sessionKey)).toContain('theirs');
  });

  it('fails when the session of another account is found instead of its own', async () => {
    fakeFetch({ '/oauth2/token': refused });
    const { connection, storage, left } = await fakeConnection({ saved: savedSignIn() });
    storage.setItem(sessionKey, grace());
    await expect(connection.session.renew('token-1')).rejects.toMatchObject(other);
    await vi.waitFor(() => expect(left).toEqual([here]));
    expect(storage.getItem(sessionKey)).toContain('theirs');
  });

  it('fails when the renewed token is of another account, and is not sent with it', async () => {
    const log = fakeFetch({
      '/oauth2/token': { access_token: 'theirs', expires_in: 1800, username: 'grace' },
    });
    const { connection, left } = await fakeConnection({ saved: savedSignIn() });
    await expect(connection.session.renew('token-1')).rejects.toMatchObject(other);
    await expect(portalRequest(connection, 'applyEdits', { body: { adds: '[]' } })).rejects.toMatchObject(
      other,
    );
    await vi.waitFor(() => expect(left).toEqual([here]));
    expect(connection.session.credential?.token).toBe('token-1');
    expect(log.map(({ path }) => path.split('/').at(-1))).toEqual(['token']);
  });

  it('fails at the end of a day as well', async () => {
    fakeFetch({});
    const day = 24 * 60 * 60_000;
    const { connection, otherTabWrote } = await fakeConnection({
      saved: savedSignIn({ expires: Date.now() + 3 * day }),
    });
    connection.session.askInPlace();
    await vi.advanceTimersByTimeAsync(day);
    const token = connection.session.token();
    token.catch(() => {});
    otherTabWrote(sessionKey, savedSignIn({ username: 'grace', token: 'theirs' }));
    await expect(token).rejects.toMatchObject(other);
  });
});

describe('a page of a person who is signed in', () => {
  it('is loaded again, with its work stored for them, when another account signs in elsewhere', async () => {
    fakeFetch({});
    const { connection, otherTabWrote, left } = await fakeConnection({ saved: savedSignIn() });
    const { session } = connection;
    const authors: (string | undefined)[] = [];
    session.onLeaving(async () => void authors.push(session.credential?.userId));
    otherTabWrote(sessionKey, grace());
    await vi.waitFor(() => expect(left).toEqual([here]));
    expect(authors).toEqual(['ada']);
    expect(session.credential?.token).toBe('token-1');
  });

  it('is loaded again when they sign out in another tab', async () => {
    const { connection, page, otherTabWrote, left } = await fakeConnection({ saved: savedSignIn() });
    otherTabWrote(sessionKey, null);
    await expect(connection.session.token()).rejects.toMatchObject(other);
    await vi.waitFor(() => expect(left).toEqual([here]));
    const reloaded = () =>
      connectPortal({ url: connection.url, appId: 'app1', signIn: 'redirect' }, 'demo', page);
    expect([reloaded().session.expired, reloaded().session.expired]).toEqual([true, false]);
  });

  it('is loaded again although its work cannot be stored, without its forms asking', async () => {
    const { connection, page, otherTabWrote, left } = await fakeConnection({ saved: savedSignIn() });
    connection.session.onLeaving(() => new Promise(() => {}));
    const listeners = vi.spyOn(page, 'addEventListener');
    otherTabWrote(sessionKey, null);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(left).toEqual([here]);
    // Before those of forms, as browsers call them.
    const [, listener] = listeners.mock.calls.find(
      ([event, , how]) => event === 'beforeunload' && (how as AddEventListenerOptions).capture,
    )!;
    const leaving = new Event('beforeunload');
    const stopped = vi.spyOn(leaving, 'stopImmediatePropagation');
    (listener as EventListener)(leaving);
    expect(stopped).toHaveBeenCalledOnce();
  });

  it('is loaded again when the browser shows it from its history after they signed out', async () => {
    const { page, storage, left } = await fakeConnection({ saved: savedSignIn() });
    storage.removeItem(sessionKey);
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await vi.waitFor(() => expect(left).toEqual([here]));
  });

  it('continues with a newer session of the same account', async () => {
    const { connection, otherTabWrote, left } = await fakeConnection({ saved: savedSignIn() });
    otherTabWrote(sessionKey, savedSignIn({ token: 'token-2' }));
    expect(await connection.session.token()).toBe('token-2');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(left).toEqual([]);
  });

  it('is loaded again when another account signs in after theirs has ended', async () => {
    const { session, change, left, storage } = await waitingForAda();
    session.giveUp();
    await expect(change).rejects.toMatchObject({ status: 498 });
    begin.mockResolvedValueOnce(JSON.parse(grace()) as SavedSession);
    await session.signIn('en');
    await expect(session.token()).rejects.toMatchObject(other);
    await vi.waitFor(() => expect(left).toEqual([here]));
    expect(storage.getItem(sessionKey)).toContain('theirs');
  });

  it('keeps the session of another account when a late renewal of theirs arrives', async () => {
    let answer: (body: object) => void = () => {};
    fakeFetch({ '/oauth2/token': () => new Promise((resolve) => (answer = resolve)) });
    const { connection, storage, otherTabWrote } = await fakeConnection({ saved: savedSignIn() });
    const renewal = connection.session.renew('token-1');
    renewal.catch(() => {});
    await vi.advanceTimersByTimeAsync(1);
    otherTabWrote(sessionKey, grace());
    answer({ access_token: 'token-2', expires_in: 1800, username: 'ada' });
    await expect(renewal).rejects.toMatchObject(other);
    expect(storage.getItem(sessionKey)).toContain('theirs');
  });
});

describe('a session that another tab finds ended', () => {
  const settings = { url: 'http://portal.example/arcgis', appId: 'app1', signIn: 'redirect' } as const;

  /** A tab of ada with unsaved work, and one that is opened `after` milliseconds, while the first sleeps. */
  async function secondTab(after: number) {
    const log = fakeFetch({ '/oauth2/token': refused });
    const first = await fakeConnection({ saved: savedSignIn() });
    first.connection.session.askInPlace();
    vi.setSystemTime(Date.now() + after);
    const before = first.storage.getItem(sessionKey);
    const { page } = fakePage();
    Object.assign(page, { localStorage: first.storage });
    const { session } = connectPortal(settings, 'demo', page);
    await session.restore();
    const stored = first.storage.getItem(sessionKey);
    if (stored !== before) first.otherTabWrote(sessionKey, stored);
    await vi.advanceTimersByTimeAsync(1);
    return { first, page, session, log };
  }

  it.each([
    ['its day is over', 24 * 60 * 60_000],
    ['the portal refuses to renew it', 21 * 60_000],
  ])('does not reload the first tab: %s', async (_why, after) => {
    const { first, session } = await secondTab(after);
    expect(session.credential).toBeUndefined();
    expect(first.left).toEqual([]);
    expect(first.connection.session.credential?.userId).toBe('ada');
  });

  it('is neither used nor renewed again by the tab that found it, until another one renews it', async () => {
    const { first, page, session, log } = await secondTab(21 * 60_000);
    const requested = log.length;
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await session.restore();
    expect([session.credential, session.expired, log.length]).toEqual([undefined, true, requested]);
    first.storage.setItem(sessionKey, savedSignIn({ token: 'token-2' }));
    await session.restore();
    expect([session.credential?.token, session.expired]).toEqual(['token-2', false]);
  });

  it('is removed when it is of one tab only', async () => {
    const { page } = fakePage();
    page.sessionStorage.setItem(sessionKey, savedSignIn({ expires: Date.now() - 1, unverified: true }));
    const { session } = connectPortal(settings, 'demo', page);
    await session.restore();
    expect([session.expired, page.sessionStorage.length]).toEqual([true, 0]);
  });
});
