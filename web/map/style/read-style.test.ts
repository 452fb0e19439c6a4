import { fromJSON } from '@arcgis/core/renderers/support/jsonUtils.js';
import { describe, expect, it } from 'vitest';
import { faultsOfRenderer } from '../../../testing/web/web-map-specification.ts';
import { othersOf, withOther, withOthers } from './other-values.ts';
import { type AnyRenderer, readStyle, withColors, withRow, withSymbol } from './read-style.ts';
import {
  breaksOf,
  changingVariables,
  dotValueOf,
  withBreaks,
  withDotValue,
  withVariables,
} from './renderer-parts.ts';
import { withMovedBreak } from './style.ts';
import { withMovedRow, withoutRow } from './type-classes.ts';

const marker = (color: number[]) => ({
  type: 'esriSMS',
  style: 'esriSMSCircle',
  size: 8,
  color,
  outline: { type: 'esriSLS', style: 'esriSLSSolid', color: [255, 255, 255, 255], width: 1 },
});
const [red, blue] = [marker([255, 0, 0, 128]), marker([0, 0, 255, 255])];
const read = (json: object) => fromJSON({ ...json }) as AnyRenderer;

const simple = { type: 'simple', symbol: red };
const types = {
  type: 'uniqueValue',
  field1: 'kind',
  uniqueValueInfos: [
    { value: 'a', label: 'Apples', symbol: red },
    { value: 'b', label: 'Pears', symbol: blue },
  ],
};
const classes = {
  type: 'classBreaks',
  field: 'n',
  minValue: 0,
  authoringInfo: { type: 'classedColor', classificationMethod: 'esriClassifyQuantile' },
  classBreakInfos: [
    { classMaxValue: 5, label: 'few', symbol: red },
    { classMaxValue: 9, label: 'many', symbol: blue },
  ],
};
const continuous = {
  ...simple,
  visualVariables: [
    {
      type: 'colorInfo',
      field: 'n',
      stops: [
        { value: 0, color: [255, 255, 255, 255], label: 'none' },
        { value: 9, color: [0, 0, 128, 255] },
      ],
    },
  ],
};
const sized = {
  ...simple,
  visualVariables: [
    { type: 'sizeInfo', field: 'n', minDataValue: 0, maxDataValue: 9, minSize: 4, maxSize: 40 },
  ],
};
const heatmap = {
  type: 'heatmap',
  radius: 9,
  colorStops: [
    { ratio: 0, color: [0, 0, 0, 0] },
    { ratio: 0.5, color: [255, 0, 0, 255] },
    { ratio: 1, color: [255, 255, 0, 255] },
  ],
};
const picture = {
  type: 'simple',
  symbol: { type: 'esriPMS', url: 'https://x.test/a.png', width: 9, height: 9 },
};

describe('the style of a renderer', () => {
  it.each<[string, object, object]>([
    [
      'one symbol',
      simple,
      { kind: 'single', symbol: { color: '#ff0000', size: 8, outlineColor: '#ffffff', outlineWidth: 1 } },
    ],
    [
      'types',
      types,
      {
        kind: 'types',
        field: 'kind',
        rows: [
          { label: 'Apples', color: '#ff0000' },
          { label: 'Pears', color: '#0000ff' },
        ],
      },
    ],
    [
      'classes',
      classes,
      {
        kind: 'color',
        field: 'n',
        steps: 'quantile',
        classes: 2,
        rows: [
          { label: 'few', color: '#ff0000' },
          { label: 'many', color: '#0000ff' },
        ],
      },
    ],
    [
      'continuous colours',
      continuous,
      {
        kind: 'color',
        field: 'n',
        steps: 'continuous',
        rows: [
          { label: 'none', color: '#ffffff' },
          { label: '9', color: '#000080' },
        ],
      },
    ],
    ['a heat map', heatmap, { kind: 'heatmap', colors: ['rgba(255, 0, 0, 1)', 'rgba(255, 255, 0, 1)'] }],
    ['sizes', sized, { kind: 'size', field: 'n', divisor: undefined }],
    [
      'classes of a divided number',
      { ...classes, normalizationField: 'area', normalizationType: 'esriNormalizeByField' },
      { kind: 'color', field: 'n', divisor: 'area', classes: 2 },
    ],
    [
      'sizes by a divided number',
      {
        ...sized,
        visualVariables: [{ ...sized.visualVariables[0], normalizationField: 'area' }],
      },
      { kind: 'size', field: 'n', divisor: 'area' },
    ],
    ['a picture', picture, { kind: 'single', symbol: {} }],
    [
      'two fields',
      { ...types, field2: 'size', fieldDelimiter: ',' },
      { kind: 'types', field: 'kind', furtherFields: ['size'] },
    ],
    [
      'an expression',
      {
        ...continuous,
        visualVariables: [{ ...continuous.visualVariables[0], field: undefined, valueExpression: '1' }],
      },
      { kind: 'color', field: undefined, expression: '1' },
    ],
  ])('%s', (_name, json, expected) => {
    expect(readStyle(read(json))).toMatchObject(expected);
  });

  it('is unknown for a layer without one', () => {
    expect(readStyle(null)).toMatchObject({ kind: 'other', rows: [] });
  });
});

