import { type RawBuilder, sql } from 'kysely';
import { columnTypes, type Field } from '../layer/field.ts';

/** The statements that make a layer's table. Indexes are made after loading, which is several times faster. */
export function createTable(tableName: string, fields: readonly Field[]): RawBuilder<unknown>[] {
  const columns = fields.map(
    ({ column, type }) =>
      // Texts are sorted and folded by Unicode's rules, whatever the locale of the database.
      sql`${sql.id(column)} ${sql.raw(columnTypes[type])}${type === 'esriFieldTypeString' ? sql` collate "und-x-icu"` : sql``}`,
  );
  const own = [sql`objectid bigint not null`, sql`globalid uuid not null`, sql`box box`, sql`shape bytea`];
  const table = sql.id('hosted', tableName);
  return [
    sql`create table ${table} (${sql.join([...own, ...columns.slice(2)])})`,
    // Not with the column itself: PostgreSQL knows that from 16 on only.
    sql`alter table ${table} alter shape set storage main`,
  ];
}

/** Keys and the spatial index; `indexed` are columns clients filter and sort by. */
export function createIndexes(tableName: string, indexed: readonly string[]): RawBuilder<unknown>[] {
  const table = sql.id('hosted', tableName);
  return [
    sql`alter table ${table} add primary key (objectid)`,
    sql`create unique index on ${table} (globalid)`,
    sql`create index on ${table} using gist (box)`,
    ...indexed.map((column) => sql`create index on ${table} (${sql.id(column)})`),
    sql`analyze ${table}`,
  ];
}

export function dropTable(tableName: string): RawBuilder<unknown> {
  return sql`drop table if exists ${sql.id('hosted', tableName)}`;
}

/** COPY in PostgreSQL's text form, in the order of the columns of `createTable`. */
export function copyInto(tableName: string, fields: readonly Field[]): RawBuilder<unknown> {
  const columns = ['objectid', 'globalid', 'box', 'shape', ...fields.slice(2).map(({ column }) => column)];
  return sql`copy ${sql.id('hosted', tableName)} (${sql.join(columns.map((column) => sql.id(column)))}) from stdin`;
}
