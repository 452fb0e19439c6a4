import { sql } from 'kysely';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteAllExpired } from '../../platform/database/expired-rows-store.ts';
import { withoutSecondNode } from '../../platform/database/stand-in.ts';
import { foreignTokenHash } from './ended-token-store.ts';

const hour = 3_600_000;

/** A token of an organisation's portal. */
interface ForeignToken {
  organisation: string;
  /** Its absolute URL. */
  portal: string;
  token: string;
}

/**
 * Stores that a token is one of another portal, which issued or accepted it, for all processes and those that come after them: when it
 * has expired, it is no guess. A token in use is stored again once an hour.
 * @param now epoch milliseconds
 */
export async function saveAcceptedToken(
  database: Database,
  { organisation, portal, token }: ForeignToken,
  now: number,
): Promise<void> {
  const until = now + limits.acceptedTokenDays * 24 * hour;
  await sql`insert into accepted_token (token_hash, asked_by, until)
    select ${foreignTokenHash(portal, token)}, name, ${until}::bigint from organisation
      where name = ${organisation} and ${withoutSecondNode}
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

/**
 * Deletes accepted tokens that have expired, and of each organisation the oldest tokens beyond its room: a portal that belongs to its
 * administrator accepts any number.
 */
export async function forgetForeignTokens(database: Database, now: number): Promise<void> {
  await deleteAllExpired(database, 'accepted_token', sql`until <= ${now}`);
  for (const table of ['accepted_token', 'ended_token'] as const) {
    const full = await database
      .selectFrom(table)
      .select('asked_by')
      .groupBy('asked_by')
      .having((eb) => eb.fn.countAll<number>(), '>', limits.foreignTokensPerOrganisation)
      .execute();
    for (const { asked_by: organisation } of full) {
      const oldest = await database
        .selectFrom(table)
        .select('until')
        .where('asked_by', '=', organisation)
        .orderBy('until', 'desc')
        .offset(limits.foreignTokensPerOrganisation)
        .limit(1)
        .executeTakeFirst();
      if (oldest)
        await deleteAllExpired(database, table, sql`asked_by = ${organisation} and until <= ${oldest.until}`);
    }
  }
}
