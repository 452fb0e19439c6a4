import { type ChartRequest, type ChartStatistic, chartStatistics } from './charts.ts';

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
}

const version = '17.2.0';
const kinds: Readonly<Record<string, ChartRequest['kind']>> = {
  barSeries: 'bar',
  pieSeries: 'pie',
  histogramSeries: 'histogram',
  scatterSeries: 'scatter',
};

/**
 * Whether a chart can be saved in a web map: layers of files have no charts there, and single numbers no counterpart.
 *
 * @param layerKind the SDK's type of its layer
 */
export function canSaveChart({ kind }: ChartRequest, layerKind: string | undefined): boolean {
  return layerKind === 'feature' && Object.values(kinds).includes(kind);
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
  { kind, field = '', statistic, value }: ChartRequest,
  { id, title, objectIdField }: { id: string; title: string; objectIdField: string },
): WebChartJson {
  const type = Object.keys(kinds).find((each) => kinds[each] === kind) ?? '';
  const counted = statistic === 'count' ? objectIdField : (value ?? objectIdField);
  const amount = `${statistic}_${counted}`;
  const grouped = kind === 'bar' || kind === 'pie';
  const series: SeriesJson = {
    type,
    id: `${id}-series`,
    name: title,
    x: field,
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
    ...(kind !== 'pie' && { axes: [axis(grouped ? { type: 'category' } : numbers), axis(numbers)] }),
    series: [series],
  };
}

/** The request of a chart, also of other programs; undefined for charts that cannot be shown here. */
export function readWebChart(json: WebChartJson, layerId: string): ChartRequest | undefined {
  const [series, ...others] = json.series ?? [];
  const kind = kinds[series?.type ?? ''];
  if (!series?.x || !kind || others.length > 0 || json.dataFilters) return undefined;
  const request = { layerId, kind, field: series.x, inView: false };
  if (kind === 'histogram') return { ...request, statistic: 'count', value: undefined };
  if (kind === 'scatter') return series.y ? { ...request, statistic: 'count', value: series.y } : undefined;
  const [definition, ...further] = series.query?.outStatistics ?? [];
  const groups = series.query?.groupByFieldsForStatistics ?? [];
  const statistic = chartStatistics.find((each) => each === definition?.statisticType);
  if (!definition || !statistic || further.length > 0 || groups.length !== 1 || groups[0] !== series.x)
    return undefined;
  return { ...request, statistic, value: valueOf(statistic, definition.onStatisticField) };
}

function valueOf(statistic: ChartStatistic, field: string): string | undefined {
  return statistic === 'count' ? undefined : field;
}

export function titleOfWebChart({ title, series }: WebChartJson): string {
  return title?.content?.text || series?.[0]?.name || '';
}
