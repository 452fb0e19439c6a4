import { type IssuedToken, issueFurtherToken, issueRefreshToken } from '../sessions.ts';
import { MappingError } from '../../../../wire/errors.ts';
import type { PortalContext } from '../../operation.ts';
import type { App } from '../app-store.ts';
import { familyHashOf, hashOf } from '../random-token.ts';
import { forgetPredecessors, rememberFamily } from '../session-bounds-store.ts';
import { limits } from '../../../limits.ts';
import {
  endSession,
  findToken,
  holdToken,
  lockToken,
  replaceToken,
  type StoredToken,
} from '../token-store.ts';
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';

/** The response of `oauth2/token`; lifetimes are in seconds. */
export function presentTokens(username: string, now: number, access: IssuedToken, refresh?: IssuedToken) {
  return {
    access_token: access.token,
    expires_in: secondsLeft(access, now),
    username,
    ssl: false,
    ...(refresh && { refresh_token: refresh.token, refresh_token_expires_in: secondsLeft(refresh, now) }),
  };
}

function secondsLeft(token: IssuedToken, now: number): number {
  return Math.floor((token.expiresAt - now) / 1000);
}

/** Issues an access token for a valid refresh token, which is unchanged. */
export async function refresh(
  context: PortalContext,
  app: App,
  refreshToken: string | undefined,
): Promise<object> {
  const now = context.now();
  const held = await liveRefreshToken(context, app, refreshToken);
  return inTransaction(context.database, async (transaction) => {
    if (!(await holdToken(transaction, held.tokenHash, 'refresh', now))) throw invalidRefreshToken();
    const access = await issueFurtherToken(transaction, held, { now, until: held.expiresAt });
    return presentTokens(held.username, now, access);
  });
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
  const { database } = context;
  const now = context.now();
  const find = async (hash: string | undefined) => hash && (await findToken(database, hash, 'refresh', now));
  const held = await find(refreshToken && hashOf(refreshToken));
  // The row of a token that was exchanged before the last ones is deleted, but not that of its family.
  const known = held || (await find(refreshToken && familyHashOf(refreshToken)));
  if (!known || known.clientId !== app.clientId) throw invalidRefreshToken();
  const { replacedAt } = known;
  const reused = replacedAt !== null && now - replacedAt > limits.refreshGraceSeconds * 1000;
  if (reused) await endSession(database, known.sessionId);
  if (reused || !held) throw invalidRefreshToken();
  return held;
}

export function invalidRefreshToken(): MappingError {
  return new MappingError('portal:invalid-refresh-token', 'Invalid refresh_token.', { status: 498 });
}

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
  return inTransaction(context.database, async (transaction) => {
    if (!(await holdToken(transaction, held.tokenHash, 'refresh', now))) throw invalidRefreshToken();
    const next = await successorOf(transaction, held, refreshToken, now);
    const access = await issueFurtherToken(transaction, held, { now, until: next.expiresAt });
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
  const family = familyHashOf(refreshToken);
  const next = await issueRefreshToken(transaction, held, { now, until }, refreshToken);
  await replaceToken(transaction, held.tokenHash, sealSuccessor(refreshToken, next.token), now);
  if (family !== undefined) await rememberFamily(transaction, family, { ...held, ...next }, now);
  await forgetPredecessors(transaction, held.sessionId, now - limits.refreshGraceSeconds * 1000);
  return next;
}
