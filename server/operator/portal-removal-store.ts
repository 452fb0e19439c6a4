import { type RawBuilder, sql } from 'kysely';
import { MappingError } from '../../wire/errors.ts';
import type { Database } from '../platform/database/connect.ts';
import { installationOrgId } from '../platform/database/migrate.ts';
import { removeServicesOfOrganisation } from '../gis/storage/delete-service-store.ts';

/** Everything stored under an organisation's name: rows by table, as JSON. */
export interface OrganisationBackup {
  format: 'mapping-organisation';
  name: string;
  /** In the order in which they can be restored. */
  tables: { table: string; rows: unknown[] }[];
}

/** A table with rows of an organisation, and the condition for these. */
interface OwnedTable {
  table: string;
  isOwn: RawBuilder<unknown>;
}

/**
 * Tables with rows of an organisation, read from the catalogue: the organisation's own first, then those that name it, then those
 * that reference one of these.
 */
async function tablesOf(database: Database, name: string): Promise<OwnedTable[]> {
  const { rows: naming } = await sql<{ table: string }>`
    select table_name as "table" from information_schema.columns
    where table_schema = current_schema() and column_name = 'organisation' order by table_name`.execute(
    database,
  );
  const names = naming.map(({ table }) => table);
  const { rows: referencing } = await sql<Reference>`
    select child.relname as "table", own.attname as "column", parent.relname as "referenced", key.attname as "key"
    from pg_constraint reference
      join pg_class child on child.oid = reference.conrelid
      join pg_class parent on parent.oid = reference.confrelid
      join pg_attribute own on own.attrelid = child.oid and own.attnum = reference.conkey[1]
      join pg_attribute key on key.attrelid = parent.oid and key.attnum = reference.confkey[1]
    where reference.contype = 'f' and cardinality(reference.conkey) = 1
      and child.relnamespace = current_schema()::regnamespace
      and parent.relname::text = any(${names}) and not child.relname::text = any(${names})
    order by child.relname`.execute(database);
  return [
    { table: 'organisation', isOwn: sql`name = ${name}` },
    ...names.map((table) => ({ table, isOwn: sql`organisation = ${name}` })),
    ...referencing.map(({ table, column, referenced, key }) => ({
      table,
      isOwn: sql`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.id(referenced)} where organisation = ${name})`,
    })),
  ];
}

interface Reference {
  table: string;
  column: string;
  referenced: string;
  key: string;
}

/** @returns undefined for an unknown organisation */
export async function readOrganisation(
  database: Database,
  name: string,
): Promise<OrganisationBackup | undefined> {
  const tables: OrganisationBackup['tables'] = [];
  for (const { table, isOwn } of await tablesOf(database, name)) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.id(table)} t where ${isOwn}`.execute(database);
    tables.push({ table, rows: rows.map(({ row }) => row) });
  }
  if (tables[0]?.rows.length === 0) return undefined;
  return { format: 'mapping-organisation', name, tables };
}

/** Deletes an organisation and everything under its name in one transaction. */
export async function deleteOrganisation(database: Database, name: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const { table, isOwn } of (await tablesOf(transaction, name)).toReversed())
      await sql`delete from ${sql.id(table)} where ${isOwn}`.execute(transaction);
  });
}

/**
 * Restores an organisation in one transaction.
 * @throws MappingError `organisation:exists`, `organisation:unknown-table` for a backup of a later version
 */
export async function writeOrganisation(database: Database, backup: OrganisationBackup): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (await readOrganisation(transaction, backup.name))
      throw new MappingError('organisation:exists', `The organisation “${backup.name}” already exists.`);
    const known = new Set((await tablesOf(transaction, backup.name)).map(({ table }) => table));
    for (const { table, rows } of backup.tables) {
      if (!known.has(table))
        throw new MappingError('organisation:unknown-table', `This version has no table ${table}.`);
      if (rows.length === 0) continue;
      await sql`insert into ${sql.id(table)} overriding system value
        select * from jsonb_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
        transaction,
      );
    }
  });
}

/** Content of a portal organisation, listed for the operator before it is deleted. */
export interface PortalHoldings {
  people: number;
  groups: number;
  items: number;
  services: number;
  layers: number;
  bytes: number;
  sessions: number;
  partnerships: number;
}

