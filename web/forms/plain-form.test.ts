import { describe, expect, test } from 'vitest';
import { problemReports } from '../../examples/astana/problem-reports.ts';
import type { FormField } from '../map/edit/edit-feature.ts';
import { flatFields } from './form-elements.tsx';
import {
  type ExpressionResults,
  expressionsOf,
  filledAttributes,
  type FillLayer,
  formOf,
  type FormValues,
  readPlainForm,
  startValues,
  withCalculated,
} from './plain-form.ts';

const layer: FillLayer = {
  name: 'Reports',
  objectIdField: 'OBJECTID',
  globalIdField: 'GlobalID',
  editFieldsInfo: { creatorField: 'Creator' },
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID' },
    { name: 'GlobalID', type: 'esriFieldTypeGlobalID' },
    { name: 'Creator', type: 'esriFieldTypeString' },
    ...(problemReports.fields as unknown as FillLayer['fields']),
    {
      name: 'size',
      type: 'esriFieldTypeInteger',
      nullable: true,
      domain: { type: 'range', range: [1, 9] },
    },
  ],
};
const designed = formOf(layer, problemReports.form);
const read = (values: FormValues, results: ExpressionResults = new Map(), form = designed) => {
  const fields = flatFields(readPlainForm({ layer, form, values, results }));
  return Object.fromEntries(fields.map((field) => [field.name, field])) as Record<string, FormField>;
};

describe('the form of a layer without a map', () => {
  test('shows every field that can be filled in where there is no form', () => {
    const form = formOf(layer, undefined);
    expect(Object.keys(read({}, new Map(), form))).toEqual([
      'kind',
      'other_kind',
      'description',
      'danger',
      'email',
      'priority',
      'size',
    ]);
  });

  test('has the inputs, labels and choices of its author', () => {
    const { kind, description, danger } = read(startValues(layer));
    expect(kind).toMatchObject({ input: 'radio', required: true, label: 'Kind of problem' });
    expect(kind?.choices).toHaveLength(5);
    expect(description).toMatchObject({ input: 'long-text', minLength: 5, maxLength: 1000 });
    expect(danger).toMatchObject({ input: 'switch', value: 'no' });
  });

  test('shows, requires and calculates by expressions', () => {
    expect(expressionsOf(designed).map(({ name }) => name)).toEqual(['is-other', 'priority']);
    const values = { kind: 'road', other_kind: 'A swing', description: 'A hole', danger: 'yes' };
    const results = new Map<string, unknown>([
      ['is-other', false],
      ['priority', 'high'],
    ]);
    expect(read(values, results)['other_kind']).toBeUndefined();
    expect(read(values, new Map([['is-other', true]]))['other_kind']).toMatchObject({ required: true });
    const filling = { layer, form: designed, values, results };
    expect(withCalculated(filling)['priority']).toBe('high');
    // What is hidden is not sent, what is calculated is.
    const sent = filledAttributes({ ...filling, values: withCalculated(filling) });
    expect(sent).toEqual({
      kind: 'road',
      description: 'A hole',
      danger: 'yes',
      email: null,
      priority: 'high',
    });
  });

  test.each([
    ['kind', null, 'missing'],
    ['kind', 'volcano', 'not-a-choice'],
    ['description', 'no', 'too-short'],
    ['description', 'x'.repeat(1001), 'too-long'],
    ['description', 'long enough', undefined],
  ])('%s = %s is %s', (name, value, fault) => {
    expect(read({ [name]: value })[name]?.fault).toBe(fault);
  });

  test.each([
    [10, 'out-of-range'],
    [2.5, 'malformed'],
    [Number.NaN, 'malformed'],
    [9, undefined],
  ])('a whole number from 1 to 9: %s', (value, fault) => {
    expect(read({ size: value }, new Map(), formOf(layer, null))['size']?.fault).toBe(fault);
  });
});
