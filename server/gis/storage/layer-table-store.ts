import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { EsriGeometryType } from '../geometry/geometry.ts';
import { isGeographic } from '../geometry/spatial-reference.ts';
import { columnTypes, type Field, findField } from '../layer/field.ts';
import type { LayerIndex } from '../layer/layer.ts';
import type { IndexInput } from './service-input.ts';

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

/** Indexes of a new layer's owner, with their names in the database. */
export function nameIndexes(tableName: string, indexes: readonly IndexInput[] = []): LayerIndex[] {
  return indexes.map((index, position) => ({ ...index, storedName: `${tableName}_own_${position + 1}` }));
}

/** @param fields of the layer */
export function createOwnIndex(
  tableName: string,
  { storedName, isUnique, fields: names }: LayerIndex,
  fields: readonly Field[],
): RawBuilder<unknown> {
  const columns = names.map((name) => sql.id(findField(fields, name)?.column ?? name));
  return sql`create ${isUnique ? sql`unique` : sql``} index ${sql.id(storedName)}
    on ${sql.id('hosted', tableName)} (${sql.join(columns)})`;
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

/** The table with the former versions of the features of an archived layer. */
export function historyName(tableName: string): string {
  return `${tableName}_history`;
}

/** The function that returns the features of an archived layer at a moment. */
export function pastFunction(tableName: string): RawBuilder<unknown> {
  return sql`${sql.id('hosted', `${tableName}_at`)}`;
}

/** The function of the triggers that fill the history of a layer. */
export function archiveFunction(tableName: string): RawBuilder<unknown> {
  return sql`${sql.id('hosted', `${tableName}_archive`)}`;
}

/** The statements that delete a layer's table, and its history. */
export function dropTable(tableName: string): RawBuilder<unknown>[] {
  return [
    sql`drop function if exists ${pastFunction(tableName)}(bigint)`,
    sql`drop table if exists ${sql.id('hosted', tableName)}, ${sql.id('hosted', historyName(tableName))}`,
    sql`drop function if exists ${archiveFunction(tableName)}()`,
  ];
}

/** COPY in PostgreSQL's binary form, in the order of the columns of `createTable`. */
export function copyInto(tableName: string, fields: readonly Field[]): RawBuilder<unknown> {
  const columns = ['objectid', 'globalid', 'box', 'shape', ...fields.slice(2).map(({ column }) => column)];
  return sql`copy ${sql.id('hosted', tableName)} (${sql.join(columns.map((column) => sql.id(column)))}) from stdin (format binary)`;
}

/** A query uses an expression index only with exactly the same expression: both take it from here. */

/** The longer side of a feature's envelope. */
export const largerSide = sql`greatest((box[0])[0] - (box[1])[0], (box[0])[1] - (box[1])[1])`;

/** Cells along each axis. */
export const placeCodeBits = 26;

/** Side of the smallest cell in a layer's units: 2²⁶ of them span the world, some sixty centimetres each. */
export function placeUnit(wkid: number): number {
  return (isGeographic(wkid) ? 360 : 40_075_017) / 2 ** placeCodeBits;
}

/** Position of a feature on the Z-order curve, see the migration of `hosted.place_code`. */
export function placeCode(wkid: number): RawBuilder<unknown> {
  return sql`hosted.place_code(box, ${double(placeUnit(wkid))})`;
}

/**
 * Sizes from which features have an index of their own: a pixel and a half of every second zoom, the smallest
 * first.
 */
export function indexedSizes(wkid: number): number[] {
  const world = isGeographic(wkid) ? 360 : 40_075_017;
  return [11, 9, 7, 5, 3].map((zoom) => (world / 2 ** zoom / 512) * 1.5);
}

/** A number as a literal in the statement. */
export function double(value: number): RawBuilder<unknown> {
  return sql`cast(${sql.lit(String(value))} as double precision)`;
}

/**
 * Creates the indexes tiles need for layers that were loaded before they existed; safe in several processes
 * at once.
 */
export async function indexPlaces(database: Database): Promise<void> {
  const { rows } = await sql<{ table: string; type: EsriGeometryType; wkid: number }>`
    select table_name as table, geometry_type as type, wkid from hosted_layer
    where geometry_type is not null and source_service_id is null and to_regclass('hosted.' || quote_ident(table_name || '_place')) is null`.execute(
    database,
  );
  for (const { table, type, wkid } of rows) {
    await database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${placeIndex(table)}, 20))`.execute(
        transaction,
      );
      for (const statement of createTileIndexes(table, type, wkid)) await statement.execute(transaction);
    });
  }
}
