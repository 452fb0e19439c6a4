import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import Graphic from '@arcgis/core/Graphic.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayerField } from '../layers/layer-fields.ts';
import { checkCondition, checkExpression } from './configure.ts';
import { evaluate } from './expression.ts';
import { noEffects, readEffects, writeEffects } from './effects.ts';
import {
  expressionField,
  expressionOf,
  fieldExpression,
  type LabelJson,
  lookOf,
  newLabel,
  repeatOf,
  withExpression,
  withLook,
  withOverlap,
  withRepeat,
} from './label-json.ts';
import {
  moved,
  newElement,
  type PopupJson,
  rowsOf,
  unusedName,
  usualPopup,
  withoutExpression,
  withRows,
} from './popup-json.ts';

const fields: LayerField[] = [
  { name: 'name', title: 'Name', kind: 'text' },
  { name: 'built_year', title: 'Year', kind: 'number', isWhole: true },
  { name: 'height', title: 'Height', kind: 'number' },
  { name: 'seen', title: 'Seen', kind: 'date' },
  { name: 'Shape__Area', title: 'Shape__Area', kind: 'number' },
  { name: 'OBJECTID', title: 'OBJECTID', kind: 'number', isId: true },
];

it('a new picture of a popup shows a field of addresses, or none yet', () => {
  const addressOf = (of: readonly LayerField[]) =>
    newElement('image', of).mediaInfos?.map(({ value }) => value?.sourceURL);
  expect(addressOf(fields)).toEqual(['']);
  expect(addressOf([...fields, { name: 'photo_url', title: 'Photo', kind: 'text' }])).toEqual([
    '{photo_url}',
  ]);
});

describe('an SQL condition', () => {
  it.each([
    ['', undefined],
    ["name LIKE 'A%' AND height > 3", undefined],
    ['height >', { message: 'Unexpected end of input', line: 1, column: 9 }],
    ['height == 3', { message: 'Unexpected "="', line: 1, column: 9 }],
  ])('%s', async (where, fault) => {
    expect(await checkCondition(where)).toEqual(fault);
  });
});

describe('a class of labels', () => {
  it('reads any field it wrote', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w äß()-]{1,20}$/), (name) => {
        expect(expressionField(fieldExpression(name))).toBe(name);
      }),
    );
  });

  it.each<[string, LabelJson, string, string | undefined]>([
    ['a member', { labelExpressionInfo: { expression: '$feature.name' } }, '$feature.name', 'name'],
    ['an older field', { labelExpression: '[NAME]' }, '$feature["NAME"]', 'NAME'],
    ['a calculation', { labelExpressionInfo: { expression: '$feature.a + 1' } }, '$feature.a + 1', undefined],
  ])('shows %s', (_name, label, expression, field) => {
    expect(expressionOf(label)).toBe(expression);
    expect(expressionField(expression)).toBe(field);
  });

  it('keeps what is not changed', () => {
    const label: LabelJson = {
      labelExpression: '[NAME]',
      where: 'a = 1',
      symbol: {
        type: 'esriTS',
        color: [1, 2, 3, 100],
        yoffset: 4,
        font: { family: 'Arial', size: 8, style: 'italic' },
      },
    };
    expect(withLook(label, { size: 12 })).toMatchObject({
      labelExpression: '[NAME]',
      where: 'a = 1',
      symbol: { color: [1, 2, 3, 100], yoffset: 4, font: { family: 'Arial', size: 12, style: 'italic' } },
    });
    expect(withExpression(label, '1')).toEqual({
      where: 'a = 1',
      symbol: label.symbol,
      labelExpressionInfo: { expression: '1' },
    });
  });

  it('is repeated, moved and drawn over others, and keeps other members', () => {
    const label = { ...newLabel('name', 'line'), allowOverrun: true };
    expect(repeatOf(label)).toBeUndefined();
    const repeated = withRepeat(label, 90);
    expect(repeated).toMatchObject({ repeatLabel: true, repeatLabelDistance: 90, allowOverrun: true });
    const once = withRepeat(repeated, 0);
    expect(repeatOf(once)).toBe(0);
    expect(withRepeat(once, undefined)).toEqual(label);
    expect(withOverlap(withOverlap(label, true), false)).toEqual(label);
    const moved = withLook(label, { xOffset: 3 });
    expect(moved.symbol).toMatchObject({ xoffset: 3 });
    expect(moved.symbol).not.toHaveProperty('yoffset');
    expect(lookOf(moved)).toMatchObject({ xOffset: 3, yOffset: 0, italic: false, family: 'Noto Sans' });
  });

  it('is readable at first', () => {
    expect(newLabel('name', 'line')).toMatchObject({
      labelExpressionInfo: { expression: '$feature["name"]' },
      labelPlacement: 'esriServerLinePlacementCenterAlong',
    });
    expect(lookOf(newLabel('name'))).toMatchObject({ halo: 1.5, bold: false });
  });
});