export async function countHoldings(database: Database, orgId: string): Promise<PortalHoldings> {
  const { rows } = await sql<Record<keyof PortalHoldings, string>>`select
    (select count(*) from portal_user where org_id = ${orgId}) as people,
    (select count(*) from portal_group where org_id = ${orgId} and not is_fav) as groups,
    (select count(*) from portal_item where org_id = ${orgId}) as items,
    (select count(*) from hosted_service where org_id = ${orgId}) as services,
    (select count(*) from hosted_layer join hosted_service on hosted_service.id = service_id
      where org_id = ${orgId}) as layers,
    (select coalesce(sum(bytes), 0) from portal_charge where org_id = ${orgId}) as bytes,
    (select count(distinct session_id) from portal_token join portal_user using (username)
      where org_id = ${orgId}) as sessions,
    (select count(*) from portal_partnership where ${orgId} in (from_org, to_org)) as partnerships`.execute(
    database,
  );
  const counted = Object.entries(rows[0] ?? {}).map(([what, count]) => [what, Number(count)]);
  return Object.fromEntries(counted) as PortalHoldings;
}

/**
 * Services at the organisation's address whose items belong to another one, of users who were moved. They
 * would disappear with the address.
 */
export async function servicesOfOthers(database: Database, orgId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('hosted_service')
    .innerJoin('portal_item', 'portal_item.id', 'hosted_service.item_id')
    .where('hosted_service.org_id', '=', orgId)
    .where('portal_item.org_id', '<>', orgId)
    .select('hosted_service.name')
    .orderBy('hosted_service.name')
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Signs out all users and blocks sign-ins, so that nothing is created while the organisation is being
 * deleted.
 */
export async function closePortalOrganisation(database: Database, orgId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const people = transaction.selectFrom('portal_user').select('username').where('org_id', '=', orgId);
    await transaction
      .updateTable('portal_user')
      .set({ disabled: true })
      .where('org_id', '=', orgId)
      .execute();
    await transaction.deleteFrom('portal_token').where('username', 'in', people).execute();
    await transaction
      .updateTable('publish_job')
      .set({ cancelled: true })
      .where('username', 'in', people)
      .execute();
  });
}

/**
 * Deletes a portal organisation with its users and everything that belongs to it. Their usernames remain
 * reserved. The installation's own portal organisation is emptied but kept, because it has the root address.
 */
export async function deletePortalOrganisation(
  database: Database,
  orgId: string,
  now: number,
): Promise<void> {
  // Each table takes a lock: in steps, so that no organisation exceeds the database's number of locks.
  while ((await removeServicesOfOrganisation(database, orgId, 50)) > 0);
  await database.transaction().execute(async (transaction) => {
    // Concurrent writers of this organisation wait here, and then find it deleted.
    await sql`select from portal_organisation where id = ${orgId} for update`.execute(transaction);
    await removeServicesOfOrganisation(transaction, orgId);
    for (const statement of statements(orgId, now)) await statement.execute(transaction);
  });
}

function statements(orgId: string, now: number) {
  const own = (table: string) => sql`delete from ${sql.id(table)} where org_id = ${orgId}`;
  const people = sql`(select username from portal_user where org_id = ${orgId})`;
  return [
    // Files have no foreign key.
    sql`delete from portal_file where
      owner_kind in ('item', 'item-resource') and owner_id in (select id from portal_item where org_id = ${orgId})
      or owner_kind = 'group' and owner_id in (select id from portal_group where org_id = ${orgId})
      or owner_kind = 'user' and owner_id in ${people}`,
    sql`delete from publish_job where username in ${people}`,
    // Users of other organisations were notified of its users, groups and items.
    sql`delete from portal_notification where data ->> 'username' in ${people}
      or data ->> 'fromUsername' in ${people}
      or data ->> 'groupId' in (select id from portal_group where org_id = ${orgId})
      or data ->> 'itemId' in (select id from portal_item where org_id = ${orgId})`,
    own('portal_item'),
    own('portal_group'),
    own('portal_link'),
    own('portal_app'),
    own('audit_entry'),
    sql`delete from portal_partnership where ${orgId} in (from_org, to_org)`,
    // The database itself subtracts the charges of the items; only then the counters are deleted.
    sql`set constraints all immediate`,
    sql`delete from portal_usage where scope = 'person' and key in ${people}
      or scope = 'organisation' and key = ${orgId}`,
    own('portal_upload_time'),
    own('portal_quota'),
    sql`insert into portal_former_user (username, deleted_at)
      select username, ${now} from portal_user where org_id = ${orgId} on conflict do nothing`,
    own('portal_user'),
    own('portal_role'),
    orgId === installationOrgId
      ? sql`update portal_organisation set url_key = null, settings = '{}' where id = ${orgId}`
      : sql`delete from portal_organisation where id = ${orgId}`,
  ];
}
