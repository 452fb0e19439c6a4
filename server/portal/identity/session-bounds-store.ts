import { sql } from 'kysely';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { notifyOfEndedSessions } from '../../platform/database/notification-store.ts';
import type { StoredToken } from './token-store.ts';

/**
 * What keeps the stored tokens few, so that ending all sessions of an account is a small deletion. Rows that another transaction
 * holds are skipped: they are found at the next occasion, and neither waits for the other.
 */

/** The access tokens of a session: all that are stored, and those made since a time (epoch milliseconds). */
export async function countAccessTokens(
  database: Database,
  sessionId: string,
  since: number,
): Promise<{ stored: number; recent: number }> {
  const { rows } = await sql<{ stored: number; recent: number }>`
    select count(*)::integer as stored, (count(*) filter (where created_at > ${since}))::integer as recent
    from portal_token where session_id = ${sessionId} and kind = 'access'`.execute(database);
  return rows[0] ?? { stored: 0, recent: 0 };
}

/**
 * Makes room for one more access token of a session. The one that it is made from stays: that it is used is noted only every few
 * minutes, in which it may have become the oldest.
 */
export async function endOldTokens(database: Database, sessionId: string, from: string): Promise<void> {
  await sql`delete from portal_token where token_hash in (
    select token_hash from portal_token where token_hash in (
      select token_hash from portal_token where session_id = ${sessionId} and kind = 'access'
      order by token_hash = ${from} desc, coalesce(used_at, created_at) desc, created_at desc, token_hash
      offset ${limits.accessTokensPerSession - 1} limit ${limits.tokensPerDeletion})
    for update skip locked)`.execute(database);
}

/**
 * Ends the sessions of a user that are too many, the least recently used first. Those with a refresh token, of applications, and those
 * without, of scripts, have the limit each: a script that signs in every minute ends none of its user's applications.
 */
export async function endOldSessions(database: Database, username: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`delete from portal_token where token_hash in (
    select token_hash from portal_token where username = ${username} and session_id in (
      select session_id from (
        select session_id, row_number() over (partition by bool_or(kind = 'refresh')
          order by max(coalesce(used_at, created_at)) desc, max(created_at) desc, session_id) as place
        from portal_token where username = ${username} group by session_id) as session
      where place > ${limits.sessionsPerAccount})
    limit ${limits.tokensPerDeletion} for update skip locked)`.execute(database);
  if (numAffectedRows > 0n) await notifyOfEndedSessions(database, [username]);
}

/**
 * Stores by what the refresh tokens of a session are recognised when their own rows have been deleted (`familyHashOf`), with the time
 * of the last exchange.
 */
export async function rememberFamily(
  database: Database,
  tokenHash: string,
  { username, clientId, sessionId, expiresAt, agent, startedAt }: Omit<StoredToken, 'kind' | 'tokenHash'>,
  now: number,
): Promise<void> {
  await database
    .insertInto('portal_token')
    .values({
      token_hash: tokenHash,
      kind: 'refresh',
      username,
      client_id: clientId,
      session_id: sessionId,
      created_at: startedAt ?? now,
      expires_at: expiresAt,
      agent,
      started_at: startedAt,
      replaced_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('token_hash').doUpdateSet({ expires_at: expiresAt, replaced_at: now }),
    )
    .execute();
}

/** Deletes the refresh tokens of a session that were exchanged before a time; their family stays known. */
export async function forgetPredecessors(
  database: Database,
  sessionId: string,
  before: number,
): Promise<void> {
  await sql`delete from portal_token where token_hash in (
    select token_hash from portal_token
    where session_id = ${sessionId} and kind = 'refresh' and successor is not null and replaced_at < ${before}
    limit ${limits.tokensPerDeletion} for update skip locked)`.execute(database);
}
