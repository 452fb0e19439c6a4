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
      and tablename not in (
        select table_name from hosted_layer union all select table_name || '_history' from hosted_layer)`,
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
  'an offline copy ahead of its layer, or of a layer that does not exist': sql`
    select r.id from hosted_replica r cross join jsonb_array_elements(r.generations) g
      left join hosted_layer l on l.service_id = r.service_id and l.layer_id = (g ->> 'id')::int
      where (g ->> 'serverGen')::bigint > coalesce(l.edited_at, -1)`,
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

/**
 * The feature writer adds an even number and the next odd one in one request, and updates and deletes both in one. Offline copies send
 * names that end in a and b. Both or neither are stored, once and in the same state. A writer repeats requests whose error says that nothing was saved.
 */
async function findHalfRequests(database: Database): Promise<string[]> {
  const log = await findColumn(database, 'Log', 'n');
  const { column: state } = await findColumn(database, 'Log', 'state');
  const copies = await findColumn(database, 'Copies', 'name');
  const { rows } = await sql<{ what: string }>`
    select 'features: ' || div(${log.column}, 2) as what from ${log.table}
      where ${log.column} >= 0 group by div(${log.column}, 2) having count(*) <> 2 or count(distinct ${state}) <> 1
    union all select 'edits of an offline copy: ' || left(${copies.column}, -1) from ${copies.table}
      group by left(${copies.column}, -1) having string_agg(right(${copies.column}, 1), '' order by right(${copies.column}, 1)) <> 'ab'
    `.execute(database);
  return rows.map(({ what }) => `half a request, or one stored twice, of ${what}`);
}

/** The table of a service's first layer, and the column of a field. */
async function findColumn(database: Database, service: string, field: string) {
  const { table_name: name, definition } = await database
    .selectFrom('hosted_layer')
    .innerJoin('hosted_service', 'hosted_service.id', 'hosted_layer.service_id')
    .where('hosted_service.name', '=', service)
    .select(['table_name', 'definition'])
    .executeTakeFirstOrThrow();
  const { fields } = definition as { fields: { name: string; column: string }[] };
  const column = fields.find((each) => each.name === field)?.column ?? field;
  return { table: sql.id('hosted', name), column: sql.id(column) };
}
