import { type RawBuilder, sql } from 'kysely';
import type { EsriGeometryType } from '../geometry/geometry.ts';
import { columnTypes, type Field } from '../layer/field.ts';
import { double, indexedSizes, largerSide, placeCode } from './place-code-condition.ts';

/**
 * The statements that create a layer's table. Indexes are created after loading, which is several times
 * faster.
 */
export function createTable(tableName: string, fields: readonly Field[]): RawBuilder<unknown>[] {
  const columns = fields.map(
    ({ column, type }) =>
      // Texts are sorted and folded by Unicode's rules, whatever the database's locale.
      sql`${sql.id(column)} ${sql.raw(columnTypes[type])}${type === 'esriFieldTypeString' ? sql` collate "und-x-icu"` : sql``}`,
  );
  const own = [sql`objectid bigint not null`, sql`globalid uuid not null`, sql`box box`, sql`shape bytea`];
  const table = sql.id('hosted', tableName);
  return [
    sql`create table ${table} (${sql.join([...own, ...columns.slice(2)])})`,
    // Not together with the column: PostgreSQL supports that only from 16 on.
    sql`alter table ${table} alter shape set storage main`,
  ];
}

/** Keys and the spatial indexes; `indexed` are columns that clients filter and sort by. */
export function createIndexes(
  tableName: string,
  { geometryType, wkid }: { geometryType: EsriGeometryType | null; wkid: number },
  indexed: readonly string[],
): RawBuilder<unknown>[] {
  const table = sql.id('hosted', tableName);
  return [
    sql`alter table ${table} add primary key (objectid)`,
    sql`create unique index on ${table} (globalid)`,
    sql`create index on ${table} using gist (box)`,
    ...(geometryType ? createTileIndexes(tableName, geometryType, wkid) : []),
    ...indexed.map((column) => sql`create index on ${table} (${sql.id(column)})`),
    sql`analyze ${table}`,
  ];
}

/** Indexes for tiles with far more features than can be seen: by place, and of the large features only. */
export function createTileIndexes(
  tableName: string,
  geometryType: EsriGeometryType,
  wkid: number,
): RawBuilder<unknown>[] {
  const table = sql.id('hosted', tableName);
  const sizes = geometryType === 'esriGeometryPoint' ? [] : indexedSizes(wkid);
  return [
    ...sizes.map(
      (size, index) => sql`create index if not exists ${sql.id(`${tableName}_large_${index}`)} on ${table}
        using gist (box) where ${largerSide} >= ${double(size)}`,
    ),
    // The last of them: if it exists, so do the others.
    sql`create index if not exists ${sql.id(placeIndex(tableName))} on ${table} (${placeCode(wkid)})`,
  ];
}

/** Name of the spatial index. */
export function placeIndex(tableName: string): string {
  return `${tableName}_place`;
}

export function dropTable(tableName: string): RawBuilder<unknown> {
  return sql`drop table if exists ${sql.id('hosted', tableName)}`;
}

/** COPY in PostgreSQL's text form, in the order of the columns of `createTable`. */
export function copyInto(tableName: string, fields: readonly Field[]): RawBuilder<unknown> {
  const columns = ['objectid', 'globalid', 'box', 'shape', ...fields.slice(2).map(({ column }) => column)];
  return sql`copy ${sql.id('hosted', tableName)} (${sql.join(columns.map((column) => sql.id(column)))}) from stdin`;
}
