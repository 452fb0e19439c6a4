import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSomeExpired } from '../../platform/database/expired-rows-store.ts';
import { requirePrimaryWithin } from '../../platform/database/stand-in.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Stores that a token of another portal has ended, for all processes: a portal may end only the renewal of a session, and its earlier
 * response about the access token is cached. It is kept for as long as a session can last. Anything else that a caller names as their
 * token is not stored: it was never accepted, so there is no earlier response.
 * @param portal its absolute URL
 * @param now epoch milliseconds
 */
export async function saveEndedToken(
  database: Database,
  portal: string,
  token: string,
  now: number,
): Promise<void> {
  const until = now + limits.sessionDays * dayMilliseconds;
  await sql`insert into ended_token (token_hash, asked_by, until)
    select token_hash, asked_by, ${until}::bigint from accepted_token
      where token_hash = ${foreignTokenHash(portal, token)}
    on conflict (token_hash) do update set until = excluded.until`.execute(database);
  await deleteSomeExpired(database, 'ended_token', sql`until <= ${now}`);
}

/** Whether a token of another portal was ended here. */
export async function hasEnded(database: Database, portal: string, token: string): Promise<boolean> {
  const found = await database
    .selectFrom('ended_token')
    .select('until')
    .where('token_hash', '=', foreignTokenHash(portal, token))
    .executeTakeFirst();
  requirePrimaryWithin(limits.standInMemberMinutes);
  return found !== undefined;
}

/** A token of another portal as it is stored. */
export function foreignTokenHash(portal: string, token: string): string {
  return createHash('sha256').update(`${portal} ${token}`).digest('base64url');
}
