import { MappingError } from '../../../../wire/errors.ts';
import type { PortalContext } from '../../operation.ts';
import type { App } from '../app-store.ts';
import { hashOf } from '../random-token.ts';
import { issueAccessToken } from '../sessions.ts';
import { findToken, type StoredToken } from '../token-store.ts';
import { presentTokens } from './present-tokens.ts';

/** A new access token for a live refresh token, which stays as it is. */
export async function refresh(
  context: PortalContext,
  app: App,
  refreshToken: string | undefined,
): Promise<object> {
  const now = context.now();
  const held = await liveRefreshToken(context, app, refreshToken);
  const access = await issueAccessToken(context.database, held, { now, until: held.expiresAt });
  return presentTokens(held.username, now, access);
}

/** @throws MappingError `portal:invalid-refresh-token` (498) when it is unknown, expired, revoked or another application's */
export async function liveRefreshToken(
  context: PortalContext,
  app: App,
  refreshToken: string | undefined,
): Promise<StoredToken> {
  const held =
    refreshToken && (await findToken(context.database, hashOf(refreshToken), 'refresh', context.now()));
  if (!held || held.clientId !== app.clientId) {
    throw new MappingError('portal:invalid-refresh-token', 'Invalid refresh_token.', { status: 498 });
  }
  return held;
}
