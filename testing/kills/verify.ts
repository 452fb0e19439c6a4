import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../server/platform/database/connect.ts';

/** Traces of unfinished work; each finds rows that should not exist. */
const halves: Record<string, RawBuilder<Record<string, unknown>>> = {
  'a feature service without its item': sql`
    select name from hosted_service where item_id is not null and item_id not in (select id from portal_item)`,
  'an item of a feature service without the service': sql`
    select title from portal_item where type = 'Feature Service' and 'Hosted Service' = any(type_keywords)
      and id not in (select item_id from hosted_service where item_id is not null)`,
  'an item of vector tiles without the service': sql`
    select title from portal_item where type = 'Vector Tile Service' and 'Hosted Service' = any(type_keywords)
      and id not in (select item_id from hosted_service where item_id is not null)`,
  'tiles without their service, or a service without its tiles': sql`
    select name from hosted_service where is_tiles <> (id in (select service_id from hosted_tiles))`,
  'a layer without its table': sql`
    select table_name from hosted_layer
      where table_name not in (select tablename from pg_tables where schemaname = 'hosted')`,
  'a table without its layer': sql`
    select tablename from pg_tables where schemaname = 'hosted'
      and tablename not in (select table_name from hosted_layer)`,
  'data of an item that is not whole': sql`
    select item_id from portal_item_data d where size <> (
      select coalesce(sum(length(bytes)), 0) from portal_item_data_part p
        where p.version = d.version and p.encoding = d.encoding)`,
  'parts of data without an item': sql`
    select distinct version from portal_item_data_part where version not in (
      select version from portal_item_data union select version from hosted_tiles)`,
  'an attachment without its layer': sql`
    select attachment_id from hosted_attachment a where not exists (
      select from hosted_layer l where l.service_id = a.service_id and l.layer_id = a.layer_id)`,
  'an organisation without the revision in force': sql`
    select name from organisation o where not exists (
      select from organisation_revision r where r.organisation = o.name and r.revision = o.revision)`,
};

/** Unfinished work, in sentences. */
export async function findHalves(database: Database): Promise<string[]> {
  const found: string[] = [];
  for (const [what, rows] of Object.entries(halves))
    for (const row of (await rows.execute(database)).rows)
      found.push(`${what}: ${Object.values(row).join()}`);
  const layers = await database.selectFrom('hosted_layer').select(['table_name', 'feature_count']).execute();
  for (const { table_name: name, feature_count: counted } of layers) {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.id('hosted', name)}`.execute(
      database,
    );
    if (rows[0]?.count !== counted)
      found.push(`a layer that counts ${counted} features and has ${rows[0]?.count}: ${name}`);
  }
  return [...found, ...(await findHalfRequests(database))];
}

/** The feature writer sends an even number and the next odd one in one request. */
async function findHalfRequests(database: Database): Promise<string[]> {
  const { table_name: name, definition } = await database
    .selectFrom('hosted_layer')
    .innerJoin('hosted_service', 'hosted_service.id', 'hosted_layer.service_id')
    .where('hosted_service.name', '=', 'Log')
    .select(['table_name', 'definition'])
    .executeTakeFirstOrThrow();
  const { fields } = definition as { fields: { name: string; column: string }[] };
  const n = sql.id(fields.find((field) => field.name === 'n')?.column ?? 'n');
  const { rows } = await sql<{ pair: number }>`
    select div(${n}, 2) as pair from ${sql.id('hosted', name)} where ${n} >= 0 group by 1 having count(*) % 2 <> 0
    `.execute(database);
  return rows.map(({ pair }) => `half a request of features: ${pair}`);
}
