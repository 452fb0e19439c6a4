import { type RawBuilder, sql } from 'kysely';
import { MappingError } from '../../wire/errors.ts';
import type { Database } from '../platform/database/connect.ts';

/** A table with rows of an organisation, and the condition for these. */
interface OwnedTable {
  table: string;
  isOwn: RawBuilder<unknown>;
  /** Rows that others of the table reference come first, and numbered ones in the order of their numbers. */
  order: RawBuilder<unknown>;
}

interface Reference {
  table: string;
  column: string;
  referenced: string;
  key: string;
}

const references = sql`
  select child.relname as "table", own.attname as "column", parent.relname as "referenced", key.attname as "key"
  from pg_constraint reference
    join pg_class child on child.oid = reference.conrelid
    join pg_class parent on parent.oid = reference.confrelid
    join pg_attribute own on own.attrelid = child.oid and own.attnum = reference.conkey[1]
    join pg_attribute key on key.attrelid = parent.oid and key.attnum = reference.confkey[1]`;
const single = sql`reference.contype = 'f' and cardinality(reference.conkey) = 1
  and child.relnamespace = current_schema()::regnamespace`;

/**
 * Tables with rows of an organisation, read from the catalogue: the organisation's own first, then those that name it, then those
 * that reference one of these. Rows can be restored in this order.
 */
async function tablesOf(database: Database, name: string): Promise<OwnedTable[]> {
  const { rows: naming } = await sql<{ table: string }>`
    select table_name as "table" from information_schema.columns
    where table_schema = current_schema() and column_name = 'organisation' order by table_name`.execute(
    database,
  );
  const names = naming.map(({ table }) => table);
  const { rows: referencing } = await sql<Reference>`${references} where ${single}
      and parent.relname::text = any(${names}) and not child.relname::text = any(${names})
    order by child.relname`.execute(database);
  const { rows: selves } =
    await sql<Reference>`${references} where ${single} and child.oid = parent.oid`.execute(database);
  const { rows: numbered } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(database);
  const owned = [
    { table: 'organisation', isOwn: sql`name = ${name}` },
    ...names.map((table) => ({ table, isOwn: sql`organisation = ${name}` })),
    ...referencing.map(({ table, column, referenced, key }) => ({
      table,
      isOwn: sql`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.id(referenced)} where organisation = ${name})`,
    })),
  ];
  return owned.map((each) => {
    const self = selves.find(({ table }) => table === each.table);
    const number = numbered.find(({ table }) => table === each.table);
    const order = self
      ? sql`${sql.ref(self.column)} is distinct from ${sql.ref(self.key)}`
      : number
        ? sql.ref(number.column)
        : sql`1 = 1`;
    return { ...each, order };
  });
}

/** The number of rows under an organisation's name, by table; undefined for an unknown organisation. */
export async function countOrganisation(
  database: Database,
  name: string,
): Promise<ReadonlyMap<string, number> | undefined> {
  const counts = new Map<string, number>();
  for (const { table, isOwn } of await tablesOf(database, name)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.id(table)} where ${isOwn}`.execute(database);
    counts.set(table, rows[0]?.count ?? 0);
  }
  return counts.get('organisation') === 0 ? undefined : counts;
}

/** A row as JSON text. */
export interface OrganisationRow {
  table: string;
  row: string;
}

/** Rows read at a time: each may be a photo or a map of several megabytes. */
const rowsPerBatch = 10;

/** Reads everything under an organisation's name as of one moment, a few rows at a time. */
export async function readOrganisation(
  database: Database,
  name: string,
  take: (rows: readonly OrganisationRow[]) => Promise<void>,
): Promise<void> {
  const transaction = database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await transaction.execute(async (snapshot) => {
    for (const { table, isOwn, order } of await tablesOf(snapshot, name)) {
      await sql`declare owned no scroll cursor for
        select to_jsonb(t)::text as row from ${sql.id(table)} t where ${isOwn} order by ${order}`.execute(
        snapshot,
      );
      for (;;) {
        const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsPerBatch)} from owned`.execute(
          snapshot,
        );
        if (rows.length > 0) await take(rows.map(({ row }) => ({ table, row })));
        if (rows.length < rowsPerBatch) break;
      }
      await sql`close owned`.execute(snapshot);
    }
  });
}

