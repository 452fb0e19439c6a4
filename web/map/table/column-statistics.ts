import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Query from '@arcgis/core/rest/support/Query.js';
import { fieldsOf } from '../layers/layer-fields.ts';
import { sqlAll } from '../layers/sql.ts';

/** Distinct values that are listed. */
const maxValues = 100;

/** What the values of a column are. Sums and means are of number fields only. */
export interface ColumnStatistics {
  /** Rows with and without a value. */
  count: number;
  /** Rows without a value; empty texts count as none. */
  empty: number;
  least?: number | undefined;
  most?: number | undefined;
  sum?: number | undefined;
  mean?: number | undefined;
  deviation?: number | undefined;
  /** Whether `least` and `most` are milliseconds since 1970. */
  dates: boolean;
  /** The number of distinct values; undefined where the service cannot count so many. */
  distinct: number | undefined;
  /** The most frequent values, at most a hundred. */
  values: readonly { title: string; value: string | number; count: number }[];
}

/**
 * Statistics of a field, computed by the service.
 * @param query creates a query of the rows that count
 */
export async function columnStatistics(
  layer: FeatureLayer,
  name: string,
  { query, signal }: { query: (where?: string) => Query; signal: AbortSignal },
): Promise<ColumnStatistics> {
  const field = fieldsOf(layer).find((one) => one.name === name);
  const isText = field?.kind === 'text';
  const isMeasure = field?.kind === 'number' && !field.choices && !field.isId;
  const dates = field?.kind === 'date';
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
  return { count, empty, ...summary, dates, distinct, values: groups.slice(0, maxValues) };
}

interface LoggedRequest {
  query: Query;
  signal: AbortSignal;
}

const statistics = ['min', 'max', 'sum', 'avg', 'stddev'] as const;

async function summaryOf(
  layer: FeatureLayer,
  name: string,
  { query, signal, numbers }: LoggedRequest & { numbers: boolean },
): Promise<Pick<ColumnStatistics, 'least' | 'most' | 'sum' | 'mean' | 'deviation'>> {
  Object.assign(query, {
    outStatistics: (numbers ? statistics : statistics.slice(0, 2)).map((statisticType) => ({
      statisticType,
      onStatisticField: name,
      outStatisticFieldName: `${statisticType}_value`,
    })),
  });
  const { features } = await layer.queryFeatures(query, { signal });
  const row = lowerCase(features[0]?.attributes);
  const [least, most, sum, mean, deviation] = statistics.map((one) => numberOf(row[`${one}_value`]));
  return { least, most, sum, mean, deviation };
}

async function valuesOf(layer: FeatureLayer, name: string, { query, signal }: LoggedRequest) {
  Object.assign(query, {
    groupByFieldsForStatistics: [name],
    outStatistics: [
      { statisticType: 'count', onStatisticField: layer.objectIdField, outStatisticFieldName: 'amount' },
    ],
    orderByFields: ['amount DESC'],
    num: maxValues + 1,
  });
  const { features } = await layer.queryFeatures(query, { signal });
  const domain = layer.getFieldDomain(name);
  return features
    .flatMap(({ attributes }) => {
      const row = lowerCase(attributes);
      const value = row[name.toLowerCase()];
      if (typeof value !== 'string' && typeof value !== 'number') return [];
      const title = (domain?.type === 'coded-value' && domain.getName(value)) || String(value);
      return [{ title, value, count: numberOf(row['amount']) ?? 0 }];
    })
    .toSorted((a, b) => b.count - a.count || a.title.localeCompare(b.title));
}

async function distinctCount(
  layer: FeatureLayer,
  name: string,
  { query, signal }: LoggedRequest,
): Promise<number | undefined> {
  Object.assign(query, { outFields: [name], returnDistinctValues: true });
  try {
    return await layer.queryFeatureCount(query, { signal });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** Databases differ in the case of the names in their answers. */
function lowerCase(attributes: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries((attributes ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
}

/** A number, or a date in milliseconds. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Date.parse(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
