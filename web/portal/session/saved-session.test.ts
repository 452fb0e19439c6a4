import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../../../testing/web/fake-page.ts';
import {
  parseSavedSession,
  readSavedSession,
  type SavedSession,
  savedSessionKey,
  savedSessionLife,
  storeSession,
  writeSavedSession,
} from './saved-session.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const session: SavedSession = { username: 'ada', token: 't', expires: now + 1000, signedInAt: now };

describe('a saved session', () => {
  it('lasts one day', () => {
    expect(savedSessionLife).toBe(86_400_000);
  });

  it('is stored per portal and application', () => {
    const keys = [
      savedSessionKey('https://a.example/sharing/rest', 'app1'),
      savedSessionKey('https://a.example/sharing/rest', 'app2'),
      savedSessionKey('https://b.example/sharing/rest', 'app1'),
    ];
    expect(new Set(keys).size).toBe(3);
  });

  it.each([
    ['at once', 0, true],
    ['a moment before a day has passed', savedSessionLife - 1, true],
    ['when a day has passed', savedSessionLife, false],
    ['long after', 10 * savedSessionLife, false],
    ['before it was made, as after a clock was set back', -1, false],
  ])('read %s', (_when, after, there) => {
    const storage = new MemoryStorage();
    writeSavedSession(storage, 'k', session);
    expect(readSavedSession(storage, 'k', now + after)).toEqual(there ? session : undefined);
    // Also when it is over: other tabs sign out when it is removed.
    expect(storage.getItem('k')).toBe(JSON.stringify(session));
  });

  it('of an earlier version loses its refresh token at once', () => {
    const storage = new MemoryStorage();
    storage.setItem('k', JSON.stringify({ ...session, refreshToken: 'secret', refreshTokenExpires: now }));
    expect(readSavedSession(storage, 'k', now)).toEqual(session);
    expect(storage.getItem('k')).toBe(JSON.stringify(session));
  });

  it('round-trips', () => {
    const any = fc.record<SavedSession>(
      {
        username: fc.string(),
        token: fc.string({ minLength: 1 }),
        expires: fc.integer(),
        signedInAt: fc.integer({ min: now - savedSessionLife + 1, max: now }),
        key: fc.string(),
      },
      { requiredKeys: ['username', 'token', 'expires', 'signedInAt'] },
    );
    fc.assert(
      fc.property(any, (written) => {
        const storage = new MemoryStorage();
        writeSavedSession(storage, 'k', written);
        expect(readSavedSession(storage, 'k', now)).toEqual(written);
      }),
    );
  });

  it('is never read from arbitrary text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        // Random input never forms a session: a username, a token, an expiry and a start together.
        expect(parseSavedSession(text)).toBeUndefined();
      }),
    );
  });

  it.each([
    ['no text', null],
    ['an empty text', ''],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['an empty token', JSON.stringify({ ...session, token: '' })],
    ['a name that is not a text', JSON.stringify({ ...session, username: 5 })],
    ['an end that is not a number', JSON.stringify({ ...session, expires: '2026' })],
    ['no beginning', JSON.stringify({ ...session, signedInAt: undefined })],
  ])('with %s is ignored', (_what, text) => {
    expect(parseSavedSession(text)).toBeUndefined();
  });

  it('is replaced without being removed first, which would sign out the other tabs', () => {
    const page = { localStorage: new MemoryStorage(), sessionStorage: new MemoryStorage() };
    storeSession(page, 'k', session);
    const removed = vi.spyOn(page.localStorage, 'removeItem');
    storeSession(page, 'k', { ...session, token: 'renewed' });
    expect(removed).not.toHaveBeenCalled();
    expect(parseSavedSession(page.localStorage.getItem('k'))?.token).toBe('renewed');
  });

  it('leaves no earlier one behind', () => {
    const page = { localStorage: new MemoryStorage(), sessionStorage: new MemoryStorage() };
    storeSession(page, 'k', session);
    storeSession(page, 'k', { ...session, unverified: true });
    expect(page.localStorage.getItem('k')).toBeNull();
    page.sessionStorage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    storeSession(page, 'k', { ...session, username: 'grace', unverified: true });
    expect(page.sessionStorage.getItem('k')).toBeNull();
  });

  it('tolerates unavailable storage', () => {
    const storage = new MemoryStorage();
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(() => writeSavedSession(storage, 'k', session)).not.toThrow();
  });
});
