import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { MappingError } from '../../../../wire/errors.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { limits } from '../../../limits.ts';
import type { PortalContext } from '../../operation.ts';
import type { App } from '../app-store.ts';
import { hashOf } from '../random-token.ts';
import { type IssuedToken, issueAccessToken, issueRefreshToken } from '../sessions.ts';
import { findToken, lockToken, replaceToken, type StoredToken } from '../token-store.ts';
import { presentTokens } from './present-tokens.ts';
import { invalidRefreshToken, liveRefreshToken } from './refresh.ts';

const tagBytes = 16;

/**
 * Seals the successor of a refresh token with the token itself: the database holds neither, and presenting the old token
 * again within the grace period gives the same successor. A token seals one text in its life, so that a fixed nonce is safe.
 */
function sealSuccessor(token: string, successor: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), Buffer.alloc(12));
  return Buffer.concat([cipher.update(successor, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function openSuccessor(token: string, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), Buffer.alloc(12));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return decipher.update(sealed.subarray(0, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/** Not the hash by which tokens are stored, which is in the database. */
function keyOf(token: string): Buffer {
  return createHash('sha256').update(`successor of ${token}`).digest();
}

/**
 * Exchanges a refresh token that is about to expire for a new one, with an access token. The old one is
 * replaced: presented again within some seconds (another tab, a lost response) it gives the same successor,
 * and later it ends the session (`liveRefreshToken`). However often it is exchanged, a session ends
 * `limits.sessionDays` after it began.
 */
export async function exchangeRefreshToken(
  context: PortalContext,
  app: App,
  { refreshToken, redirectUri }: { refreshToken: string; redirectUri: string | undefined },
): Promise<object> {
  if (redirectUri !== undefined && !app.redirectUris.includes(redirectUri)) {
    throw new MappingError('portal:invalid-redirect-uri', 'Invalid redirect_uri.', { status: 400 });
  }
  const now = context.now();
  const held = await liveRefreshToken(context, app, refreshToken);
  return context.database.transaction().execute(async (transaction) => {
    const next = await successorOf(transaction, held, refreshToken, now);
    const access = await issueAccessToken(transaction, held, { now, until: next.expiresAt });
    return presentTokens(held.username, now, access, next);
  });
}

async function successorOf(
  transaction: Database,
  held: StoredToken,
  refreshToken: string,
  now: number,
): Promise<IssuedToken> {
  // Of two concurrent requests, the second waits here and finds the successor of the first.
  const locked = await lockToken(transaction, held.tokenHash);
  if (!locked) throw invalidRefreshToken();
  if (locked.successor) {
    const token = openSuccessor(refreshToken, locked.successor);
    const stored = await findToken(transaction, hashOf(token), 'refresh', now);
    if (!stored) throw invalidRefreshToken();
    return { token, expiresAt: stored.expiresAt };
  }
  const until = (held.startedAt ?? now) + limits.sessionDays * 86_400_000;
  const next = await issueRefreshToken(transaction, held, { now, until });
  await replaceToken(transaction, held.tokenHash, sealSuccessor(refreshToken, next.token), now);
  return next;
}
