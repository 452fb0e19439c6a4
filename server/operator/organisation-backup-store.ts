import { sql } from 'kysely';
import { MappingError } from '../../wire/errors.ts';
import type { Database } from '../platform/database/connect.ts';

/** Everything stored under an organisation's name: rows by table, as JSON. */
export interface OrganisationBackup {
  format: 'mapping-organisation';
  name: string;
  /** In the order in which they can be restored. */
  tables: { table: string; rows: unknown[] }[];
}

/**
 * Tables whose rows belong to an organisation, with the organisation's own first, read from the catalogue.
 */
async function tablesOf(database: Database): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string }>`
    select table_name as "table" from information_schema.columns
    where table_schema = current_schema() and column_name = 'organisation' order by table_name`.execute(
    database,
  );
  return [
    { table: 'organisation', column: 'name' },
    ...rows.map(({ table }) => ({ table, column: 'organisation' })),
  ];
}

/** @returns undefined for an unknown organisation */
export async function readOrganisation(
  database: Database,
  name: string,
): Promise<OrganisationBackup | undefined> {
  const tables: OrganisationBackup['tables'] = [];
  for (const { table, column } of await tablesOf(database)) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.id(table)} t where ${sql.ref(column)} = ${name}`.execute(database);
    tables.push({ table, rows: rows.map(({ row }) => row) });
  }
  if (tables[0]?.rows.length === 0) return undefined;
  return { format: 'mapping-organisation', name, tables };
}

/** Deletes an organisation and everything under its name in one transaction. */
export async function deleteOrganisation(database: Database, name: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const { table, column } of (await tablesOf(transaction)).toReversed()) {
      await sql`delete from ${sql.id(table)} where ${sql.ref(column)} = ${name}`.execute(transaction);
    }
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
    const known = new Set((await tablesOf(transaction)).map(({ table }) => table));
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
