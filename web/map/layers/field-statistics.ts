import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Query from '@arcgis/core/rest/support/Query.js';

export type FieldStatistic = 'min' | 'max' | 'sum' | 'avg' | 'stddev';

/**
 * Statistics of a field, computed by the service; those without a value are omitted. Dates are in milliseconds.
 * @param query selects the features; it gets the statistics
 */
export async function fieldStatistics<Statistic extends FieldStatistic>(
  layer: FeatureLayer,
  field: string,
  statistics: readonly Statistic[],
  { query, signal }: { query: Query; signal: AbortSignal },
): Promise<Partial<Record<Statistic, number>>> {
  Object.assign(query, {
    outStatistics: statistics.map((statisticType) => ({
      statisticType,
      onStatisticField: field,
      outStatisticFieldName: `${statisticType}_value`,
    })),
  });
  const [row] = (await layer.queryFeatures(query, { signal })).features;
  const values = statistics.map((one) => [one, numberOf(attributeOf(row, `${one}_value`))] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Partial<
    Record<Statistic, number>
  >;
}

/** An attribute of a row; databases differ in the case of its name. */
export function attributeOf(row: Pick<Graphic, 'attributes'> | undefined, name: string): unknown {
  const attributes = (row?.attributes ?? {}) as Record<string, unknown>;
  const key = Object.keys(attributes).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : attributes[key];
}

/** A number, or a date in milliseconds. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Date.parse(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
