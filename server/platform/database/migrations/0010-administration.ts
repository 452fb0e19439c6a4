import { type Kysely, sql } from 'kysely';

/** Administration: audit log, pictures, usage, shared counts of attempts, links for users. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table audit_entry (
    id bigint generated always as identity primary key,
    organisation text not null references organisation on delete cascade,
    at bigint not null,
    actor text not null,
    act text not null,
    subject text not null default '',
    detail jsonb not null default '{}'
  )`,
  `create index audit_entry_organisation on audit_entry (organisation, id desc)`,
  // By content, so that an earlier revision of a config finds its logo.
  `create table organisation_picture (
    organisation text not null references organisation on delete cascade,
    hash text not null,
    content_type text not null,
    bytes bytea not null,
    created_at bigint not null,
    primary key (organisation, hash)
  )`,
  `create table usage_day (
    organisation text not null references organisation on delete cascade,
    day date not null,
    kind text not null,
    count integer not null,
    primary key (organisation, day, kind)
  )`,
  // Visitors as keyed hashes. The key is deleted after its day, and with it every way to identify a user.
  `create table usage_key (day date primary key, key bytea not null)`,
  `create table usage_person (
    organisation text not null references organisation on delete cascade,
    day date not null,
    mark bytea not null,
    primary key (organisation, day, mark)
  )`,
  `create table counted_try (key text not null, at bigint not null)`,
  `create index counted_try_key on counted_try (key, at)`,
  `create index counted_try_at on counted_try (at)`,
  `create table portal_link (
    token_hash text primary key,
    kind text not null check (kind in ('join', 'password')),
    username text references portal_user on delete cascade,
    role text check (role in ('org_admin', 'org_publisher', 'org_user')),
    group_ids text[] not null default '{}',
    created_by text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    check ((kind = 'password') = (username is not null))
  )`,
  `create index portal_token_user on portal_token (username)`,
];
