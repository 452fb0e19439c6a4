import { type Kysely, sql } from 'kysely';

/** Repeated acts within a minute, such as failed sign-ins, are counted in one entry of the audit log. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_entry add column counted text`.execute(database);
  await sql`create unique index audit_entry_counted on audit_entry (counted) where counted is not null`.execute(
    database,
  );
}
