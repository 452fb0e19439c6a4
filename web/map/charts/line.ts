import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Query from '@arcgis/core/rest/support/Query.js';
import { attributeOf, numberOf } from '../layers/field-statistics.ts';
import { whereInRange } from './chart-parts.ts';
import type { ChartData, ChartPart, ChartRequest } from './charts.ts';
import { binsBetween, binStart, type ChartBin, joinBins, lengthOfBins } from './date-bins.ts';

/** Steps that are queried one by one from services that cannot count them at once. */
const maxQueries = 60;
/** Queries at a time. */
const maxAtOnce = 6;

export interface LineReading {
  layer: FeatureLayer;
  request: ChartRequest;
  signal: AbortSignal;
  /** The features of the chart that match a condition. */
  query: (where?: string) => Query;
  /** The first and the last time. */
  limits: readonly [number, number];
  /** The time zone in which the dates are shown. */
  timeZone: string;
  /** The time zone of SQL dates with a time. */
  sqlZone: string;
  /** The value of the chart's statistic of the features that a query finds; undefined for none. */
  amount: (query: Query) => Promise<number | undefined>;
}

/** Values by steps of time, computed by the service. */
export async function readLine(reading: LineReading): Promise<ChartData> {
  const { layer, request, limits, timeZone, sqlZone } = reading;
  const { field = '', statistic } = request;
  const type = layer.getField(field)?.type === 'date-only' ? ('date-only' as const) : ('date' as const);
  // The SDK's query of bins has no list of features, and no moment.
  const hasOwnQuery = request.onlySelected === true || Boolean(layer.historicMoment);
  const atOnce = layer.capabilities?.queryAttributeBins?.supportsDate === true && !hasOwnQuery;
  const length = lengthOfBins(limits, request.bin, atOnce ? undefined : maxQueries);
  // Days have no hours.
  const bin = type === 'date-only' && length === 'hour' ? 'day' : length;
  const bins = binsBetween(limits, bin, timeZone);
  // One wrong date, such as of the year 1, gives more years than can be queried.
  const ranges = atOnce || bin !== 'year' ? bins : joinBins(bins, maxQueries);
  const whereOf = (range: readonly [number, number]) =>
    whereInRange(field, range, { type, sqlZone, last: false });
  const values = atOnce ? await valuesAtOnce(reading, bin) : await valuesByStep(reading, ranges, whereOf);
  // Steps without features have no average, but a count of zero.
  const otherwise = statistic === 'count' || statistic === 'sum' ? 0 : undefined;
  const parts = ranges.flatMap((range): ChartPart[] => {
    const value = values.get(range[0]) ?? otherwise;
    return value === undefined ? [] : [{ title: '', range, value, where: whereOf(range) }];
  });
  // Joined steps are named by both of their ends.
  const named = ranges.length === bins.length && { bin };
  return { kind: 'parts', timeZone, ...named, parts, others: { count: 0, value: 0 } };
}

async function valuesByStep(
  { query, amount }: LineReading,
  ranges: readonly [number, number][],
  whereOf: (range: readonly [number, number]) => string,
): Promise<Map<number, number | undefined>> {
  const values = new Map<number, number | undefined>();
  for (let at = 0; at < ranges.length; at += maxAtOnce)
    await Promise.all(
      ranges
        .slice(at, at + maxAtOnce)
        .map(async (range) => values.set(range[0], await amount(query(whereOf(range))))),
    );
  return values;
}

const units = { hour: 'hours', day: 'days', month: 'months', year: 'years' } as const;

async function valuesAtOnce(
  { layer, request, signal, query, limits, timeZone }: LineReading,
  bin: ChartBin,
): Promise<Map<number, number | undefined>> {
  const { field = '', statistic, value } = request;
  const { where, geometry } = query();
  const { features } = await layer.queryAttributeBins(
    {
      where,
      geometry: geometry as never,
      outTimeZone: timeZone,
      lowerBoundaryAlias: 'bin_start',
      binParameters: {
        type: 'date',
        field,
        interval: { unit: units[bin], value: 1 },
        start: binStart(limits[0], bin, timeZone),
      },
      outStatistics: [
        {
          statisticType: statistic,
          onStatisticField: statistic === 'count' ? layer.objectIdField : (value ?? layer.objectIdField),
          outStatisticFieldName: 'amount',
        },
      ],
    },
    { signal },
  );
  return new Map(
    features.map((row) => {
      const time = numberOf(attributeOf(row, 'bin_start')) ?? Number.NaN;
      return [binStart(time, bin, timeZone), numberOf(attributeOf(row, 'amount'))] as const;
    }),
  );
}
