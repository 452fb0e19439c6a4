import { describe, expect, test } from 'vitest';
import type { Field, FieldType } from '../layer/field.ts';
import { fitValue } from './attribute-value.ts';
import { describeLayer } from './describe-layer.ts';
import { CopyWriter } from './copy-writer.ts';
import { printBox, printTimestamp } from './encode-rows.ts';
import { toQueryError } from './feature-rows-store.ts';
import type { FieldInput, LayerInput } from './service-input.ts';

const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  name: 'f',
  alias: 'f',
  type,
  nullable: true,
  editable: true,
  domain: null,
  defaultValue: null,
  column: 'f0_f',
  ...more,
});

describe('values', () => {
  test.each<[FieldType, unknown, unknown]>([
    ['esriFieldTypeString', 'a', 'a'],
    ['esriFieldTypeString', '', ''],
    ['esriFieldTypeString', 5, '5'],
    ['esriFieldTypeString', true, 'true'],
    ['esriFieldTypeString', { a: 1 }, '{"a":1}'],
    ['esriFieldTypeString', 'half \ud800', 'half \ufffd'],
    ['esriFieldTypeString', null, null],
    ['esriFieldTypeInteger', 5, 5],
    ['esriFieldTypeInteger', '5', 5],
    ['esriFieldTypeInteger', ' 5 ', 5],
    ['esriFieldTypeInteger', true, 1],
    ['esriFieldTypeInteger', '', null],
    ['esriFieldTypeInteger', undefined, null],
    ['esriFieldTypeSmallInteger', -32_767, -32_767],
    ['esriFieldTypeBigInteger', 9_007_199_254_740_991, 9_007_199_254_740_991],
    ['esriFieldTypeSingle', 0.5, 0.5],
    ['esriFieldTypeSingle', 1e-50, 0],
    ['esriFieldTypeDouble', 1e300, 1e300],
    ['esriFieldTypeDouble', '1.5e3', 1500],
    ['esriFieldTypeDate', 1_700_000_000_000, 1_700_000_000_000],
    ['esriFieldTypeDate', 1.6, 2],
    ['esriFieldTypeDate', '2026-01-01', Date.UTC(2026, 0, 1)],
    ['esriFieldTypeDate', '', null],
    ['esriFieldTypeGUID', '{0F8FAD5B-D9CB-469F-A165-70867728950E}', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ])('of %s %j become %j', (type, value, expected) => {
    expect(fitValue(field(type), value)).toEqual(expected);
  });

  test.each<[FieldType, unknown]>([
    ['esriFieldTypeInteger', 'five'],
    ['esriFieldTypeInteger', 1.5],
    ['esriFieldTypeInteger', 3e9],
    ['esriFieldTypeInteger', {}],
    ['esriFieldTypeSmallInteger', 32_768],
    ['esriFieldTypeBigInteger', 1e17],
    ['esriFieldTypeSingle', 1e39],
    ['esriFieldTypeDouble', Number.NaN],
    ['esriFieldTypeDouble', 'Infinity'],
    ['esriFieldTypeDate', 'yesterday'],
    ['esriFieldTypeDate', 1e18],
    ['esriFieldTypeDate', {}],
    ['esriFieldTypeGUID', 'x'],
    ['esriFieldTypeGUID', 5],
    ['esriFieldTypeString', 'a\0b'],
  ])('of %s %j are rejected', (type, value) => {
    expect(() => fitValue(field(type), value)).toThrow(
      expect.objectContaining({ id: 'services:invalid-value', status: 400 }),
    );
  });

  test('may be as long as the longest text, or missing', () => {
    const short = field('esriFieldTypeString', { length: 3, nullable: false });
    expect(fitValue(short, 'abc')).toBe('abc');
    expect(fitValue(short, '')).toBe('');
    expect(() => fitValue(short, 'abcd')).toThrow('at most 3 characters');
    expect(() => fitValue(short, null)).toThrow('needs a value');
  });
});

describe('rows for COPY', () => {
  test('hold values and nulls, and what is written of a dropped row is removed', () => {
    const writer = new CopyWriter();
    writer.beginRow(2);
    writer.value('esriFieldTypeString', 'é');
    writer.value('esriFieldTypeDate', null);
    writer.beginRow(1);
    writer.value('esriFieldTypeDouble', -0.5);
    writer.dropRow();
    writer.end();
    expect(writer.take().subarray(19).toString('hex')).toBe('000200000002c3a9ffffffffffff');
  });

  test('hold boxes and dates', () => {
    expect(printBox({ xmin: -1, ymin: -2, xmax: 1e-7, ymax: 5 })).toBe('(1e-7,5),(-1,-2)');
    expect(printTimestamp(Date.UTC(2026, 10, 21, 10, 30, 0, 5))).toBe('2026-11-21T10:30:00.005');
  });
});

describe('layer descriptions', () => {
  const layer = (fields: FieldInput[], more: Partial<LayerInput> = {}) =>
    describeLayer({ name: 'L', fields, features: [], ...more });
  const names = (fields: FieldInput[], more: Partial<LayerInput> = {}) =>
    layer(fields, more).definition.fields.map(({ name }) => name);

  test('begin with the keys; names are clean, short and unique', () => {
    const string = 'esriFieldTypeString' as const;
    expect(names([{ name: 'name', type: string }])).toEqual(['OBJECTID', 'GlobalID', 'name']);
    expect(
      names([
        { name: 'objectid', type: string },
        { name: 'GLOBALID', type: string },
      ]).slice(2),
    ).toEqual(['objectid_1', 'GLOBALID_1']);
    expect(
      names([
        { name: 'a b', type: string },
        { name: 'a:b', type: string },
        { name: 'A_B', type: string },
      ]).slice(2),
    ).toEqual(['a_b', 'a_b_1', 'A_B_2']);
    expect(
      names([
        { name: '2nd', type: string },
        { name: 'улица', type: string },
      ]).slice(2),
    ).toEqual(['F2nd', 'улица']);
    expect(names([{ name: 'x'.repeat(100), type: string }])[2]).toHaveLength(60);
    expect(names([{ name: 'Editor', type: string }], { editorTracking: true }).slice(2)).toEqual([
      'Editor_1',
      'CreationDate',
      'Creator',
      'EditDate',
      'Editor',
    ]);
  });

  test('have plain and unique column names', () => {
    const { definition } = layer([
      { name: 'улица', type: 'esriFieldTypeString' },
      { name: 'город', type: 'esriFieldTypeString' },
      { name: 'shape', type: 'esriFieldTypeDouble' },
    ]);
    const columns = definition.fields.map(({ column }) => column);
    expect(new Set(columns).size).toBe(columns.length);
    for (const column of columns) expect(column).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(columns).not.toContain('shape');
  });

  test('choose the first text as display field, and list indexed columns', () => {
    const described = layer([
      { name: 'n', type: 'esriFieldTypeInteger', indexed: true },
      { name: 'title', type: 'esriFieldTypeString', source: 'Title' },
    ]);
    expect(described.definition.displayField).toBe('title');
    expect(described.indexed).toEqual(['f0_n']);
    expect(described.sources).toEqual(['n', 'Title']);
    expect(layer([]).definition.displayField).toBe('OBJECTID');
  });

  test('include their spatial reference', () => {
    expect(layer([]).wkid).toBe(4326);
    expect(layer([], { wkid: 102_100 }).wkid).toBe(3857);
    expect(() => layer([], { wkid: 5 })).toThrow(
      expect.objectContaining({ id: 'services:invalid-service', status: 400 }),
    );
  });
});

describe('database errors', () => {
  test('are transient for a table dropped during the query', () => {
    expect(toQueryError({ code: '42P01' })).toMatchObject({ id: 'services:replaced', status: 503 });
  });

  test.each(['22012', '2201F', '22P02', '57014', '54001', '42803'])('%s is the client’s', (code) => {
    expect(toQueryError({ code })).toMatchObject({ id: 'services:invalid-query', status: 400 });
  });

  test.each(['08006', '53300', undefined])('%s is not the client’s', (code) => {
    const error = { code };
    expect(toQueryError(error)).toBe(error);
  });
});
