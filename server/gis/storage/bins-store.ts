import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { AttributeValue } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import type { Typed } from '../where/typed-condition.ts';
import { readRows, type RowRoom } from './feature-rows-store.ts';
import { asCompilable, type FeatureSelection, matching, overShown, tableOf } from './feature-store.ts';

/** A value of features as a number. */
export type BinValue = RawBuilder<unknown>;

const double = (value: RawBuilder<unknown>) => sql`cast(${value} as double precision)`;

/** Dates are epoch milliseconds. */
export function plainValue({ sql: value, type }: Typed): BinValue {
  return double(type === 'instant' ? sql`extract(epoch from ${value}) * 1000` : value);
}

/** A logarithm or root; nothing for numbers without one. */
export function scaled({ sql: value }: Typed, scale: 'log' | 'naturalLog' | 'squareRoot'): BinValue {
  if (scale === 'squareRoot') return sql`case when ${value} >= 0 then sqrt(${double(value)}) end`;
  const logarithm = sql.raw(scale === 'log' ? 'log' : 'ln');
  return sql`case when ${value} > 0 then ${logarithm}(${double(value)}) end`;
}

/** A value divided by another one. */
export function shareOf({ sql: value }: Typed, { sql: by }: Typed): BinValue {
  return sql`${double(value)} / nullif(${double(by)}, 0)`;
}

export function percentOf({ sql: value }: Typed, total: number): BinValue {
  return sql`${double(value)} / nullif(${double(sql`${total}`)}, 0) * 100`;
}

/** The least and the greatest value of the features with one value of the field that splits them. */
export interface ValueRange {
  split: AttributeValue;
  least: number | null;
  greatest: number | null;
}

/** The range of a value, or one range for each value of `split`. */
export async function readRanges(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  {
    value,
    split,
    most,
    room,
  }: { value: RawBuilder<unknown>; split: RawBuilder<unknown> | undefined; most: number; room: RowRoom },
): Promise<ValueRange[]> {
  const condition = await matching(database, layer, selection);
  const query = sql`select ${split ?? sql`null::text`}, min(${value}), max(${value})
    from ${tableOf(layer)} where ${condition}
    ${split ? sql`group by 1 order by 1 nulls first limit ${most + 1}` : sql``}`;
  const rows = await readRows(database, asCompilable(query, database), { onLoop: selection.onLoop, room });
  return rows.map(([key, least, greatest]) => ({
    split: key as AttributeValue,
    least: least as number | null,
    greatest: greatest as number | null,
  }));
}

/** The sum of a value. */
export async function readTotal(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  { sql: value }: Typed,
): Promise<number> {
  const condition = await matching(database, layer, selection);
  const query = sql`select coalesce(sum(${value}), 0) from ${tableOf(layer)} where ${condition}`;
  return (await readRows(database, asCompilable(query, database)))[0]?.[0] as number;
}

/** Bins to count: their boundaries, and what is computed of each. */
export interface BinsToCount {
  value: RawBuilder<unknown>;
  /** Ascending; a value is in the bin that it begins, the greatest in the last bin. */
  boundaries: readonly number[];
  /** Only features with this value. */
  split: { value: RawBuilder<unknown>; is: AttributeValue } | undefined;
  stack: RawBuilder<unknown> | undefined;
  columns: readonly RawBuilder<unknown>[];
  most: number;
  /** What the rows of all bins of a request are taken from. */
  room: RowRoom;
}

/** Statistics by bin: rows of its number from 1, the stacked value if any, and the columns. Empty bins have no row. */
export async function readBins(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  { value, boundaries, split, stack, columns, most, room }: BinsToCount,
): Promise<AttributeValue[][]> {
  const condition = await matching(database, layer, selection);
  const last = boundaries.length - 1;
  const first = boundaries[0] as number;
  const end = boundaries[last] as number;
  const bin = sql`case when ${value} = cast(${end} as double precision) then ${sql.lit(last)}
    else width_bucket(${value}, cast(${[...boundaries]} as double precision[])) end`;
  const within = overShown(layer, {
    sql: sql`${value} between cast(${first} as double precision) and cast(${end} as double precision)
      ${split ? sql`and ${split.value} is not distinct from ${split.is}` : sql``}`,
    computes: true,
  });
  const query = sql`select ${sql.join([bin, ...(stack ? [stack] : []), ...columns])} from ${tableOf(layer)}
    where ${condition} and ${within}
    group by ${sql.raw(stack ? '1, 2' : '1')} order by ${sql.raw(stack ? '1, 2 nulls first' : '1')} limit ${most + 1}`;
  const limit = { onLoop: selection.onLoop, room };
  return (await readRows(database, asCompilable(query, database), limit)) as AttributeValue[][];
}

/** A span of the calendar, such as two weeks. */
export interface CalendarSpan {
  number: number;
  unit: CalendarUnit;
}
export const calendarUnits = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

export interface Calendar {
  from: number;
  to: number;
  span: CalendarSpan;
  offset: CalendarSpan | undefined;
  timeZone: string;
  /** 1 is Monday, 7 Sunday. */
  firstDayOfWeek: number;
  /** Begins with the first date, or ends with the last one, instead of with the unit of the calendar. */
  snap: 'first' | 'last' | undefined;
  most: number;
}

/** Boundaries of bins by the calendar of a time zone, from before the first date to after the last one: epoch milliseconds. */
export async function readCalendar(
  database: Database,
  { from, to, span, offset, timeZone, firstDayOfWeek, snap, most }: Calendar,
): Promise<number[]> {
  const step = interval(span);
  const shift = offset ? interval(offset) : sql`interval '0'`;
  const local = (instant: number) =>
    sql`(to_timestamp(cast(${instant} as double precision) / 1000) at time zone ${timeZone} - ${shift})`;
  const days = sql`cast(${`${(8 - firstDayOfWeek) % 7} days`} as interval)`;
  const begin =
    span.unit === 'week'
      ? sql`(date_trunc('week', ${local(from)} + ${days}) - ${days})`
      : sql`date_trunc(${sql.lit(span.unit)}, ${local(from)})`;
  const series =
    snap === 'last'
      ? sql`generate_series(${local(to)}, ${local(from)} - ${step}, -(${step}))`
      : sql`generate_series(${snap === 'first' ? local(from) : begin}, ${local(to)} + ${step}, ${step})`;
  const query = sql`select cast(extract(epoch from (each + ${shift}) at time zone ${timeZone}) * 1000 as double precision)
    from ${series} as each limit ${most + 2}`;
  const rows = await readRows(database, asCompilable(query, database));
  const boundaries = rows.map(([instant]) => instant as number);
  return snap === 'last' ? boundaries.toReversed() : boundaries;
}

function interval({ number, unit }: CalendarSpan): RawBuilder<unknown> {
  const text = unit === 'quarter' ? `${number * 3} months` : `${number} ${unit}s`;
  return sql`cast(${text} as interval)`;
}