describe('a changed style', () => {
  it('gives every symbol the same size, and keeps what is not mentioned', () => {
    const before = read(types);
    const json = withSymbol(before, { size: 12, outlineWidth: 0 }).toJSON();
    expect(json.uniqueValueInfos).toMatchObject([
      { label: 'Apples', symbol: { size: 12, color: [255, 0, 0, 128], outline: { width: 0 } } },
      { label: 'Pears', symbol: { size: 12, color: [0, 0, 255, 255], outline: { width: 0 } } },
    ]);
    // The one before is kept for undo.
    expect(readStyle(before).symbol.size).toBe(8);
  });

  it('changes one line of the legend, with its transparency', () => {
    const json = withRow(read(types), 0, { label: 'Fruit', color: '#00ff00' }).toJSON();
    expect(json.uniqueValueInfos).toMatchObject([
      { value: 'a', label: 'Fruit', symbol: { color: [0, 255, 0, 128] } },
      { value: 'b', label: 'Pears' },
    ]);
  });

  it('changes a colour between which others lie', () => {
    const changed = withRow(read(continuous), 1, { color: '#102030' });
    expect(readStyle(changed).rows).toMatchObject([{ color: '#ffffff' }, { color: '#102030' }]);
  });

  it('has the chosen size at every scale', () => {
    const scaled = {
      ...types,
      visualVariables: [
        { type: 'sizeInfo', valueExpression: '$view.scale', stops: [{ value: 4000, size: 20 }] },
        { type: 'rotationInfo', field: 'n' },
      ],
    };
    const variables = (renderer: AnyRenderer) =>
      (renderer.toJSON() as { visualVariables?: { type: string }[] }).visualVariables?.map(
        ({ type }) => type,
      );
    expect(variables(withSymbol(read(scaled), { color: '#102030' }))).toEqual(['sizeInfo', 'rotationInfo']);
    expect(variables(withSymbol(read(scaled), { size: 30 }))).toEqual(['rotationInfo']);
    expect(variables(withRow(read(scaled), 0, { symbol: { size: 30 } }))).toEqual(['rotationInfo']);
  });

  it('leaves the colours of pictures alone', () => {
    expect(withSymbol(read(picture), { color: '#102030', outlineWidth: 3 }).toJSON()).toEqual(
      read(picture).toJSON(),
    );
  });
});

