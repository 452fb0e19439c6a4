import { type Kysely, sql } from 'kysely';

/**
 * Requests of a caller in a minute, counted by all processes together. Unlogged: after a crash of the
 * database counts restart at zero, which is harmless, and until then every count costs less.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table rate_count (
    key text not null,
    minute bigint not null,
    count integer not null,
    primary key (minute, key)
  )`.execute(database);
}
