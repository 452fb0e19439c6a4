import { type ChartRequest, type ChartStatistic, chartStatistics } from './charts.ts';
import { chartBins } from './date-bins.ts';

/**
 * A chart in the JSON of a web map's layer, as far as it is read or written here.
 * See https://developers.arcgis.com/web-map-specification/objects/webChart/.
 */
export interface WebChartJson {
  version?: string;
  type?: string;
  id?: string;
  title?: TextJson;
  axes?: unknown[];
  series?: readonly SeriesJson[];
  rotated?: boolean;
  legend?: object;
  dataFilters?: object;
  /** Ours: a chart of one number without a scale, which other programs show as a gauge. */
  mappingKind?: string;
}

interface TextJson {
  type: 'chartText';
  visible?: boolean;
  content: { type: 'esriTS'; text?: string };
}

interface SeriesJson {
  type?: string;
  id: string;
  name: string;
  x?: string;
  y?: string;
  query?: {
    groupByFieldsForStatistics?: string[];
    outStatistics?: { statisticType: string; onStatisticField: string; outStatisticFieldName: string }[];
    orderByFields?: string[];
  };
  binCount?: number;
  binTemporalData?: boolean;
  temporalBinning?: { unit?: string; size?: number; nullPolicy?: string };
}

const version = '17.2.0';
const kinds: Readonly<Record<string, ChartRequest['kind']>> = {
  barSeries: 'bar',
  pieSeries: 'pie',
  lineSeries: 'line',
  gaugeSeries: 'gauge',
  histogramSeries: 'histogram',
  scatterSeries: 'scatter',
};

/**
 * Whether a chart can be saved in a web map: layers of files have no charts there.
 *
 * @param layerKind the SDK's type of its layer
 */
export function canSaveChart(layerKind: string | undefined): boolean {
  return layerKind === 'feature';
}

const text = (value: string): TextJson => ({
  type: 'chartText',
  visible: value !== '',
  content: { type: 'esriTS', text: value },
});

/**
 * Writes a chart of all features of its layer.
 *
 * @param objectIdField counted, where features are counted
 */
export function writeWebChart(
  { kind, field = '', statistic, value, bin }: ChartRequest,
  { id, title, objectIdField }: { id: string; title: string; objectIdField: string },
): WebChartJson {
  const single = kind === 'gauge' || kind === 'number';
  const type = single ? 'gaugeSeries' : (Object.keys(kinds).find((each) => kinds[each] === kind) ?? '');
  const counted = statistic === 'count' ? objectIdField : (value ?? objectIdField);
  const amount = `${statistic}_${counted}`;
  const grouped = kind === 'bar' || kind === 'pie';
  const series: SeriesJson = {
    type,
    id: `${id}-series`,
    name: title,
    x: single ? amount : field,
    ...((single || kind === 'line') && {
      query: {
        outStatistics: [
          { statisticType: statistic, onStatisticField: counted, outStatisticFieldName: amount },
        ],
      },
    }),
    ...(kind === 'line' && {
      y: amount,
      binTemporalData: true,
      temporalBinning: {
        ...(bin && { unit: `${bin}s`, size: 1 }),
        nullPolicy: statistic === 'count' || statistic === 'sum' ? 'zero' : 'interpolate',
      },
    }),
    ...(grouped && {
      y: amount,
      query: {
        groupByFieldsForStatistics: [field],
        outStatistics: [
          { statisticType: statistic, onStatisticField: counted, outStatisticFieldName: amount },
        ],
        orderByFields: [`${amount} DESC`],
      },
    }),
    ...(kind === 'scatter' && { y: value ?? '' }),
  };
  const axis = (format: object) => ({
    type: 'chartAxis',
    visible: true,
    labels: text(''),
    valueFormat: format,
  });
  const numbers = { type: 'number', intlOptions: {} };
  return {
    version,
    type: 'chart',
    id,
    title: text(title),
    legend: { type: 'chartLegend', visible: kind === 'pie' },
    ...(kind === 'bar' && { rotated: true }),
    ...(kind === 'number' && { mappingKind: kind }),
    ...(single && { axes: [axis(numbers)] }),
    ...(kind !== 'pie' &&
      !single && { axes: [axis(grouped ? { type: 'category' } : numbers), axis(numbers)] }),
    series: [series],
  };
}

/** The request of a chart, also of other programs; undefined for charts that cannot be shown here. */
export function readWebChart(json: WebChartJson, layerId: string): ChartRequest | undefined {
  const [series, ...others] = json.series ?? [];
  const kind = kinds[series?.type ?? ''];
  if (!series?.x || !kind || others.length > 0 || json.dataFilters) return undefined;
  const request = { layerId, kind, field: series.x, inView: false };
  if (kind === 'gauge' || kind === 'line') return readStatistic(json, series, request);
  if (kind === 'histogram') return { ...request, statistic: 'count', value: undefined };
  if (kind === 'scatter') return series.y ? { ...request, statistic: 'count', value: series.y } : undefined;
  const [definition, ...further] = series.query?.outStatistics ?? [];
  const groups = series.query?.groupByFieldsForStatistics ?? [];
  const statistic = chartStatistics.find((each) => each === definition?.statisticType);
  if (!definition || !statistic || further.length > 0 || groups.length !== 1 || groups[0] !== series.x)
    return undefined;
  return { ...request, statistic, value: valueOf(statistic, definition.onStatisticField) };
}

/** Lines and single numbers, which have one statistic and no groups. */
function readStatistic(
  { mappingKind }: WebChartJson,
  { query, binTemporalData, temporalBinning }: SeriesJson,
  request: Pick<ChartRequest, 'layerId' | 'kind' | 'field' | 'inView'>,
): ChartRequest | undefined {
  const [definition, ...further] = query?.outStatistics ?? [];
  const statistic = chartStatistics.find((each) => each === definition?.statisticType);
  if (!definition || !statistic || further.length > 0) return undefined;
  const value = valueOf(statistic, definition.onStatisticField);
  if (request.kind !== 'line') {
    const kind = mappingKind === 'number' ? 'number' : 'gauge';
    return { ...request, kind, field: undefined, statistic, value };
  }
  const { unit, size = 1 } = temporalBinning ?? {};
  const bin = chartBins.find((one) => `${one}s` === unit);
  // Steps of other lengths, and values that are not summarised, are left to other programs.
  if (!binTemporalData || (unit !== undefined && (!bin || size !== 1))) return undefined;
  return { ...request, statistic, value, ...(bin && { bin }) };
}

function valueOf(statistic: ChartStatistic, field: string): string | undefined {
  return statistic === 'count' ? undefined : field;
}

export function titleOfWebChart({ title, series }: WebChartJson): string {
  return title?.content?.text || series?.[0]?.name || '';
}

/** Whether two charts differ at most by their ids. */
export function isSameChart(first: WebChartJson, second: WebChartJson): boolean {
  // Ids of parts contain that of the chart.
  const textOf = (chart: WebChartJson) => {
    const text = JSON.stringify(chart);
    return chart.id ? text.replaceAll(chart.id, '') : text;
  };
  return textOf(first) === textOf(second);
}