describe('parts of a style that are changed one by one', () => {
  it('keeps a step between class limits, of which the others stay', () => {
    expect(withMovedBreak([5, 7, 40], 0, 30, 1)).toEqual([6, 7, 40]);
    expect(withMovedBreak([5, 7, 40], 1, 2, 1)).toEqual([5, 6, 40]);
    expect(withMovedBreak([5, 7, 40], 1, 12, 1)).toEqual([5, 12, 40]);
    expect(withMovedBreak([5, 6, 6.5], 1, 9, 1)).toEqual([5, 6, 6.5]);
  });

  it('moves class limits, and updates legend texts that show numbers', () => {
    const numbered = {
      ...classes,
      classBreakInfos: [
        { classMaxValue: 5, label: '0 - 5', symbol: red },
        { classMaxValue: 9, label: 'Zone 2', symbol: blue },
      ],
    };
    const changed = withBreaks(read(numbered), [6.125]);
    expect(breaksOf(changed)).toEqual([6.125]);
    expect(changed.toJSON().classBreakInfos).toMatchObject([
      { classMaxValue: 6.125, label: '0 – 6.13' },
      { classMaxValue: 9, label: 'Zone 2' },
    ]);
    const short = numbered.classBreakInfos.map((info) => ({ ...info, label: '5 - 9' }));
    const relabelled = withBreaks(read({ ...numbered, classBreakInfos: short }), [1200]).toJSON();
    expect(relabelled.classBreakInfos.map(({ label }: { label: string }) => label)).toEqual([
      '0 – 1,200',
      '> 1,200 – 9',
    ]);
    expect(readStyle(changed)).toMatchObject({ kind: 'color', steps: 'manual', classes: 2 });
    expect(breaksOf(read(numbered))).toEqual([5]);
  });

  it('names all classes of deviations by their limits when one is moved', () => {
    const authoringInfo = { type: 'classedColor', classificationMethod: 'esriClassifyStandardDeviation' };
    const texts = ['< -0.5 Std. Dev.', '-0.5 - 0.5 Std. Dev.', '0.5 - 1.5 Std. Dev.', 'Highest'];
    const classBreakInfos = texts.map((label, index) => ({ classMaxValue: index + 1, label, symbol: red }));
    const moved = withBreaks(read({ ...classes, authoringInfo, classBreakInfos }), [1.5, 2, 3]).toJSON();
    expect(moved.classBreakInfos.map(({ label }: { label: string }) => label)).toEqual([
      '0 – 1.5',
      '> 1.5 – 2',
      '> 2 – 3',
      'Highest',
    ]);
  });

  it('adds and removes opacity and rotation without changing the kind', () => {
    const rotation = { type: 'rotationInfo', field: 'n', rotationType: 'geographic' };
    const turned = read({ ...continuous, visualVariables: [...continuous.visualVariables, rotation] });
    expect(readStyle(turned)).toMatchObject({ kind: 'color', field: 'n' });
    const [variable] = changingVariables(turned);
    expect(variable).toMatchObject({ type: 'rotation', field: 'n' });
    const plain = withVariables(turned, ['rotation'], []);
    expect(changingVariables(plain)).toEqual([]);
    expect(plain.toJSON().visualVariables).toHaveLength(1);
    expect(changingVariables(withVariables(plain, ['rotation'], changingVariables(turned)))).toHaveLength(1);
  });

  it('gives simple markers another shape', () => {
    const json = withSymbol(read(types), { shape: 'diamond' }).toJSON();
    expect(json.uniqueValueInfos).toMatchObject([
      { symbol: { style: 'esriSMSDiamond' } },
      { symbol: { style: 'esriSMSDiamond' } },
    ]);
    expect(readStyle(read(simple)).symbol.shape).toBe('circle');
  });

  it('knows dots and the largest of several numbers', () => {
    const dots = {
      type: 'dotDensity',
      dotValue: 10,
      attributes: [
        { field: 'a', label: 'Apples', color: [255, 0, 0, 255] },
        { field: 'b', label: '', color: [0, 0, 255, 255] },
      ],
    };
    expect(readStyle(read(dots))).toMatchObject({
      kind: 'dots',
      several: ['a', 'b'],
      rows: [
        { label: 'Apples', color: '#ff0000' },
        { label: 'b', color: '#0000ff' },
      ],
    });
    expect(withRow(read(dots), 1, { label: 'Bananas' }).toJSON().attributes).toMatchObject([
      {},
      { label: 'Bananas' },
    ]);
    const largest = {
      type: 'uniqueValue',
      valueExpression: '1',
      authoringInfo: { type: 'predominance', fields: ['a', 'b'] },
      uniqueValueInfos: [{ value: 'a', label: 'A', symbol: red }],
    };
    expect(readStyle(read(largest))).toMatchObject({ kind: 'predominance', several: ['a', 'b'] });
  });
});

