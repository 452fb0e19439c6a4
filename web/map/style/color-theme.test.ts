import { fromJSON } from '@arcgis/core/renderers/support/jsonUtils.js';
import { describe, expect, it } from 'vitest';
import { faultsOfRenderer } from '../../../testing/web/web-map-specification.ts';
import {
  centreOf,
  colorThemeOf,
  expressionTitleOf,
  inLegendOf,
  movedAround,
  withCentre,
  withExpressionTitle,
  withInLegend,
  withReversedColors,
} from './color-theme.ts';
import { type AnyRenderer, readStyle, variablesOf } from './read-style.ts';

const read = (json: object) => fromJSON(structuredClone(json)) as AnyRenderer;
const symbol = { type: 'esriSMS', style: 'esriSMSCircle', size: 8, color: [200, 60, 40, 255] };
const colors = [
  [0, 0, 255, 255],
  [255, 255, 255, 255],
  [255, 0, 0, 255],
];
const stops = [
  { value: 0, color: colors[0], label: '< 0' },
  { value: 50, color: colors[1], label: '50' },
  { value: 100, color: colors[2], label: '> 100' },
];
const diverging = {
  type: 'classBreaks',
  field: 'n',
  minValue: -9007199254740991,
  classBreakInfos: [{ classMaxValue: 9007199254740991, symbol }],
  visualVariables: [{ type: 'colorInfo', field: 'n', stops }],
  authoringInfo: {
    visualVariables: [
      { type: 'colorInfo', field: 'n', theme: 'above-and-below', minSliderValue: 0, maxSliderValue: 100 },
    ],
  },
};
const heatmap = {
  type: 'heatmap',
  radius: 9,
  colorStops: [
    { ratio: 0, color: [0, 0, 0, 0] },
    { ratio: 0.1, color: [0, 0, 255, 255] },
    { ratio: 1, color: [255, 0, 0, 255] },
  ],
};
const values = (renderer: AnyRenderer) =>
  (renderer.toJSON() as typeof diverging).visualVariables[0]?.stops.map(({ value }) => value);

describe('colours above and below a value', () => {
  it('are recognised, and their middle moves between the ends', () => {
    const renderer = read(diverging);
    expect(colorThemeOf(renderer)).toBe('above-and-below');
    expect(centreOf(renderer)).toBe(50);
    const moved = withCentre(renderer, 20);
    expect(values(moved)).toEqual([0, 20, 100]);
    expect(readStyle(moved).rows.map(({ label }) => label)).toEqual(['< 0', '20', '> 100']);
    expect(faultsOfRenderer(moved.toJSON())).toEqual([]);
  });

  it('keep the texts of their author when the middle moves', () => {
    const label = 'Mean of 2020';
    const renderer = withCentre(read(diverging), 30);
    variablesOf(renderer)[0]?.stops?.forEach((stop) => (stop.label = label));
    const moved = withCentre(renderer, 20);
    expect(values(moved)).toEqual([0, 20, 100]);
    expect(readStyle(moved).rows.map((row) => row.label)).toEqual([label, label, label]);
  });

  it('move as a whole where the middle is outside', () => {
    expect(values(withCentre(read(diverging), 300))).toEqual([250, 300, 350]);
    expect(movedAround([0, 25, 50, 75, 100], 50, 80)).toEqual([0, 40, 80, 90, 100]);
  });

  it('have no middle if they go from low to high', () => {
    const renderer = read({ ...diverging, authoringInfo: {} });
    expect(colorThemeOf(renderer)).toBe('high-to-low');
    expect(centreOf(renderer)).toBeUndefined();
    expect(withCentre(renderer, 9)).toBe(renderer);
    expect(colorThemeOf(read({ type: 'simple', symbol }))).toBeUndefined();
  });
});

describe('colours are reversed', () => {
  it('of numbers, with their limits and texts as they are', () => {
    const { rows } = readStyle(withReversedColors(read(diverging)));
    expect(rows).toEqual([
      { label: '< 0', color: '#ff0000' },
      { label: '50', color: '#ffffff' },
      { label: '> 100', color: '#0000ff' },
    ]);
  });

  it('of a heat map, which stays transparent where there is nothing', () => {
    expect(withReversedColors(read(heatmap)).toJSON()).toMatchObject({
      colorStops: [
        { ratio: 0, color: [0, 0, 0, 0] },
        { ratio: 0.1, color: [255, 0, 0, 255] },
        { ratio: 1, color: [0, 0, 255, 255] },
      ],
    });
  });
});

it('the value of an expression has a heading in the legend', () => {
  const valueExpression = '$feature.n * 2';
  const renderer = read({
    type: 'uniqueValue',
    valueExpression,
    uniqueValueInfos: [{ value: 'a', label: 'A', symbol }],
  });
  expect(readStyle(renderer)).toMatchObject({ kind: 'types', field: undefined, expression: valueExpression });
  const titled = withExpressionTitle(renderer, 'Twice');
  expect(expressionTitleOf(titled)).toBe('Twice');
  expect(faultsOfRenderer(titled.toJSON())).toEqual([]);
  const continuous = read({
    ...diverging,
    field: undefined,
    valueExpression,
    visualVariables: [{ type: 'colorInfo', valueExpression, stops }],
  });
  expect(readStyle(continuous)).toMatchObject({ kind: 'color', expression: valueExpression });
  expect(withExpressionTitle(continuous, 'Twice').toJSON()).toMatchObject({
    visualVariables: [{ valueExpressionTitle: 'Twice' }],
  });
  expect(expressionTitleOf(withExpressionTitle(continuous, 'Twice'))).toBe('Twice');
});

it('the legend explains colours or leaves them out', () => {
  const renderer = read(diverging);
  expect(inLegendOf(renderer)).toBe(true);
  const without = withInLegend(renderer, false);
  expect(inLegendOf(read(without.toJSON() as object))).toBe(false);
  expect(without.toJSON()).toMatchObject({ visualVariables: [{ legendOptions: { showLegend: false } }] });
  expect(inLegendOf(withInLegend(without, true))).toBe(true);
  expect(inLegendOf(read({ type: 'simple', symbol }))).toBeUndefined();
});
