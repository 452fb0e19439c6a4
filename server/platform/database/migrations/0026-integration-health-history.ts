import { type Kysely, sql } from 'kysely';

/** When an integration's state began, and its previous states: one row per change, not per check. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table integration_health_change (
    organisation text not null references organisation on delete cascade,
    integration text not null,
    at bigint not null,
    state text not null,
    message text not null,
    primary key (organisation, integration, at)
  )`,
  // An existing state began when it was recorded.
  `insert into integration_health_change (organisation, integration, at, state, message)
    select organisation, integration, checked_at, state, message from integration_check`,
];