describe('an expression', () => {
  it.each([
    ['1 +', 1],
    ['var a = 1;\nFoo(a)', 2],
    ['"a" + nothing', 1],
  ])('%j has its fault in line %d', async (expression, line) => {
    expect(await checkExpression(expression)).toMatchObject({
      line,
      column: expect.any(Number) as unknown,
      message: expect.not.stringContaining('Line') as unknown,
    });
  });

  it('that never ends is stopped, with words', async () => {
    const feature = new Graphic({ attributes: { name: 'Oak' } });
    expect(await evaluate('var i = 0; while (true) { i += 1; }', feature, { use: 'feature' })).toEqual({
      message: 'It does not end, and was stopped.',
    });
  });

  it.each([
    'var i = 0; while (true) { i += 1; }',
    'var n = $feature.n; for (;;) { n += 1; }',
    'var n = $feature["n"]; while (n != 4) { n += 2; }',
  ])('%j is refused before it is drawn', async (expression) => {
    expect(await checkExpression(expression, 'style')).toMatchObject({
      message: 'It does not end, and was stopped.',
    });
    expect(await checkExpression(expression)).toBeDefined();
  });

  it.each([
    ['var n = 1; while (n < 100) { n *= 2; } return n;', []],
    // It ends with usual values; features without one are drawn without it.
    ['$feature.n * $view.scale', []],
    ['Upper($feature.n) + Count($feature.n)', [{ name: 'n', title: 'n', kind: 'number' }]],
    ['var n = $feature.n; while (n < 100) { n *= 2; } return n;', []],
    [
      'var n = $feature.n; while (n < 100) { n *= 2; } return n;',
      [{ name: 'n', title: 'n', kind: 'number' }],
    ],
    ['var d = $feature.d; while (d > 1) { d = d / 2; } return d;', [{ name: 'd', title: 'd', kind: 'date' }]],
  ] as const)('%j is allowed', async (expression, fields) => {
    expect(await checkExpression(expression, 'style', fields)).toBeUndefined();
  });

  it('that ends only with values of another kind is refused', async () => {
    const fields = [{ name: 'n', title: 'n', kind: 'number' }] as const;
    const fault = await checkExpression('while ($feature.n == 1) { } return 1;', 'style', fields);
    expect(fault).toMatchObject({ message: 'It does not end, and was stopped.' });
  });

  it('of a popup is not run, because it may read whole services', async () => {
    expect(await checkExpression('var n = 0; while (n != 3) { n += 2; }', 'popup')).toBeUndefined();
  });

  it.each([
    '',
    '$feature.name',
    'Upper($feature["name"])',
    'var n = 0; for (var i in [1, 2]) { n += i; } return n + $feature.n;',
    'for (var word in Split(Geometry($feature).type, " ")) { return word; }',
  ])('%j has none', async (expression) => {
    expect(await checkExpression(expression)).toBeUndefined();
  });
});

/** An effect after its layer was written to a web map and read from it. */
function savedAndOpened(effect: string | null): unknown {
  const layer = new FeatureLayer({ effect }) as unknown as {
    effect: unknown;
    write(json: object, context: object): void;
    read(json: object, context: object): void;
  };
  const json = {};
  layer.write(json, { origin: 'web-map', messages: [] });
  layer.read(json, { origin: 'web-map' });
  return layer.effect;
}

