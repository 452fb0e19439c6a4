import { type Kysely, sql } from 'kysely';

/** Shared maps: snapshots of web maps behind a short link. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table shared_map (
    sid text primary key,
    organisation text not null references organisation on delete cascade,
    title text not null,
    web_map jsonb not null,
    viewpoint jsonb,
    access text not null check (access in ('public', 'members')),
    owner text not null,
    created_at bigint not null,
    modified_at bigint not null,
    expires_at bigint,
    revoked_at bigint
  )`,
  `create index shared_map_owner on shared_map (organisation, owner, created_at desc)`,
];
