import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { type AttributeValue, findField } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import type { Geometry } from '../geometry/geometry.ts';
import { readRows } from './feature-rows-store.ts';
import {
  asCompilable,
  type FeatureSelection,
  matching,
  sortBy,
  type SortTerm,
  tableOf,
} from './feature-store.ts';
import { isCached, untilEdit } from './view-extent-store.ts';

/**
 * From the first instant of a layer's features to the last, epoch milliseconds; null without time fields or
 * values. Cached until an edit: it is part of every description, and reads the whole table.
 */
export async function readTimeExtent(
  database: Database,
  layer: HostedLayer,
): Promise<[number, number] | null> {
  const columns = timeColumns(layer);
  if (columns.length < 2) return null;
  // A day is the instant at which it begins.
  const both = sql.join(columns.map((column) => sql`cast(${sql.ref(column)} as timestamp)`));
  const query = sql`select min(least(${both})), max(greatest(${both})) from ${tableOf(layer)}`;
  const read = () => readRows(database, asCompilable(query, database));
  const [row] = await untilEdit(database, layer, timeName(columns), read);
  const [first, last] = (row ?? []) as (number | null)[];
  return typeof first === 'number' && typeof last === 'number' ? [first, last] : null;
}

/** Whether `readTimeExtent` reads no table. */
export function hasTimeExtent(database: Database, layer: HostedLayer): boolean {
  const columns = timeColumns(layer);
  return columns.length < 2 || isCached(database, layer, timeName(columns));
}

const timeName = (columns: readonly string[]) => `time ${columns.join()}`;

function timeColumns({ timeInfo, fields }: HostedLayer): string[] {
  const names = timeInfo ? [timeInfo.startTimeField, timeInfo.endTimeField ?? timeInfo.startTimeField] : [];
  return names.flatMap((name) => findField(fields, name)?.column ?? []);
}

/** A column of a grouped result: a group's value or a statistic. */
export interface SummaryColumn {
  sql: RawBuilder<unknown>;
  /** Whether it is a grouping value. */
  grouped: boolean;
}

export interface Summary {
  selection: FeatureSelection;
  columns: readonly SummaryColumn[];
  having: RawBuilder<SqlBool> | null;
  orderBy: readonly SortTerm[];
  offset: number;
  limit: number;
}

/** Statistics by group, or distinct values when there is no statistic. */
export async function readSummary(
  database: Database,
  layer: HostedLayer,
  summary: Summary,
): Promise<AttributeValue[][]> {
  const condition = await matching(database, layer, summary.selection);
  // By position: an expression with parameters is not recognised when it is written twice.
  const groups = summary.columns.flatMap(({ grouped }, index) =>
    grouped ? [sql.raw(String(index + 1))] : [],
  );
  // The groups break ties: without a complete order a group could be on two pages and another on none.
  const order = [...sortBy(summary.orderBy), ...groups.map((group) => sql`${group} asc nulls first`)];
  // Without a column there is one row for all features.
  const columns = summary.columns.length > 0 ? summary.columns : [{ sql: sql`count(*)` }];
  const query = sql`select ${sql.join(columns.map((column) => column.sql))} from ${tableOf(layer)} where ${condition}
    ${groups.length > 0 ? sql`group by ${sql.join(groups)}` : sql``}
    ${summary.having ? sql`having ${summary.having}` : sql``}
    ${order.length > 0 ? sql`order by ${sql.join(order)}` : sql``}
    limit ${summary.limit} offset ${summary.offset}`;
  return (await readRows(database, asCompilable(query, database), summary.selection)) as AttributeValue[][];
}

/** Bytes of the geometry of a selection, which are known without reading it. */
export async function shapeBytes(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
): Promise<number> {
  const condition = await matching(database, layer, selection);
  const query = sql`select cast(coalesce(sum(octet_length(shape)), 0) as bigint) from ${tableOf(layer)} where ${condition}`;
  return (await readRows(database, asCompilable(query, database)))[0]?.[0] as number;
}

/** The geometry of a selection's features, each with the values of its group. */
export async function readGroupedShapes(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  groups: readonly RawBuilder<unknown>[],
): Promise<{ group: AttributeValue[]; shape: Geometry }[]> {
  const condition = await matching(database, layer, selection);
  const query = sql`select ${sql.join([sql`shape`, ...groups])} from ${tableOf(layer)} where ${condition} and shape is not null`;
  const rows = await readRows(database, asCompilable(query, database), selection);
  return rows.map(([shape, ...group]) => ({ shape: shape as Geometry, group: group as AttributeValue[] }));
}

/** Number of groups, or distinct combinations of values; without columns all features are one group. */
export async function countGroups(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  columns: readonly RawBuilder<unknown>[],
  having: RawBuilder<SqlBool> | null = null,
): Promise<number> {
  const condition = await matching(database, layer, selection);
  const groups =
    columns.length > 0 ? sql.join(columns.map((_column, index) => sql.raw(String(index + 1)))) : null;
  const query = sql`select count(*) from (
    select ${groups ? sql.join(columns) : sql`count(*)`} from ${tableOf(layer)} where ${condition}
    ${groups ? sql`group by ${groups}` : sql``}
    ${having ? sql`having ${having}` : sql``}
  ) as groups`;
  return (await readRows(database, asCompilable(query, database)))[0]?.[0] as number;
}