describe('styles of several numbers', () => {
  const slices = [
    { field: 'men', label: 'Men', color: [255, 0, 0, 255] },
    { field: 'women', label: 'Women', color: [0, 0, 255, 255] },
  ];
  const dots = { type: 'dotDensity', attributes: slices, dotValue: 50, referenceScale: 10_000 };
  const related = {
    ...types,
    field1: null,
    valueExpression: '"HH"',
    authoringInfo: {
      type: 'relationship',
      field1: { field: 'men', classBreakInfos: [] },
      field2: { field: 'women', classBreakInfos: [] },
    },
  };

  it.each<[string, object, object]>([
    [
      'both',
      { ...simple, visualVariables: [...continuous.visualVariables, ...sized.visualVariables] },
      { kind: 'both', field: 'n' },
    ],
    [
      'charts',
      { type: 'pieChart', attributes: slices, size: 20 },
      { kind: 'charts', several: ['men', 'women'] },
    ],
    ['relationship', related, { kind: 'relationship', several: ['men', 'women'] }],
    ['dots', dots, { kind: 'dots', several: ['men', 'women'] }],
  ])('%s are recognised', (_name, json, expected) => expect(readStyle(read(json))).toMatchObject(expected));

  it('have legend texts and colours that change', () => {
    const changed = withRow(read({ type: 'pieChart', attributes: slices }), 1, {
      label: 'W',
      color: '#00ff00',
    });
    expect(readStyle(changed).rows).toEqual([
      { label: 'Men', color: '#ff0000' },
      { label: 'W', color: '#00ff00' },
    ]);
  });

  it('have dots that stand for another number', () => {
    const renderer = read(dots);
    expect(dotValueOf(withDotValue(renderer, 200))).toBe(200);
    expect(withDotValue(renderer, 0)).toBe(renderer);
    expect(dotValueOf(renderer)).toBe(50);
    expect(dotValueOf(read(simple))).toBeUndefined();
  });
});

