import { type Kysely, sql } from 'kysely';

/**
 * The hosts in a shared map's document, for the policy of its page. For older maps, pages find them
 * themselves.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table shared_map add column hosts text[] not null default '{}'`.execute(database);
}
