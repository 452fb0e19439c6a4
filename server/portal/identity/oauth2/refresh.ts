import { MappingError } from '../../../../wire/errors.ts';
import type { PortalContext } from '../../operation.ts';
import type { App } from '../app-store.ts';
import { hashOf } from '../random-token.ts';
import { limits } from '../../../limits.ts';
import { issueAccessToken } from '../sessions.ts';
import { endSession, findToken, type StoredToken } from '../token-store.ts';
import { presentTokens } from './present-tokens.ts';

/** Issues an access token for a valid refresh token, which is unchanged. */
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

/**
 * Returns the stored refresh token. When an exchanged token is used again, one of the two uses is a thief's, so the whole session
 * ends (RFC 9700, section 4.14.2), unless the use comes so soon that a second tab or a repeated request explains it.
 * @throws MappingError `portal:invalid-refresh-token` (498) when it is unknown, expired, revoked or another application's
 */
export async function liveRefreshToken(
  context: PortalContext,
  app: App,
  refreshToken: string | undefined,
): Promise<StoredToken> {
  const held =
    refreshToken && (await findToken(context.database, hashOf(refreshToken), 'refresh', context.now()));
  if (!held || held.clientId !== app.clientId) throw invalidRefreshToken();
  const { replacedAt } = held;
  if (replacedAt !== null && context.now() - replacedAt > limits.refreshGraceSeconds * 1000) {
    await endSession(context.database, held.sessionId);
    throw invalidRefreshToken();
  }
  return held;
}

export function invalidRefreshToken(): MappingError {
  return new MappingError('portal:invalid-refresh-token', 'Invalid refresh_token.', { status: 498 });
}
