import { randomUUID } from 'node:crypto';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { hashOf, randomRefreshToken, randomToken } from './random-token.ts';
import { countAccessTokens, endOldSessions, endOldTokens } from './session-bounds-store.ts';
import { waitText } from './try-limiter-store.ts';
import { MappingError } from '../../../wire/errors.ts';
import { holdToken, saveTokens, type StoredToken } from './token-store.ts';
import type { Caller } from '../caller.ts';
import type { PortalContext } from '../operation.ts';
import { invalidToken, requireMember } from '../access/refusals.ts';

/** A token as given to its owner, once. */
export interface IssuedToken {
  token: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

interface Holder {
  username: string;
  clientId: string | null;
  sessionId: string;
  /** The application that opened the session; `clientId` when absent. */
  sessionClientId?: string | null;
  /** The client's `User-Agent`. */
  agent?: string;
  /** When the session began (epoch milliseconds), unless with this token. */
  startedAt?: number | null;
  /** When the user signed in at an identity provider (`StoredToken`). */
  authenticatedAt?: number | null;
  /** The only server the token is for; it grants no access here. */
  audience?: string | null;
}

const minute = 60_000;

export function newSessionId(): string {
  return randomUUID();
}

/**
 * Issues an access token. It expires at `until` (epoch milliseconds) at the latest: a token made from another
 * token must not outlive it.
 * @param minutes requested lifetime; more than `most` gives `most`, which is `limits.accessTokenMinutes` unless given
 */
export async function issueAccessToken(
  database: Database,
  holder: Holder,
  life: { now: number; minutes?: number; most?: number; until?: number },
): Promise<IssuedToken> {
  const minutes = clamp(life.minutes, life.most ?? limits.accessTokenMinutes);
  const issued = {
    token: randomToken(),
    expiresAt: Math.min(life.now + minutes * minute, life.until ?? Infinity),
  };
  await saveTokens(database, [stored('access', issued, holder)], life.now);
  return issued;
}

/** Begins a session with an access token. With too many sessions, the least recently used one of the user ends. */
export async function beginSession(
  { database, now }: Pick<PortalContext, 'database' | 'now'>,
  holder: Holder,
  life: { minutes?: number; most?: number },
): Promise<IssuedToken> {
  const issued = await issueAccessToken(database, holder, { now: now(), ...life });
  await endOldSessions(database, holder.username);
  return issued;
}

/**
 * Issues one more access token of a session. Tokens are rows: a session makes `limits.tokensPerSessionMinute` at most, and of more
 * than `limits.accessTokensPerSession` the least recently used ones end.
 * @param holder.tokenHash of the token that it is made from
 * @throws MappingError `portal:too-many-tokens` (429)
 */
export async function issueFurtherToken(
  transaction: Database,
  holder: Holder & { tokenHash: string },
  life: { now: number; minutes?: number; most?: number; until?: number },
): Promise<IssuedToken> {
  const { sessionId, tokenHash } = holder;
  const { stored, recent } = await countAccessTokens(transaction, sessionId, life.now - minute);
  if (recent >= limits.tokensPerSessionMinute)
    throw new MappingError('portal:too-many-tokens', waitText(minute / 1000), { status: 429 });
  if (stored >= limits.accessTokensPerSession) await endOldTokens(transaction, sessionId, tokenHash);
  return issueAccessToken(transaction, holder, life);
}

/**
 * Issues a refresh token with a requested lifetime in minutes, at most `limits.refreshTokenMinutes`, and no
 * longer than `until`.
 * @param earlier the refresh token that it replaces
 */
export async function issueRefreshToken(
  database: Database,
  holder: Holder,
  life: { now: number; minutes?: number; until?: number },
  earlier?: string,
): Promise<IssuedToken> {
  const minutes = clamp(life.minutes, limits.refreshTokenMinutes);
  const issued = {
    token: randomRefreshToken(earlier),
    expiresAt: Math.min(life.now + minutes * minute, life.until ?? Infinity),
  };
  await saveTokens(database, [stored('refresh', issued, holder)], life.now);
  return issued;
}

/**
 * A request below one minute or above the limit (also `-1`, ArcGIS's value for "as long as possible") gives
 * the limit.
 */
export function clamp(minutes: number | undefined, limit: number): number {
  if (minutes === undefined || !Number.isFinite(minutes) || minutes < 1) return limit;
  return Math.min(Math.floor(minutes), limit);
}

/**
 * The lifetime of a token that is requested of `generateToken`, up to the portal's `maxTokenExpirationMinutes`: `-1` asks for as
 * long as possible, and without a request that makes sense it is the usual one.
 */
export function requestedMinutes(minutes: number | undefined): number {
  if (minutes === -1) return limits.refreshTokenMinutes;
  if (minutes === undefined || minutes < 1) return limits.accessTokenMinutes;
  return clamp(minutes, limits.refreshTokenMinutes);
}

function stored(kind: StoredToken['kind'], issued: IssuedToken, holder: Holder): StoredToken {
  return {
    kind,
    tokenHash: hashOf(issued.token),
    expiresAt: issued.expiresAt,
    username: holder.username,
    clientId: holder.clientId,
    sessionId: holder.sessionId,
    sessionClientId: holder.sessionClientId === undefined ? holder.clientId : holder.sessionClientId,
    agent: (holder.agent ?? '').slice(0, limits.agentCharacters),
    startedAt: holder.startedAt ?? null,
    authenticatedAt: holder.authenticatedAt ?? null,
    audience: holder.audience ?? null,
  };
}

/**
 * A token made from the caller's own: of the same session, so that it is revoked with it, and never living longer,
 * so that a stolen token cannot renew itself.
 */
export async function issueDerivedToken(
  context: PortalContext,
  caller: Caller,
  options: { clientId?: string; minutes?: number; most?: number; audience?: string },
): Promise<IssuedToken> {
  const { tokenHash } = requireMember(caller);
  const now = context.now();
  const { clientId, audience, minutes, most } = options;
  return inTransaction(context.database, async (transaction) => {
    const own = await holdToken(transaction, tokenHash, 'access', now);
    if (!own) throw invalidToken();
    const holder = {
      username: own.username,
      clientId: clientId ?? own.clientId,
      sessionId: own.sessionId,
      sessionClientId: own.sessionClientId,
      agent: own.agent,
      startedAt: own.startedAt,
      authenticatedAt: own.authenticatedAt,
      tokenHash: own.tokenHash,
      ...(audience !== undefined && { audience }),
    };
    return issueFurtherToken(transaction, holder, { now, minutes, most, until: own.expiresAt });
  });
}
