import { type Kysely, sql } from 'kysely';

/** Publishing jobs: state that outlives a request and is shared by all processes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table publish_job (
    id text primary key,
    item_id text not null,
    source_id text not null,
    username text not null,
    status text not null check (status in ('processing', 'completed', 'failed')),
    progress jsonb not null,
    message text not null default '',
    faults jsonb not null default '[]',
    cancelled boolean not null default false,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  `create index publish_job_item on publish_job (item_id)`,
  `create index publish_job_source on publish_job (source_id)`,
];
