import type pg from 'pg';
import { ident, listTables, quoted, type TableShape } from '../../server/operator/backup/schema-store.ts';

/** A table with the statements that create it as it is: those of hosted layers; empty for tables of migrations. */
export interface TableStatements extends TableShape {
  create: string[];
  /** Statements after loading: keys and indexes. */
  finish: string[];
}

/** Every table, with the statements that PostgreSQL writes for it. */
export async function readStatements(client: pg.ClientBase): Promise<TableStatements[]> {
  const tables: TableStatements[] = [];
  for (const { schema, name, id } of await listTables(client))
    tables.push(await readTable(client, schema, name, id));
  return tables;
}

/** The database views of hosted layers, and the functions and triggers of archived ones. */
export async function readViews(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('create view %I.%I as %s', schemaname, viewname, definition) as statement, 1 as place, viewname as name
       from pg_views where schemaname = 'hosted'
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

async function readTable(
  client: pg.ClientBase,
  schema: TableShape['schema'],
  name: string,
  id: number,
): Promise<TableStatements> {
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
