import { MappingError } from '../../../../wire/errors.ts';
import type { PortalContext } from '../../operation.ts';
import type { App } from '../app-store.ts';
import { issueAccessToken, issueRefreshToken } from '../sessions.ts';
import { deleteToken } from '../token-store.ts';
import { presentTokens } from './present-tokens.ts';
import { liveRefreshToken } from './refresh.ts';

/** A new refresh token, with an access token, for one that is about to expire; the old one ends. */
export async function exchangeRefreshToken(
  context: PortalContext,
  app: App,
  parameters: Readonly<Record<string, string>>,
): Promise<object> {
  const redirectUri = parameters['redirect_uri'];
  if (redirectUri !== undefined && !app.redirectUris.includes(redirectUri)) {
    throw new MappingError('portal:invalid-redirect-uri', 'Invalid redirect_uri.', { status: 400 });
  }
  const now = context.now();
  const held = await liveRefreshToken(context, app, parameters['refresh_token']);
  return context.database.transaction().execute(async (transaction) => {
    if (!(await deleteToken(transaction, held.tokenHash))) {
      throw new MappingError('portal:invalid-refresh-token', 'Invalid refresh_token.', { status: 498 });
    }
    const next = await issueRefreshToken(transaction, held, { now });
    return presentTokens(held.username, now, await issueAccessToken(transaction, held, { now }), next);
  });
}
