import { type Kysely, sql } from 'kysely';

/** The hosts that a shared map's document names, for the policy of its page. Of older ones, pages find them out themselves. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table shared_map add column hosts text[] not null default '{}'`.execute(database);
}