describe('effects', () => {
  it('are read as they were written, also when the map is opened again', () => {
    const amount = fc.integer({ min: 0, max: 20 }).map((half) => half / 2);
    const effects = fc.record({ shadow: amount, bloom: amount, blur: amount, grey: amount });
    fc.assert(
      fc.property(effects, (set) => {
        const written = writeEffects({ ...set, other: '' });
        expect(readEffects(written)).toEqual({ ...set, other: '' });
        const { kept: _kept, ...opened } = readEffects(savedAndOpened(written));
        expect(opened).toEqual({ ...set, other: '' });
      }),
    );
  });

  it('of other programs are kept', () => {
    expect(readEffects('drop-shadow(2px 3px 4px #000000)')).toMatchObject({ ...noEffects, shadow: 1.5 });
    expect(readEffects('hue-rotate(90deg) blur(1px)').other).toBe('hue-rotate(90deg) blur(1px)');
    expect(readEffects([{ scale: 1, value: 'blur(1px)' }]).other).not.toBe('');
  });

  it('of other programs keep their parts when another effect or their number is changed', () => {
    const read = readEffects('drop-shadow(2px 3px 4px #000000) bloom(1.5, 8px, 0.1)');
    expect(writeEffects({ ...read, grey: 5 })).toBe(
      'drop-shadow(2px 3px 4px #000000) bloom(1.5, 8px, 0.1) grayscale(5%)',
    );
    expect(writeEffects({ ...read, shadow: 0, bloom: 2 })).toBe('bloom(2, 8px, 0.1)');
    expect(writeEffects({ ...read, shadow: 3, bloom: 0 })).toMatch(
      /^drop-shadow\(3pt 3pt 3pt rgba[^)]*\)\)$/,
    );
  });
});

describe('a popup', () => {
  const popup = usualPopup(fields, 'name', 'Houses');

  it('has no ids and no measures of the shape at first', () => {
    expect(popup.title).toBe('{name}');
    expect(popup.fieldInfos?.map(({ fieldName, format }) => [fieldName, format])).toEqual([
      ['name', undefined],
      ['built_year', { places: 0, digitSeparator: false }],
      ['height', { places: 2, digitSeparator: true }],
      ['seen', { dateFormat: 'shortDate' }],
    ]);
    expect(usualPopup(fields, 'OBJECTID', 'Houses').title).toBe('Houses');
  });

  it('lists other rows in another order, with formats that texts read, too', () => {
    const [element] = popup.popupElements ?? [];
    const rows = element ? rowsOf(popup, element) : [];
    const changed = withRows(popup, 0, [
      { ...rows[2], label: 'Metres' },
      { fieldName: 'expression/expr0', label: 'Sum' },
    ]);
    expect(changed.popupElements?.[0]?.fieldInfos?.map(({ label }) => label)).toEqual(['Metres', 'Sum']);
    expect(changed.fieldInfos?.map(({ fieldName, label }) => [fieldName, label])).toEqual([
      ['name', 'Name'],
      ['built_year', 'Year'],
      ['height', 'Metres'],
      ['seen', 'Seen'],
      ['expression/expr0', 'Sum'],
    ]);
  });

  it('loses the rows of a removed expression', () => {
    const own: PopupJson = {
      expressionInfos: [{ name: 'expr0' }, { name: 'expr1' }],
      fieldInfos: [{ fieldName: 'expression/expr0' }, { fieldName: 'name' }],
      popupElements: [
        { type: 'text', text: 'x' },
        { type: 'fields', fieldInfos: [{ fieldName: 'expression/expr0' }] },
      ],
    };
    expect(withoutExpression(own, 0)).toEqual({
      expressionInfos: [{ name: 'expr1' }],
      fieldInfos: [{ fieldName: 'name' }],
      popupElements: [
        { type: 'text', text: 'x' },
        { type: 'fields', fieldInfos: [] },
      ],
    });
  });

  it('gives a new expression no name that is still shown', () => {
    const own: PopupJson = {
      title: '{expression/expr0}',
      expressionInfos: [{ name: 'expr2' }],
      popupElements: [{ type: 'media', mediaInfos: [{ value: { fields: ['expression/expr1'] } }] }],
    };
    expect(unusedName(own.expressionInfos ?? [], own)).toBe('expr3');
    expect(unusedName([], { title: '{expression/expr10}' })).toBe('expr0');
  });

  it('moves within its list only', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  });
});
