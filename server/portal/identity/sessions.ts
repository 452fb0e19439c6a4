import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { hashOf, randomToken } from './random-token.ts';
import { saveTokens, type StoredToken } from './token-store.ts';

/** A token as its owner gets it, once. */
export interface IssuedToken {
  token: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

interface Holder {
  username: string;
  clientId: string | null;
  sessionId: string;
  /** What the client calls itself (`User-Agent`). */
  agent?: string;
  /** When the session began (epoch milliseconds), when not with this token. */
  startedAt?: number | null;
  /** The only server the token is for; it opens nothing here. */
  audience?: string | null;
}

const minute = 60_000;

export function newSessionId(): string {
  return randomUUID();
}

/**
 * Issues an access token. It lives at most `limits.accessTokenMinutes`, and no longer than `until` (epoch milliseconds):
 * a token made from another token must not outlive it.
 * @param minutes wished life; more than the limit gives the limit
 */
export async function issueAccessToken(
  database: Database,
  holder: Holder,
  life: { now: number; minutes?: number; until?: number },
): Promise<IssuedToken> {
  const minutes = clamp(life.minutes, limits.accessTokenMinutes);
  const issued = {
    token: randomToken(),
    expiresAt: Math.min(life.now + minutes * minute, life.until ?? Infinity),
  };
  await saveTokens(database, [stored('access', issued, holder)], life.now);
  return issued;
}

/** Issues a refresh token with a wished life in minutes, at most `limits.refreshTokenMinutes`, and no longer than `until`. */
export async function issueRefreshToken(
  database: Database,
  holder: Holder,
  life: { now: number; minutes?: number; until?: number },
): Promise<IssuedToken> {
  const minutes = clamp(life.minutes, limits.refreshTokenMinutes);
  const issued = {
    token: randomToken(),
    expiresAt: Math.min(life.now + minutes * minute, life.until ?? Infinity),
  };
  await saveTokens(database, [stored('refresh', issued, holder)], life.now);
  return issued;
}

/** A wish below one minute or above the limit (also `-1`, ArcGIS's word for "as long as possible") gives the limit. */
export function clamp(minutes: number | undefined, limit: number): number {
  if (minutes === undefined || !Number.isFinite(minutes) || minutes < 1) return limit;
  return Math.min(Math.floor(minutes), limit);
}

function stored(kind: StoredToken['kind'], issued: IssuedToken, holder: Holder): StoredToken {
  return {
    kind,
    tokenHash: hashOf(issued.token),
    expiresAt: issued.expiresAt,
    username: holder.username,
    clientId: holder.clientId,
    sessionId: holder.sessionId,
    agent: (holder.agent ?? '').slice(0, limits.agentCharacters),
    startedAt: holder.startedAt ?? null,
    audience: holder.audience ?? null,
  };
}
