import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/connect.ts';

/**
 * Everything in a database's schema that statements can depend on, as sorted lines: two databases with the same lines have
 * the same schema. The order of columns is left out, because a column that is added later is the last one of its table.
 */
export async function describeSchema(database: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with relation as (
      select pg_class.oid, relname, relkind, relpersistence, reloptions, nspname || '.' || relname as name
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'hosted') and relname not like 'kysely_%' and relkind in ('r', 'v')
    )
    select 'table ' || name || ' ' || relpersistence::text || ' ' || coalesce(reloptions::text, '') as line
      from relation where relkind = 'r'
    union all select 'view ' || name || ' ' || pg_get_viewdef(oid) from relation where relkind = 'v'
    union all select concat_ws(' ', 'column', name || '.' || attname, format_type(atttypid, atttypmod),
        attcollation::regcollation, case when attnotnull then 'not null' end, attidentity, attgenerated, attstorage,
        pg_get_expr(adbin, adrelid))
      from relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all select 'constraint ' || name || '.' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
      from relation join pg_constraint on conrelid = relation.oid where contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from relation join pg_index on indrelid = relation.oid
    union all select pg_get_triggerdef(pg_trigger.oid)
      from relation join pg_trigger on tgrelid = relation.oid where not tgisinternal
    union all select pg_get_functiondef(pg_proc.oid)
      from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname in ('public', 'hosted')
    order by line`.execute(database);
  return rows.map(({ line }) => line);
}
