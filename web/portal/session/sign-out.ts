import type { SessionOptions } from './renew-session.ts';
import type { SavedSession } from './saved-session.ts';

type Place = Pick<SessionOptions, 'brokerUrl' | 'restUrl' | 'appId'>;
type Ended = Place & { page: { localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> } };

/** Begins the keys of sign-outs that no server has answered; each is of a portal and an application. */
export const signOutPrefix = 'mapping.signed-out:';

const keyOf = ({ restUrl, appId }: Place) => `${signOutPrefix}${restUrl} ${appId}`;

/**
 * Ends a session in the portal and on the server. The request outlives the page, which is reloaded right after, and is
 * not awaited: an unreachable portal must not prevent signing out here. One that is not answered, such as without a
 * connection, is repeated later (`repeatSignOuts`): the server still has the session in its cookie.
 */
export function revokeSession(
  { brokerUrl, restUrl, appId, page }: SessionOptions,
  { token, unverified }: SavedSession,
): void {
  const place = { brokerUrl, restUrl, appId };
  store({ ...place, page }, JSON.stringify(place));
  // This server may still have the cookie of an earlier session; it gets no token that it cannot verify.
  void endOnServer({ ...place, page }, unverified ? {} : { auth_token: token });
  if (unverified) post(restUrl, appId, { auth_token: token }).catch(() => {});
}

/** Ends the session in this browser's cookie, and forgets the sign-out once the server has answered. */
export async function endOnServer(ended: Ended, more: Record<string, string> = {}): Promise<void> {
  const status = await post(ended.brokerUrl, ended.appId, more).then(
    (response) => response.status,
    () => 503,
  );
  if (status !== 429 && status < 500) forgetSignOut(ended);
}

function forgetSignOut(ended: Ended): void {
  ended.page.localStorage.removeItem(keyOf(ended));
}

/** Forgets a sign-out while another sign-in is being completed. @returns a function that stores it again, after a failure */
export function setSignOutAside(ended: Ended): () => void {
  const stored = ended.page.localStorage.getItem(keyOf(ended));
  forgetSignOut(ended);
  return () => {
    if (stored !== null) store(ended, stored);
  };
}

function store(ended: Ended, signOut: string): void {
  try {
    ended.page.localStorage.setItem(keyOf(ended), signOut);
  } catch {
    // Storage is full: the cookie stays for the rest of its day, of no use without the key.
  }
}

function post(at: string, appId: string, more: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ f: 'json', client_id: appId, ...more });
  return fetch(`${at}/oauth2/revokeToken`, { method: 'POST', body, keepalive: true });
}
