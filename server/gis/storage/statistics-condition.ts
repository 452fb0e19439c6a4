import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { FieldType } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import type { Typed } from '../where/typed-condition.ts';
import { type FeatureSelection, matching, sortBy, type SortTerm, tableOf } from './feature-store.ts';

/** Statistic types of outStatistics. */
export const statisticTypes = [
  'count',
  'sum',
  'min',
  'max',
  'avg',
  'stddev',
  'var',
  'percentile_cont',
  'percentile_disc',
] as const;
export type StatisticType = (typeof statisticTypes)[number];

/** The SQL of one statistic over a value. `share` and `descending` are for percentiles. */
export function statistic(
  type: StatisticType,
  value: Typed,
  share: number,
  descending: boolean,
): { sql: RawBuilder<unknown>; fieldType: FieldType } {
  const double = (expression: RawBuilder<unknown>) => ({
    sql: sql`cast(${expression} as double precision)`,
    fieldType: 'esriFieldTypeDouble' as const,
  });
  switch (type) {
    case 'count':
      return { sql: sql`count(${value.sql})`, fieldType: 'esriFieldTypeInteger' };
    case 'sum':
    case 'avg':
      return double(sql`${sql.raw(type)}(${value.sql})`);
    case 'stddev':
      return double(sql`stddev_samp(${value.sql})`);
    case 'var':
      return double(sql`var_samp(${value.sql})`);
    case 'min':
    case 'max':
      // PostgreSQL orders UUIDs but has no minimum or maximum of them.
      return {
        sql: sql`${sql.raw(type)}(${value.type === 'guid' ? sql`cast(${value.sql} as text)` : value.sql})`,
        fieldType: fieldTypeOf(value),
      };
    case 'percentile_cont':
    case 'percentile_disc':
      return double(
        sql`${sql.raw(type)}(cast(${share} as double precision)) within group (order by cast(${value.sql} as double precision) ${
          descending ? sql`desc` : sql`asc`
        })`,
      );
  }
}

/** Limits of `exceedslimit`; those not given are undefined. */
export interface TransferLimits {
  maxRecordCount: number | undefined;
  maxPointCount: number | undefined;
  maxVertexCount: number | undefined;
}

/** 1 when the features are more, or have more vertices, than a client would take; else 0. */
export function exceedsLimit(
  { geometryType, hasZ, hasM }: Pick<HostedLayer, 'geometryType' | 'hasZ' | 'hasM'>,
  { maxRecordCount, maxPointCount, maxVertexCount }: TransferLimits,
): { sql: RawBuilder<unknown>; fieldType: FieldType } {
  const max = (geometryType === 'esriGeometryPoint' ? maxPointCount : undefined) ?? maxRecordCount;
  // The size of a stored geometry is known without reading it.
  const bytes = 8 * (2 + Number(hasZ) + Number(hasM));
  const vertices = sql`coalesce(sum(octet_length(shape)), 0) / ${sql.lit(bytes)}`;
  const over = [
    ...(max === undefined ? [] : [sql`count(*) > cast(${max} as bigint)`]),
    ...(maxVertexCount === undefined || geometryType === null || geometryType === 'esriGeometryPoint'
      ? []
      : [sql`${vertices} > cast(${maxVertexCount} as bigint)`]),
  ];
  return {
    sql: over.length === 0 ? sql`0` : sql`case when ${sql.join(over, sql` or `)} then 1 else 0 end`,
    fieldType: 'esriFieldTypeInteger',
  };
}

/** The field type of a computed value. */
export function fieldTypeOf(value: Typed): FieldType {
  if (value.column)
    return value.column.type === 'esriFieldTypeOID' ? 'esriFieldTypeInteger' : value.column.type;
  if (value.type === 'instant') return 'esriFieldTypeDate';
  if (value.type === 'guid') return 'esriFieldTypeGUID';
  return value.type === 'number' ? 'esriFieldTypeDouble' : 'esriFieldTypeString';
}

interface TopOfGroups {
  groups: readonly RawBuilder<unknown>[];
  order: readonly SortTerm[];
  /** Features of each group. */
  count: number;
}

/** The condition that only the first features of each group of a selection meet; object ids break ties. */
export async function topFeatures(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  { groups, order, count }: TopOfGroups,
): Promise<RawBuilder<SqlBool>> {
  const condition = await matching(database, layer, selection);
  return sql<SqlBool>`objectid in (select ranked.objectid from (
    select objectid, row_number() over (partition by ${sql.join(groups)} order by ${sql.join([...sortBy(order), sql`objectid`])}) as place
    from ${tableOf(layer)} where ${condition}) as ranked where ranked.place <= cast(${count} as bigint))`;
}
