import { type Kysely, sql } from 'kysely';

/**
 * Credentials are sealed to the kind and host they are meant for (null: sealed by an earlier version, and
 * sealed again at server start). Refresh tokens that were exchanged stay known, so that a second use is
 * detected, and a token may be meant for one other server only.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table integration_credential add column kind text, add column host text, add column dropped_at bigint`,
    `alter table portal_token add column audience text, add column replaced_at bigint, add column successor bytea`,
  ])
    await sql.raw(statement).execute(database);
}
