import { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { toSavedSession } from './oauth-sign-in.ts';
import type { SavedSession } from './saved-session.ts';
import type { SessionOptions } from './session-options.ts';

/**
 * Asks the portal for a new token. The day of the sign-in goes on counting from the first one.
 * @throws when the portal refuses or cannot be reached
 */
export async function renewSession(options: SessionOptions, saved: SavedSession): Promise<SavedSession> {
  const manager = new ArcGISIdentityManager({
    clientId: options.appId,
    portal: options.restUrl,
    redirectUri: options.redirectUri,
    username: saved.username,
    token: saved.token,
    tokenExpires: new Date(saved.expires),
    ...(saved.refreshToken && { refreshToken: saved.refreshToken }),
    ...(saved.refreshTokenExpires && { refreshTokenExpires: new Date(saved.refreshTokenExpires) }),
  });
  await manager.refreshCredentials();
  return toSavedSession(manager, saved.signedInAt);
}

/** Whether the portal answered and said no, rather than not answering at all. */
export function wasRefused(cause: unknown): boolean {
  const { response } = (cause ?? {}) as { response?: unknown };
  return response !== undefined;
}

/**
 * Tells the portal to forget a sign-in. The request outlives the page, which is reloaded right after, and nobody waits
 * for its answer: a portal that is away must not keep anyone signed in here.
 */
export function revokeSession(options: SessionOptions, saved: SavedSession): void {
  const body = new URLSearchParams({
    f: 'json',
    client_id: options.appId,
    auth_token: saved.refreshToken ?? saved.token,
    token_type_hint: saved.refreshToken ? 'refresh_token' : 'access_token',
  });
  fetch(`${options.restUrl}/oauth2/revokeToken`, { method: 'POST', body, keepalive: true }).catch(() => {});
}
