import type pg from 'pg';

/** A table of the installation, and its columns in order. */
export interface TableShape {
  schema: 'public' | 'hosted';
  name: string;
  columns: string[];
}

/** A sequence and its value. */
export interface SequenceState {
  schema: string;
  name: string;
  value: string;
  called: boolean;
}

/**
 * Schemas of the product. Tables in `hosted` are created with their layers; everything in `public` comes from
 * migrations.
 */
const schemas = ['public', 'hosted'];
/** Migration bookkeeping: the restoring program has its own. */
const ownTables = ['kysely_migration', 'kysely_migration_lock', 'migration_checksum'];

/** Every table, read from PostgreSQL's catalogue, so that no list must be maintained. */
export async function listTables(
  client: pg.ClientBase,
): Promise<{ schema: TableShape['schema']; name: string; id: number }[]> {
  const { rows } = await client.query<{ schema: TableShape['schema']; name: string; id: number }>(
    `select n.nspname as schema, c.relname as name, c.oid::int as id
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) and not c.relname = any($2)
     order by n.nspname desc, c.relname`,
    [schemas, ownTables],
  );
  return rows;
}

/** Every table with its columns. */
export async function readShapes(client: pg.ClientBase): Promise<TableShape[]> {
  const shapes: TableShape[] = [];
  for (const { schema, name } of await listTables(client))
    shapes.push({ schema, name, columns: await readColumns(client, schema, name) });
  return shapes;
}

/** Columns of a table in order; none for an unknown one. */
export async function readColumns(client: pg.ClientBase, schema: string, name: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = to_regclass(format('%I.%I', $1::text, $2::text)) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [schema, name],
  );
  return rows.map(({ name }) => name);
}

/** SQLSTATE of a table that was dropped before it was locked, and of a deadlock with its writer. */
const changed = new Set(['42P01', '40P01']);
const maxAttempts = 20;

/**
 * Begins a transaction that sees one point in time. All tables are locked before that against being dropped, altered and emptied,
 * which a snapshot does not protect from: an emptied table would be empty in it, too.
 * @returns the tables
 */
export async function beginSnapshot(client: pg.ClientBase): Promise<TableShape[]> {
  for (let attempt = 1; ; attempt += 1) {
    const tables = (await listTables(client)).map(({ schema, name }) => quoted(schema, name));
    await client.query('begin isolation level repeatable read read only');
    try {
      await client.query(`lock table ${tables.join(', ')} in access share mode`);
      const shapes = await readShapes(client);
      if (shapes.every(({ schema, name }) => tables.includes(quoted(schema, name)))) return shapes;
    } catch (error) {
      if (attempt === maxAttempts || !changed.has((error as { code?: string }).code ?? '')) throw error;
    }
    await client.query('rollback');
  }
}

/** Sequences and their values. */
export async function readSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1)
     order by schema, name`,
    [schemas],
  );
  const found: SequenceState[] = [];
  for (const { schema, name } of rows) {
    const { rows: values } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(schema, name)}`,
    );
    const { value = '1', called = false } = values[0] ?? {};
    found.push({ schema, name, value, called });
  }
  return found;
}

export function quoted(schema: string, name: string): string {
  return `${ident(schema)}.${ident(name)}`;
}

export function ident(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
