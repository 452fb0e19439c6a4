import specification from '@arcgis/charts-spec/dist/json-schema/webmap-webchart.json';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { ChartRequest } from './charts.ts';
import {
  canSaveChart,
  isSameChart,
  readWebChart,
  titleOfWebChart,
  type WebChartJson,
  writeWebChart,
} from './web-chart.ts';

const bars: ChartRequest = {
  layerId: 'stops',
  kind: 'bar',
  field: 'kind',
  statistic: 'count',
  value: undefined,
  inView: false,
};
const meta = { id: 'c1', title: 'Features by Kind', objectIdField: 'OBJECTID' };

const requests: ChartRequest[] = [
  bars,
  { ...bars, statistic: 'sum', value: 'age' },
  { ...bars, kind: 'pie' },
  { ...bars, kind: 'histogram', field: 'age' },
  { ...bars, kind: 'scatter', field: 'age', value: 'height' },
  { ...bars, kind: 'line', field: 'built' },
  { ...bars, kind: 'line', field: 'built', statistic: 'avg', value: 'age', bin: 'month' },
  { ...bars, kind: 'gauge', field: undefined, statistic: 'sum', value: 'age' },
  { ...bars, kind: 'number', field: undefined },
];

const isValid = new Ajv({ strict: false, logger: false }).compile(specification);

describe('charts in web maps', () => {
  it('are the same where only their ids differ', () => {
    const chart = writeWebChart(bars, meta);
    expect(isSameChart(chart, writeWebChart(bars, { ...meta, id: 'c2' }))).toBe(true);
    expect(isSameChart(chart, writeWebChart({ ...bars, field: 'age' }, { ...meta, id: 'c2' }))).toBe(false);
  });

  it('group features as the specification requires', () => {
    const chart = writeWebChart({ ...bars, statistic: 'avg', value: 'age' }, meta);
    expect(chart).toMatchObject({ version: '17.2.0', type: 'chart', id: 'c1', rotated: true });
    expect(chart.series).toEqual([
      {
        type: 'barSeries',
        id: 'c1-series',
        name: 'Features by Kind',
        x: 'kind',
        y: 'avg_age',
        query: {
          groupByFieldsForStatistics: ['kind'],
          outStatistics: [
            { statisticType: 'avg', onStatisticField: 'age', outStatisticFieldName: 'avg_age' },
          ],
          orderByFields: ['avg_age DESC'],
        },
      },
    ]);
    expect(titleOfWebChart(chart)).toBe('Features by Kind');
  });

  it.each(requests)('are valid by the specification: $kind, $statistic', (request) => {
    isValid(writeWebChart(request, meta));
    expect(isValid.errors).toBe(null);
  });

  it.each(requests)('are read as they were written: $kind, $statistic', (request) => {
    expect(readWebChart(writeWebChart(request, meta), 'stops')).toEqual(request);
  });

  it.each<[string, WebChartJson]>([
    ['lines of every value', { series: [{ type: 'lineSeries', id: 's', name: 'S', x: 'kind', y: 'n' }] }],
    ['several series', { series: [...(writeWebChart(bars, meta).series ?? []), { id: 's', name: 'S' }] }],
    ['a filter of their own', { ...writeWebChart(bars, meta), dataFilters: { where: 'a = 1' } }],
    [
      'groups by two fields',
      {
        series: [
          {
            ...writeWebChart(bars, meta).series?.[0],
            id: 's',
            name: 'S',
            query: {
              ...writeWebChart(bars, meta).series?.[0]?.query,
              groupByFieldsForStatistics: ['kind', 'age'],
            },
          },
        ],
      },
    ],
    ['nothing', {}],
  ])('of other programs are left alone: with %s', (_what, chart) => {
    expect(readWebChart(chart, 'stops')).toBeUndefined();
  });

  it('cannot be of files', () => {
    expect([canSaveChart('geojson'), canSaveChart('feature')]).toEqual([false, true]);
  });

  it('show single numbers as gauges in other programs', () => {
    const chart = writeWebChart({ ...bars, kind: 'number', field: undefined }, meta);
    expect(chart.series?.[0]).toMatchObject({ type: 'gaugeSeries', x: 'count_OBJECTID' });
  });

  it('have steps of the calendar', () => {
    const chart = writeWebChart({ ...bars, kind: 'line', field: 'built', bin: 'day' }, meta);
    expect(chart.series?.[0]).toMatchObject({
      x: 'built',
      y: 'count_OBJECTID',
      binTemporalData: true,
      temporalBinning: { unit: 'days', size: 1, nullPolicy: 'zero' },
    });
    const [series] = chart.series ?? [];
    const weeks = { ...chart, series: series ? [{ ...series, temporalBinning: { unit: 'weeks' } }] : [] };
    expect(readWebChart(weeks, 'stops')).toBeUndefined();
  });
});
