import { type Kysely, sql } from 'kysely';

/** The words of one item in 64, by which a search estimates cheaply that very many match. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create index portal_item_sample on portal_item using gin (search) where left(md5(id), 2) < '04'`)
    .execute(database);
}