/** Deletes an organisation and everything under its name in one transaction. */
export async function deleteOrganisation(database: Database, name: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const { table, isOwn } of (await tablesOf(transaction, name)).toReversed())
      await sql`delete from ${sql.id(table)} where ${isOwn}`.execute(transaction);
  });
}

/**
 * Restores an organisation in one transaction. @param batches rows in the order in which they were read, each batch of one table
 * @returns whether it was not bound to the portal organisation that the file names
 * @throws MappingError `organisation:exists`, `organisation:unknown-table` for a backup of a later version,
 * `organisation:foreign-rows` for a file with rows of another organisation; what `batches` throws
 */
export async function restoreOrganisation(
  database: Database,
  name: string,
  batches: AsyncIterable<readonly OrganisationRow[]>,
): Promise<{ unbound: boolean }> {
  return database.transaction().execute(async (transaction) => {
    if (await countOrganisation(transaction, name))
      throw new MappingError('organisation:exists', `The organisation “${name}” already exists.`);
    const known = new Map((await tablesOf(transaction, name)).map((owned) => [owned.table, owned]));
    let unbound = false;
    for await (const batch of batches) {
      const table = batch[0]?.table ?? '';
      const owned = known.get(table);
      if (!owned) throw new MappingError('organisation:unknown-table', `This version has no table ${table}.`);
      if (await insertOwn(transaction, name, owned, batch)) unbound = true;
    }
    return { unbound };
  });
}

/**
 * Inserts rows of the organisation, in the order of the file. The condition is that by which its rows are read and deleted, with
 * which no row of another organisation, and none below a row of another, agrees.
 * @returns whether the file names a portal organisation to which it was not bound
 */
async function insertOwn(
  transaction: Database,
  name: string,
  { table, isOwn }: OwnedTable,
  batch: readonly OrganisationRow[],
): Promise<boolean> {
  const given = sql`unnest(${batch.map(({ row }) => row)}::text[]) with ordinality as given (line, number)`;
  const rowsOf = (line: RawBuilder<unknown>) =>
    sql`${given}, jsonb_populate_record(null::${sql.id(table)}, ${line}) as restored`;
  const asGiven = sql`given.line::jsonb`;
  const { rows } = await sql<{ own: number }>`
    select count(*)::integer as own from (select restored.* from ${rowsOf(asGiven)}) as rows
    where ${isOwn}`.execute(transaction);
  if (rows[0]?.own !== batch.length)
    throw new MappingError(
      'organisation:foreign-rows',
      `The file contains rows of ${table} that do not belong to “${name}”. Nothing has been restored.`,
    );
  const line =
    table === 'organisation' ? boundLine(name) : table === 'map_comment_photo' ? unchargedLine : asGiven;
  // Entries of the audit log get new numbers, in the same order: others may have theirs, now or with the next entry.
  await sql`insert into ${sql.id(table)} overriding user value
    select restored.* from ${rowsOf(line)} order by number`.execute(transaction);
  if (table !== 'organisation') return false;
  const { rows: lost } = await sql`
    select 1 from ${given}, organisation
    where organisation.name = ${name} and organisation.portal_org_id is null
      and given.line::jsonb ->> 'portal_org_id' is not null`.execute(transaction);
  return lost.length > 0;
}

/** Its users are not in the file: another of the same name would be charged for the photo. */
const unchargedLine = sql`given.line::jsonb || '{"owner": null}'`;

/**
 * An organisation's portal organisation may have been deleted with it; one that is made again has another id. A file may name that
 * of another organisation, whose accounts and content the restored one would then use.
 */
function boundLine(name: string): RawBuilder<unknown> {
  return sql`given.line::jsonb || jsonb_build_object('portal_org_id',
    (select id from portal_organisation own where id = given.line::jsonb ->> 'portal_org_id' and url_key = ${name}
      and not exists (select from organisation other where other.portal_org_id = own.id)))`;
}
