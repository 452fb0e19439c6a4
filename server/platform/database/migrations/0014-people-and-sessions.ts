import { type Kysely, sql } from 'kysely';

/** Address and last use of a session, and acts that concern every organisation of the embedded portal. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // With defaults, so that a process of the previous version can still write tokens.
  `alter table portal_token
    add column agent text not null default '',
    add column started_at bigint,
    add column used_at bigint`,
  // Users and groups belong to the portal, not to one of the organisations that use it.
  `alter table audit_entry alter column organisation drop not null`,
  `create index audit_entry_portal on audit_entry (id desc) where organisation is null`,
  `create index portal_link_user on portal_link (username)`,
];
