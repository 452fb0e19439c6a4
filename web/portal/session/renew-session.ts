import { fetchToken } from '@esri/arcgis-rest-request';
import type { SavedSession } from './saved-session.ts';

/** Milliseconds after which a portal that did not respond is retried. */
export const renewRetry = 30_000;

/** What a session needs to know about its portal and its page. */
export interface SessionOptions {
  /** The portal's REST root. */
  restUrl: string;
  /** OAuth client id; empty when the organisation has none. */
  appId: string;
  /** The server's OAuth 2 endpoint for this portal, which stores the refresh token. */
  brokerUrl: string;
  /** `anonymous` never signs in. */
  mode: 'redirect' | 'popup' | 'anonymous';
  /** The redirect URL, exactly as registered on the portal. */
  redirectUri: string;
  page: Window;
}

/** The argument of the map SDK's identity manager (`registerToken`). `expires` is epoch milliseconds. */
export interface PortalCredential {
  server: string;
  token: string;
  expires: number;
  userId: string;
}

export function credentialOf(
  { restUrl }: SessionOptions,
  { token, expires, username }: SavedSession,
): PortalCredential {
  return { server: restUrl, token, expires, userId: username };
}

/**
 * Requests a new token from the server, which has the refresh token in a cookie that no script can read, and that renews
 * nothing without the session's key. The day still counts from the original sign-in. The user is that of the new token, who may be another: tabs share the cookie.
 *
 * Where nothing responds and a service worker may have stored responses for this user, the expired token counts as
 * theirs until the next attempt: maps are then read from the store, and a server that responds refuses it.
 * @throws when the portal refuses or is unreachable
 */
export async function renewSession(
  { brokerUrl, appId, page }: SessionOptions,
  saved: SavedSession,
): Promise<SavedSession> {
  const { username, token: current, key } = saved;
  try {
    const {
      token,
      expires,
      username: owner,
    } = await fetchToken(`${brokerUrl}/oauth2/token`, {
      httpMethod: 'POST',
      // A session that the portal has ended ends its access token, too.
      params: { client_id: appId, grant_type: 'refresh_token', refresh_token: key, auth_token: current },
    });
    return { ...saved, username: owner || username, token, expires: endOf(expires) };
  } catch (cause) {
    const { response } = (cause ?? {}) as { response?: unknown };
    if (response !== undefined || !page.navigator?.serviceWorker?.controller) throw cause;
    // Half of its life later it is renewed, like every token.
    return { ...saved, expires: Date.now() + 2 * renewRetry };
  }
}

/** Milliseconds that REST JS takes off the life of every token, so that it is renewed early. */
const margin = 300_000;

/**
 * When to treat a token as expired: REST JS's margin, but no more than half the life of a token that lives
 * for minutes.
 */
export function endOf(expires: Date, now = Date.now()): number {
  const end = expires.getTime() + margin;
  return end - Math.min(margin, (end - now) / 2);
}

/** Whether the portal refused, rather than failing or not responding. */
export function wasRefused(cause: unknown): boolean {
  const { response, code } = (cause ?? {}) as { response?: unknown; code?: unknown };
  return response !== undefined && !/^HTTP (429|5\d\d)$/.test(String(code));
}

/** The OAuth state of the sign-in from which the portal redirected; undefined on any other page. */
export function returnedState(page: Window): string | undefined {
  const { id } = stateIn(page.location.search);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The `state` of a query: members of unknown type, none where there is no state. */
export function stateIn(search: string): { id?: unknown; originalUrl?: unknown } {
  try {
    return (JSON.parse(new URLSearchParams(search).get('state') ?? '{}') ?? {}) as object;
  } catch {
    return {};
  }
}
