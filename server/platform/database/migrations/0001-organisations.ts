import { type Kysely, sql } from 'kysely';

/**
 * Organisations, the revisions of their config (the newest is current) and their logos; small facts of the
 * installation.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table organisation (
    name text primary key,
    revision integer not null,
    created_at timestamptz not null default now()
  )`,
  `create table organisation_revision (
    organisation text not null references organisation on delete cascade,
    revision integer not null,
    config jsonb not null,
    author text not null,
    saved_at timestamptz not null default now(),
    primary key (organisation, revision)
  )`,
  `create table organisation_logo (
    organisation text primary key references organisation on delete cascade,
    content_type text not null,
    bytes bytea not null
  )`,
  `create table installation_fact (
    name text primary key,
    value jsonb not null
  )`,
];
