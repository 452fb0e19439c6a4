import type { Caller } from '../caller.ts';
import type { PortalContext } from '../operation.ts';
import { invalidToken, requireMember } from '../access/refusals.ts';
import { type IssuedToken, issueAccessToken } from './sessions.ts';
import { findToken } from './token-store.ts';

/**
 * A token made from the caller's own: of the same session, so that it is revoked with it, and never living longer,
 * so that a stolen token cannot renew itself.
 */
export async function issueDerivedToken(
  context: PortalContext,
  caller: Caller,
  wish: { clientId?: string; minutes?: number; audience?: string },
): Promise<IssuedToken> {
  const { tokenHash } = requireMember(caller);
  const now = context.now();
  const own = await findToken(context.database, tokenHash, 'access', now);
  if (!own) throw invalidToken();
  const holder = {
    username: own.username,
    clientId: wish.clientId ?? own.clientId,
    sessionId: own.sessionId,
    agent: own.agent,
    startedAt: own.startedAt,
    ...(wish.audience !== undefined && { audience: wish.audience }),
  };
  return issueAccessToken(context.database, holder, { now, minutes: wish.minutes, until: own.expiresAt });
}
