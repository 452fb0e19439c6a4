import { type Kysely, sql } from 'kysely';

/**
 * Files being read reserve the seconds they may take, so that concurrent ones do not exceed a quota together.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table portal_upload_reservation (
    id text primary key,
    username text not null,
    org_id text not null,
    seconds double precision not null,
    ends_at bigint not null
  )`.execute(database);
  await sql`create index portal_upload_reservation_org on portal_upload_reservation (org_id)`.execute(
    database,
  );
}
