import { MappingError } from '../../../../wire/errors.ts';
import type { PortalContext } from '../../operation.ts';
import { unassigned } from '../../organisation/portal-organisation-store.ts';
import { findAccount } from '../account-store.ts';
import { type App, type StoredCode, useCode } from '../app-store.ts';
import { hashOf } from '../random-token.ts';
import { issueAccessToken, issueRefreshToken, newSessionId } from '../sessions.ts';
import { endSession } from '../token-store.ts';
import { matchesChallenge } from './pkce.ts';
import { presentTokens } from './refresh.ts';

/** A code as it is handed in. */
export interface GivenCode {
  code?: string | undefined;
  redirect_uri?: string | undefined;
  code_verifier?: string | undefined;
}

/**
 * Exchanges an authorization code for a session. A code works once, whether or not the exchange succeeds: a
 * second use ends the session created by the first, because one of the two was stolen (RFC 9700, section
 * 2.1.1). Fails for disabled users.
 * @throws MappingError `portal:invalid-code`
 */
export async function exchangeCode(
  context: PortalContext,
  app: App,
  given: GivenCode,
  agent?: string,
): Promise<object> {
  const now = context.now();
  const sessionId = newSessionId();
  const session = await context.database.transaction().execute(async (transaction) => {
    const code = await useCode(transaction, hashOf(given.code ?? ''), sessionId);
    if (!code) return undefined;
    if ('usedFor' in code) {
      await endSession(transaction, code.usedFor);
      return undefined;
    }
    if (!isBoundTo(code, app, given, now)) return undefined;
    const account = await findAccount(transaction, code.username);
    if (!account || account.disabled || account.orgId === unassigned) return undefined;
    const holder = { username: code.username, clientId: app.clientId, sessionId, agent };
    const refreshToken = await issueRefreshToken(transaction, holder, { now, minutes: code.expiration });
    const access = await issueAccessToken(transaction, holder, { now, until: refreshToken.expiresAt });
    return presentTokens(code.username, now, access, refreshToken);
  });
  if (!session)
    throw new MappingError('portal:invalid-code', 'Invalid or expired authorization code.', { status: 400 });
  return session;
}

function isBoundTo(code: StoredCode, app: App, given: GivenCode, now: number): boolean {
  return (
    code.expires_at > now &&
    code.client_id === app.clientId &&
    code.redirect_uri === given.redirect_uri &&
    code.challenge_method === 'S256' &&
    matchesChallenge(given.code_verifier, code.challenge)
  );
}
