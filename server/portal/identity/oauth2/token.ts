import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { minutes, readOperation } from '../../../platform/arcgis/schema.ts';
import { never, off } from '../../../platform/arcgis/unsupported.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import type { PortalCall, PortalContext } from '../../operation.ts';
import { unassigned } from '../../organisation/portal-organisation-store.ts';
import { type App, holdUserOfCode, type StoredCode, useCode } from '../app-store.ts';
import { findAppOf } from '../apps/native-apps.ts';
import { checkSecret, issueAppToken, requireSameSecret } from '../apps/client-secret.ts';
import { findAccount } from '../account-store.ts';
import { hashOf } from '../random-token.ts';
import { issueAccessToken, issueRefreshToken, newSessionId } from '../sessions.ts';
import { endOldSessions } from '../session-bounds-store.ts';
import { endSession } from '../token-store.ts';
import { exchangeRefreshToken, presentTokens, refresh } from './refresh.ts';
import { matchesChallenge } from './authorization-request.ts';

const schema = z.object({
  grant_type: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  expiration: minutes,
  code: z.string().optional(),
  code_verifier: z.string().optional(),
  redirect_uri: z.string().optional(),
  refresh_token: z.string().default(''),
  apiToken: never('API keys are not supported.'),
  regenerateApiToken: off('API keys are not supported.'),
});

/**
 * `oauth2/token`: exchanges a code, a refresh token or an application's secret for an access token. The secret of an
 * application that has one is always verified, also where it is not needed; those of type `server` must send it.
 */
export async function token(call: PortalCall): Promise<object> {
  void call.reply.header('cache-control', 'no-store');
  const { context, parameters } = call;
  const input = readOperation(schema, parameters);
  const { client_id: clientId, refresh_token: refreshToken, redirect_uri: redirectUri } = input;
  const app = clientId ? await findAppOf(context, clientId) : undefined;
  if (!app) throw new MappingError('portal:unknown-app', 'Invalid client_id.', { status: 400 });
  const proven = app.secretHash !== null && (input.client_secret !== undefined || app.type === 'server');
  if (proven || input.grant_type === 'client_credentials') await checkSecret(call, app, input.client_secret);
  switch (input.grant_type) {
    case 'client_credentials':
      return issueAppToken(call, app, input.expiration);
    case 'authorization_code':
      return exchangeCode(context, app, { ...input, proven }, call.request.headers['user-agent']);
    case 'refresh_token':
      return refresh(context, app, refreshToken);
    case 'exchange_refresh_token':
      return exchangeRefreshToken(context, app, { refreshToken, redirectUri });
    default:
      throw new MappingError(
        'portal:unsupported-grant',
        'grant_type must be authorization_code, refresh_token, exchange_refresh_token or client_credentials.',
        { status: 400 },
      );
  }
}

/** The parameters of a code exchange. */
interface GivenCode {
  code?: string | undefined;
  redirect_uri?: string | undefined;
  code_verifier?: string | undefined;
  /** Whether the client secret was verified. */
  proven?: boolean;
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
  const session = await inTransaction(context.database, async (transaction) => {
    await holdUserOfCode(transaction, hashOf(given.code ?? ''));
    await requireSameSecret(transaction, app);
    const code = await useCode(transaction, hashOf(given.code ?? ''), sessionId);
    if (!code) return undefined;
    if ('usedFor' in code) {
      await endSession(transaction, code.usedFor);
      return undefined;
    }
    if (!isBoundTo(code, app, given, now)) return undefined;
    const account = await findAccount(transaction, code.username);
    if (!account || account.disabled || account.orgId === unassigned) return undefined;
    const { username, authenticated_at: authenticatedAt } = code;
    const holder = { username, clientId: app.clientId, sessionId, agent, authenticatedAt };
    const refreshToken = await issueRefreshToken(transaction, holder, { now, minutes: code.expiration });
    const access = await issueAccessToken(transaction, holder, { now, until: refreshToken.expiresAt });
    return presentTokens(code.username, now, access, refreshToken);
  });
  if (session) await endOldSessions(context.database, session.username);
  else
    throw new MappingError('portal:invalid-code', 'Invalid or expired authorization code.', { status: 400 });
  return session;
}

function isBoundTo(code: StoredCode, app: App, given: GivenCode, now: number): boolean {
  return (
    code.expires_at > now &&
    code.client_id === app.clientId &&
    code.redirect_uri === given.redirect_uri &&
    // A verifier means that the client sent a challenge, which someone has removed from its request (RFC 9700, section 2.1.1).
    (code.challenge_method === 'secret'
      ? given.proven === true && !given.code_verifier
      : matchesChallenge(given.code_verifier, code.challenge))
  );
}
