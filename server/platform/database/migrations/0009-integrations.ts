import { type Kysely, sql } from 'kysely';

/** Credentials of integrations, encrypted, and the result of each one's last check. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table integration_credential (
    organisation text not null references organisation on delete cascade,
    integration text not null,
    key_id text not null,
    nonce bytea not null,
    sealed bytea not null,
    fields jsonb not null,
    updated_at bigint not null,
    updated_by text not null,
    primary key (organisation, integration)
  )`,
  `create table integration_check (
    organisation text not null references organisation on delete cascade,
    integration text not null,
    checked_at bigint not null,
    state text not null,
    message text not null,
    primary key (organisation, integration)
  )`,
];
