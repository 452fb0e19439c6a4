/** A session as stored between page loads, without its refresh token. Times are epoch milliseconds. */
export interface SavedSession {
  username: string;
  token: string;
  /** When to renew the token, a few minutes before the portal's own limit. */
  expires: number;
  /** When the user signed in: a session ends after one day. */
  signedInAt: number;
  /** Sent with each renewal: without it, the server's cookie of this browser, which has the refresh token, renews nothing. */
  key?: string;
  /**
   * The page exchanged the code itself, because this server does not reach the portal: nothing renews the
   * token, and this server cannot verify its owner. Such a session is stored by one tab for itself.
   */
  unverified?: true;
}

/** Lifetime of a stored sign-in in milliseconds: one day. */
export const savedSessionLife = 24 * 60 * 60 * 1000;

/** Milliseconds before a token's expiry at which it is renewed in the background. */
const renewAhead = 60_000;

/** When to renew a session's token, and when the session ends, in epoch milliseconds. */
export function eventsOf({ signedInAt, expires, unverified }: SavedSession, now: number) {
  // A portal may issue tokens that live for less than a minute. One that nothing renews lasts until then.
  const renewal = unverified ? expires : expires - Math.min(renewAhead, (expires - now) / 2);
  return { renewal, end: signedInAt + savedSessionLife };
}

export const savedSessionPrefix = 'mapping.session:';

/** The storage key for the sign-in to one portal by one application. */
export function savedSessionKey(restUrl: string, appId: string): string {
  return `${savedSessionPrefix}${restUrl}:${appId}`;
}

type Storages = Pick<Window, 'localStorage' | 'sessionStorage'>;

/** The sign-in of this browser, or else that of this tab. */
export function restoreSession(page: Storages, key: string, now: number): SavedSession | undefined {
  return readSavedSession(page.localStorage, key, now) ?? readSavedSession(page.sessionStorage, key, now);
}

/** Stores a sign-in for this browser, or for this tab if it is unverified. */
export function storeSession(page: Storages, key: string, session: SavedSession): void {
  const { localStorage: browser, sessionStorage: tab } = page;
  const [own, other] = session.unverified ? [tab, browser] : [browser, tab];
  other.removeItem(key);
  // Replaced, not removed: other tabs sign out when the session of the browser is removed.
  writeSavedSession(own, key, session);
}

export function dropSession(page: Storages, key: string): void {
  page.localStorage.removeItem(key);
  page.sessionStorage.removeItem(key);
}

/**
 * Reads the stored sign-in; one whose day is over counts as none, and an unreadable one is removed. The
 * former stays, because other tabs sign out when the session of the browser is removed.
 */
export function readSavedSession(storage: Storage, key: string, now: number): SavedSession | undefined {
  const text = storage.getItem(key);
  const saved = parseSavedSession(text);
  if (!saved) {
    storage.removeItem(key);
    return undefined;
  }
  if (now >= saved.signedInAt + savedSessionLife || saved.signedInAt > now) return undefined;
  // Earlier versions stored the refresh token as well, where every script of this origin could read it.
  if (text !== JSON.stringify(saved)) writeSavedSession(storage, key, saved);
  return saved;
}

export function writeSavedSession(storage: Storage, key: string, session: SavedSession): void {
  try {
    storage.setItem(key, JSON.stringify(session));
  } catch {
    // Storage is full: the sign-in lasts as long as the page, and an earlier one must not be restored.
    storage.removeItem(key);
  }
}

/** Validates a stored sign-in, which other scripts of this origin may have written. */
export function parseSavedSession(text: string | null): SavedSession | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isSavedSession(value)) return undefined;
    const { username, token, expires, signedInAt, key, unverified } = value;
    return {
      username,
      token,
      expires,
      signedInAt,
      ...(typeof key === 'string' && { key }),
      ...(unverified === true && { unverified }),
    };
  } catch {
    return undefined;
  }
}

function isSavedSession(value: unknown): value is SavedSession {
  if (typeof value !== 'object' || value === null) return false;
  const { username, token, expires, signedInAt } = value as Record<string, unknown>;
  return (
    typeof username === 'string' &&
    typeof token === 'string' &&
    token !== '' &&
    typeof expires === 'number' &&
    typeof signedInAt === 'number'
  );
}
