import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { AttributeValue } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { readRows } from './feature-rows-store.ts';
import { asCompilable, type FeatureSelection, matching, overShown, tableOf } from './feature-store.ts';

/** Summary of the numbers that classes are made of; null without any. */
export interface NumberSummary {
  min: number;
  max: number;
  mean: number;
  /** Standard deviation of the population. */
  deviation: number;
}

/** A number, and how many features have it. */
export interface CountedNumber {
  value: number;
  count: number;
}

/** The value of each feature, with the other one as its divisor; features without both are left out. */
export function dividedBy(
  value: RawBuilder<unknown>,
  divisor: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  return divisor
    ? sql`cast(${value} as double precision) / nullif(cast(${divisor} as double precision), 0)`
    : sql`cast(${value} as double precision)`;
}

/** The logarithm to the base 10 of numbers above zero. */
export function logarithmOf(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when cast(${value} as double precision) > 0 then log(cast(${value} as double precision)) end`;
}

export async function readNumberSummary(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  value: RawBuilder<unknown>,
): Promise<NumberSummary | null> {
  const query = sql`select min(v), max(v), avg(v), stddev_pop(v) from (${await values(database, layer, selection, value)}) as found`;
  const [row] = await readRows(database, asCompilable(query, database));
  const [min, max, mean, deviation] = (row ?? []) as (number | null)[];
  if (typeof min !== 'number' || typeof max !== 'number') return null;
  return { min, max, mean: mean ?? min, deviation: deviation ?? 0 };
}

/** The least numbers that these shares of all features do not exceed. */
export async function readQuantiles(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  value: RawBuilder<unknown>,
  shares: readonly number[],
): Promise<number[]> {
  const query = sql`select unnest(percentile_disc(cast(${shares} as double precision[])) within group (order by v))
    from (${await values(database, layer, selection, value)}) as found`;
  const rows = await readRows(database, asCompilable(query, database));
  return rows.map(([number]) => number as number);
}

/** The distinct numbers, ascending; at most `most` of them. */
export async function readDistinctNumbers(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  value: RawBuilder<unknown>,
  most: number,
): Promise<CountedNumber[]> {
  const query = sql`select v, count(*) from (${await values(database, layer, selection, value)}) as found
    group by v order by v limit ${most}`;
  const rows = await readRows(database, asCompilable(query, database));
  return rows.map(([number, count]) => ({ value: number as number, count: count as number }));
}

/** Distinct combinations of columns with their numbers of features, the most frequent first. */
export async function readCombinations(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  columns: readonly RawBuilder<unknown>[],
  most: number,
): Promise<{ values: AttributeValue[]; count: number }[]> {
  const condition = await matching(database, layer, selection);
  const places = sql.join(columns.map((_column, index) => sql.raw(String(index + 1))));
  const query = sql`select ${sql.join(columns)}, count(*) as features from ${tableOf(layer)} where ${condition}
    group by ${places} order by features desc, ${places} limit ${most}`;
  const rows = await readRows(database, asCompilable(query, database), selection);
  return rows.map((row) => ({ values: row.slice(0, -1) as AttributeValue[], count: row.at(-1) as number }));
}

async function values(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  value: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const condition = await matching(database, layer, selection);
  const isNumber = overShown(layer, { sql: sql`${value} is not null`, computes: true });
  return sql`select ${value} as v from ${tableOf(layer)} where ${condition} and ${isNumber}`;
}