describe('types', () => {
  it('change their order', () => {
    const labels = (renderer: AnyRenderer) => readStyle(renderer).rows.map(({ label }) => label);
    const renderer = read(types);
    expect(labels(withMovedRow(renderer, 1, 0))).toEqual(['Pears', 'Apples']);
    expect(withMovedRow(renderer, 0, -1)).toBe(renderer);
    expect(withMovedRow(read(classes), 0, 1).type).toBe('class-breaks');
  });

  it('of several values, below headings, stay together', () => {
    const grouped = read({
      ...types,
      uniqueValueInfos: undefined,
      uniqueValueGroups: [
        { heading: 'Fruit', classes: [{ label: 'Sweet', symbol: red, values: [['a'], ['b']] }] },
        {
          heading: 'Other',
          classes: [
            { symbol: blue, values: [['c']] },
            { label: 'None', symbol: blue, values: [['d']] },
          ],
        },
      ],
    });
    const labels = (renderer: AnyRenderer) => readStyle(renderer).rows.map(({ label }) => label);
    const groups = (renderer: AnyRenderer) =>
      (
        renderer.toJSON() as { uniqueValueGroups: { heading: string; classes: { values: string[][] }[] }[] }
      ).uniqueValueGroups.map(({ heading, classes: all }) => [heading, all.map(({ values }) => values)]);
    const begun = [
      ['Fruit', [[['a'], ['b']]]],
      ['Other', [[['c']], [['d']]]],
    ];
    expect(labels(grouped)).toEqual(['Sweet', 'c', 'None']);
    expect(groups(grouped)).toEqual(begun);
    const changed = withSymbol(withRow(grouped, 0, { label: 'Sour', color: '#00ff00' }), { size: 3 });
    expect(labels(changed)).toEqual(['Sour', 'c', 'None']);
    expect(groups(changed)).toEqual(begun);
    expect(changed.toJSON()).toMatchObject({
      uniqueValueInfos: [
        { value: 'a', label: 'Sour', symbol: { size: 3, color: [0, 255, 0, 128] } },
        { value: 'b', label: 'Sour' },
        { value: 'c' },
        { value: 'd' },
      ],
    });
    expect(groups(withMovedRow(grouped, 1, 0))).toEqual([
      ['Fruit', [[['c']], [['a'], ['b']]]],
      ['Other', [[['d']]]],
    ]);
    expect(groups(withoutRow(grouped, 0))).toEqual([['Other', [[['c']], [['d']]]]]);
  });

  it('are of several fields, and are removed one by one', () => {
    const combined = read({
      type: 'uniqueValue',
      field1: 'kind',
      field2: 'state',
      fieldDelimiter: ',',
      uniqueValueInfos: [
        { value: 'a,new', label: 'New apples', symbol: red },
        { value: 'b,old', label: 'Old pears', symbol: blue },
      ],
    });
    expect(readStyle(combined)).toMatchObject({ kind: 'types', field: 'kind', furtherFields: ['state'] });
    const one = withoutRow(withRow(combined, 1, { label: 'Pears' }), 0);
    expect(one.toJSON()).toMatchObject({
      field1: 'kind',
      field2: 'state',
      uniqueValueInfos: [{ value: 'b,old', label: 'Pears' }],
    });
    expect(readStyle(withoutRow(one, 0)).rows).toHaveLength(1);
  });

  it('show or hide other values, with their own symbol and text', () => {
    const shown = withOthers(read(types), true, 'Other');
    expect(othersOf(shown)).toMatchObject({ label: 'Other', color: '#aaaaaa' });
    expect(shown.toJSON()).toMatchObject({
      defaultLabel: 'Other',
      defaultSymbol: { color: [170, 170, 170, 128] },
    });
    const changed = withOther(shown, { label: 'Unknown', symbol: { size: 3 }, color: '#ffffff' });
    expect(changed.toJSON()).toMatchObject({
      defaultLabel: 'Unknown',
      defaultSymbol: { color: [255, 255, 255, 128], size: 3 },
    });
    expect(othersOf(withOthers(changed, false, ''))).toBeNull();
    expect(withOther(read(types), { label: 'Unknown' }).toJSON()).not.toHaveProperty('defaultLabel');
    expect(othersOf(read(simple))).toBeUndefined();
  });
});

describe('features without a value', () => {
  it.each([
    ['classes', classes, 'n'],
    ['continuous colours', continuous, 'n'],
    ['sizes', sized, 'n'],
  ])('get a symbol of their own beside %s', (_name, json, field) => {
    const renderer = read(json);
    expect(othersOf(renderer)).toBeNull();
    const shown = withOthers(renderer, true, 'No data');
    const written = shown.toJSON() as Record<string, unknown>;
    expect(written).toMatchObject({ type: 'classBreaks', field, defaultLabel: 'No data' });
    expect(faultsOfRenderer(written)).toEqual([]);
    const { kind, rows } = readStyle(renderer);
    expect(readStyle(read(written))).toMatchObject({ kind, field, rows });
    expect(othersOf(read(written))).toMatchObject({ label: 'No data' });
  });
});

describe('colours that were changed by hand', () => {
  const colorsOf = (renderer: AnyRenderer) => readStyle(renderer).rows.map(({ color }) => color);

  it('stay when there are as many classes, and get ones between them when there are more', () => {
    expect(colorsOf(withColors(read(classes), ['#00ff00', '#0000ff']))).toEqual(['#00ff00', '#0000ff']);
    const three = read({
      ...classes,
      classBreakInfos: [...classes.classBreakInfos, { classMaxValue: 12, label: 'most', symbol: blue }],
    });
    expect(colorsOf(withColors(three, ['#000000', '#ffffff']))).toEqual(['#000000', '#808080', '#ffffff']);
  });

  it('become the colours of a ramp', () => {
    expect(colorsOf(withColors(read(continuous), ['#ff0000', '#00ff00', '#0000ff']))).toEqual([
      '#ff0000',
      '#0000ff',
    ]);
  });
});
