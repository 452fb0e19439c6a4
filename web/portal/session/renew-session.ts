import { fetchToken } from '@esri/arcgis-rest-request';
import type { SavedSession } from './saved-session.ts';
import type { SessionOptions } from './session-options.ts';

/**
 * Asks our server for a new token; it has the refresh token, in a cookie that no script can read. The day of the sign-in goes
 * on counting from the first one.
 * @throws when the portal refuses or cannot be reached
 */
export async function renewSession(
  { brokerUrl, appId }: SessionOptions,
  { username, signedInAt }: SavedSession,
): Promise<SavedSession> {
  const { token, expires } = await fetchToken(`${brokerUrl}/oauth2/token`, {
    httpMethod: 'POST',
    params: { client_id: appId, grant_type: 'refresh_token' },
  });
  return { username, token, expires: expires.getTime(), signedInAt };
}

/** Whether the portal answered and said no, rather than not answering at all or having trouble of its own. */
export function wasRefused(cause: unknown): boolean {
  const { response, code } = (cause ?? {}) as { response?: unknown; code?: unknown };
  return response !== undefined && !/^HTTP (429|5\d\d)$/.test(String(code));
}

/**
 * Ends a sign-in in the portal and on our server. The request outlives the page, which is reloaded right after, and nobody
 * waits for its answer: a portal that is away must not keep anyone signed in here.
 */
export function revokeSession({ brokerUrl, appId }: SessionOptions, { token }: SavedSession): void {
  const body = new URLSearchParams({ f: 'json', client_id: appId, auth_token: token });
  fetch(`${brokerUrl}/oauth2/revokeToken`, { method: 'POST', body, keepalive: true }).catch(() => {});
}
