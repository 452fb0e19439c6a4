import { type Kysely, sql } from 'kysely';

/** Names of deleted users: a new account of that name would own what the first one shared and signed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table portal_former_user (username text primary key, deleted_at bigint not null)`,
  `create unique index portal_former_user_lower on portal_former_user (lower(username))`,
];
