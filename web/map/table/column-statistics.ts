import { getLocale } from '@arcgis/core/intl.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Query from '@arcgis/core/rest/support/Query.js';
import { attributeOf, type FieldStatistic, fieldStatistics, numberOf } from '../layers/field-statistics.ts';
import { fieldsOf } from '../layers/layer-fields.ts';
import { sqlAll } from '../layers/sql.ts';
import { shownTimeZone } from '../layers/time-zone.ts';

/** Distinct values that are listed. */
const maxValues = 100;

/** What the values of a column are. Sums and means are of number fields only. */
export interface ColumnStatistics {
  /** Rows with and without a value. */
  count: number;
  /** Rows without a value; empty texts count as none. */
  empty: number;
  min?: number | undefined;
  max?: number | undefined;
  sum?: number | undefined;
  mean?: number | undefined;
  deviation?: number | undefined;
  /** The time zone in which `min` and `max` are shown if they are milliseconds since 1970; absent for other values. */
  timeZone?: string;
  /** The number of distinct values; undefined where the service cannot count so many. */
  distinct: number | undefined;
  /** The most frequent values, at most a hundred. */
  values: readonly { title: string; value: string | number; count: number }[];
}

/**
 * Statistics of a field, computed by the service.
 * @param query creates a query of the rows that count
 * @param mapZone `timeZone` of the view
 */
export async function columnStatistics(
  layer: FeatureLayer,
  name: string,
  {
    query,
    signal,
    mapZone,
  }: { query: (where?: string) => Query; signal: AbortSignal; mapZone?: string | undefined },
): Promise<ColumnStatistics> {
  const field = fieldsOf(layer).find((one) => one.name === name);
  const isText = field?.kind === 'text';
  const isMeasure = field?.kind === 'number' && !field.choices && !field.isId;
  const dates = field?.kind === 'date';
  const shown = dates && { timeZone: shownTimeZone(layer, name, mapZone) };
  const missing = isText ? `${name} IS NULL OR ${name} = ''` : `${name} IS NULL`;
  const [count, empty, summary, groups] = await Promise.all([
    layer.queryFeatureCount(query(), { signal }),
    layer.queryFeatureCount(query(missing), { signal }),
    isMeasure || dates ? summaryOf(layer, name, { query: query(), signal, numbers: isMeasure }) : undefined,
    valuesOf(layer, name, { query: query(sqlAll(`NOT (${missing})`)), signal }),
  ]);
  const distinct =
    groups.length <= maxValues
      ? groups.length
      : await distinctCount(layer, name, { query: query(`NOT (${missing})`), signal });
  return { count, empty, ...summary, ...shown, distinct, values: groups.slice(0, maxValues) };
}

interface StatisticsQuery {
  query: Query;
  signal: AbortSignal;
}

async function summaryOf(
  layer: FeatureLayer,
  name: string,
  { numbers, ...options }: StatisticsQuery & { numbers: boolean },
): Promise<Pick<ColumnStatistics, 'min' | 'max' | 'sum' | 'mean' | 'deviation'>> {
  const statistics = numbers ? (['min', 'max', 'sum', 'avg', 'stddev'] as const) : (['min', 'max'] as const);
  const { avg, stddev, ...others } = await fieldStatistics<FieldStatistic>(layer, name, statistics, options);
  return { ...others, mean: avg, deviation: stddev };
}

async function valuesOf(layer: FeatureLayer, name: string, { query, signal }: StatisticsQuery) {
  Object.assign(query, {
    groupByFieldsForStatistics: [name],
    outStatistics: [
      {
        statisticType: 'count',
        onStatisticField: layer.objectIdField,
        outStatisticFieldName: 'group_amount',
      },
    ],
    orderByFields: ['group_amount DESC'],
    num: maxValues + 1,
  });
  const { features } = await layer.queryFeatures(query, { signal });
  const domain = layer.getFieldDomain(name);
  const { compare } = new Intl.Collator(getLocale());
  return features
    .flatMap((row) => {
      const value = attributeOf(row, name);
      if (typeof value !== 'string' && typeof value !== 'number') return [];
      const title = (domain?.type === 'coded-value' && domain.getName(value)) || String(value);
      return [{ title, value, count: numberOf(attributeOf(row, 'group_amount')) ?? 0 }];
    })
    .toSorted((a, b) => b.count - a.count || compare(a.title, b.title));
}

async function distinctCount(
  layer: FeatureLayer,
  name: string,
  { query, signal }: StatisticsQuery,
): Promise<number | undefined> {
  Object.assign(query, { outFields: [name], returnDistinctValues: true });
  try {
    return await layer.queryFeatureCount(query, { signal });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
