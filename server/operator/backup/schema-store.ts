import type pg from 'pg';

/**
 * A table of the installation: its columns in order, and the statements that create it where migrations do
 * not.
 */
export interface TableShape {
  schema: string;
  name: string;
  columns: string[];
  /** Statements for a table created at run time (a hosted layer); empty for those of migrations. */
  create: string[];
  /** Statements after loading: keys and indexes of such a table. */
  finish: string[];
}

/**
 * Schemas of the product. Tables in `hosted` are created with their layers; everything in `public` comes from
 * migrations.
 */
const schemas = ['public', 'hosted'];
/** Migration bookkeeping: the restoring program has its own. */
const ownTables = ['kysely_migration', 'kysely_migration_lock', 'migration_checksum'];

/** Every table, read from PostgreSQL's catalogue, so that no list must be maintained. */
async function listTables(client: pg.ClientBase): Promise<{ schema: string; name: string; id: number }[]> {
  const { rows } = await client.query<{ schema: string; name: string; id: number }>(
    `select n.nspname as schema, c.relname as name, c.oid::int as id
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) and not c.relname = any($2)
     order by n.nspname desc, c.relname`,
    [schemas, ownTables],
  );
  return rows;
}

/** Every table with its shape. */
export async function readShapes(client: pg.ClientBase): Promise<TableShape[]> {
  const shapes: TableShape[] = [];
  for (const { schema, name, id } of await listTables(client))
    shapes.push(await readShape(client, schema, name, id));
  return shapes;
}

/** SQLSTATE of a table that was dropped before it was locked, and of a deadlock with its writer. */
const changed = new Set(['42P01', '40P01']);
const mostAttempts = 20;

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
      if (attempt === mostAttempts || !changed.has((error as { code?: string }).code ?? '')) throw error;
    }
    await client.query('rollback');
  }
}

/**
 * The database views of hosted layers, and the functions and triggers of archived ones, which are created again when all
 * tables are there and filled.
 */
export async function readViews(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('create view %I.%I as %s', schemaname, viewname, definition) as statement, 1 as place, viewname as name
       from pg_views where schemaname = 'hosted'
     -- A function that another one calls is created first: those of views call those of layers.
     union all select pg_get_functiondef(p.oid), case when c.relkind = 'v' then 3 else 2 end, p.proname
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         left join pg_type t on t.oid = p.prorettype left join pg_class c on c.oid = t.typrelid
       where n.nspname = 'hosted' and (c.oid is not null or p.prorettype = 'trigger'::regtype)
     union all select pg_get_triggerdef(g.oid), 4, g.tgname
       from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'hosted' and not g.tgisinternal
     order by place, name`,
  );
  return rows.map(({ statement }) => statement);
}

async function readShape(
  client: pg.ClientBase,
  schema: string,
  name: string,
  id: number,
): Promise<TableShape> {
  const { rows: columns } = await client.query<{
    name: string;
    definition: string;
    storage: string | null;
  }>(
    `select a.attname as name,
       quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
         || case when a.attcollation <> t.typcollation
              then ' collate ' || a.attcollation::regcollation::text else '' end
         || case when a.attnotnull then ' not null' else '' end
         || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as definition,
       case when a.attstorage <> t.typstorage then
         case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end
       end as storage
     from pg_attribute a join pg_type t on t.oid = a.atttypid
       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [id],
  );
  const made = schema !== 'public';
  const table = quoted(schema, name);
  return {
    schema,
    name,
    columns: columns.map((column) => column.name),
    create: made
      ? [
          `create table ${table} (${columns.map(({ definition }) => definition).join(', ')})`,
          ...columns
            .filter(({ storage }) => storage)
            .map(
              (column) => `alter table ${table} alter ${ident(column.name)} set storage ${column.storage}`,
            ),
        ]
      : [],
    finish: made ? await readKeys(client, table, id) : [],
  };
}

async function readKeys(client: pg.ClientBase, table: string, id: number): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select 'alter table ' || $2 || ' add constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid)
       as statement from pg_constraint where conrelid = $1 and contype in ('p', 'u', 'c')
     union all
     select pg_get_indexdef(i.indexrelid) from pg_index i
       left join pg_constraint c on c.conindid = i.indexrelid
     where i.indrelid = $1 and c.oid is null
     order by statement`,
    [id, table],
  );
  return rows.map(({ statement }) => statement);
}

/** Sequences and their values. */
export async function readSequences(client: pg.ClientBase): Promise<{ name: string; statement: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1)`,
    [schemas],
  );
  const found: { name: string; statement: string }[] = [];
  for (const { schema, name } of rows) {
    const { rows: values } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(schema, name)}`,
    );
    const { value = '1', called = false } = values[0] ?? {};
    found.push({
      name: `${schema}.${name}`,
      statement: `select setval('${quoted(schema, name).replaceAll("'", "''")}', ${value}, ${called})`,
    });
  }
  return found;
}

export function quoted(schema: string, name: string): string {
  return `${ident(schema)}.${ident(name)}`;
}

export function ident(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
