import { sql } from 'kysely';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteAllExpired } from '../../platform/database/expired-rows-store.ts';
import { withoutSecondNode } from '../../platform/database/stand-in.ts';
import { foreignTokenHash } from './ended-token-store.ts';

const hour = 3_600_000;

/**
 * Stores that a token is one of another portal, which issued or accepted it, for all processes and those that come after them: when it
 * has expired, it is no guess. A token in use is stored again once an hour.
 * @param portal its absolute URL
 * @param now epoch milliseconds
 */
export async function saveAcceptedToken(
  database: Database,
  portal: string,
  token: string,
  now: number,
): Promise<void> {
  const until = now + limits.acceptedTokenDays * 24 * hour;
  await sql`insert into accepted_token (token_hash, until)
    select ${foreignTokenHash(portal, token)}, ${until}::bigint where ${withoutSecondNode}
    on conflict (token_hash) do update set until = excluded.until
      where accepted_token.until < excluded.until - ${hour}::bigint`.execute(database);
}

/** Whether a token is one that another portal has issued or accepted lately. */
export async function wasAccepted(database: Database, portal: string, token: string): Promise<boolean> {
  const found = await database
    .selectFrom('accepted_token')
    .select('until')
    .where('token_hash', '=', foreignTokenHash(portal, token))
    .executeTakeFirst();
  return found !== undefined;
}

export async function forgetAcceptedTokens(database: Database, now: number): Promise<void> {
  await deleteAllExpired(database, 'accepted_token', sql`until <= ${now}`);
}
