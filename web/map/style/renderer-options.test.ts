import { describe, expect, it } from 'vitest';
import type { LayerField } from '../layers/layer-fields.ts';
import { optionsFor } from './renderer-options.ts';
import type { StyleState } from './style.ts';

const fields: LayerField[] = [
  { name: 'kind', title: 'Kind', kind: 'text' },
  { name: 'state', title: 'State', kind: 'text' },
  { name: 'n', title: 'Number', kind: 'number' },
  { name: 'm', title: 'More', kind: 'number' },
];
const current = {
  kind: 'color',
  field: 'n',
  furtherFields: [],
  expression: undefined,
  expressionTitle: '',
  divisor: undefined,
  several: [],
  steps: 'continuous',
  colorTheme: 'above-and-below',
  classes: 5,
} as unknown as StyleState;
const options = (before: Partial<StyleState>, requested: Parameters<typeof optionsFor>[1]) =>
  optionsFor({ ...current, ...before }, requested, fields);

describe('the next style of a layer', () => {
  it('shows an expression until a field is chosen or the kind cannot show one', () => {
    const expression = '$feature.n * 2';
    expect(options({}, { expression })).toMatchObject({ expression, field: undefined });
    expect(options({ expression }, { kind: 'types' })).toMatchObject({ expression, furtherFields: [] });
    expect(options({ expression }, { field: 'm' })).toMatchObject({ expression: undefined, field: 'm' });
    expect(options({ expression }, { expression: null })).toMatchObject({
      field: 'n',
      expression: undefined,
    });
    expect(options({ expression }, { kind: 'single' }).expression).toBeUndefined();
  });

  it('has types of up to three fields', () => {
    const types = { kind: 'types', field: 'kind', classes: 12 } as const;
    expect(options(types, { furtherFields: ['state', 'n', 'm'] }).furtherFields).toEqual(['state', 'n']);
    expect(options({ ...types, furtherFields: ['state'] }, { field: 'state' }).furtherFields).toEqual([]);
    expect(options({ furtherFields: ['state'] }, {}).furtherFields).toEqual([]);
  });

  it('has a bounded number of types, which is not one of classes', () => {
    const types = { kind: 'types', field: 'kind', classes: 12 } as const;
    expect(options(types, { classes: 9999 }).types).toBe(50);
    expect(options(types, { field: 'state' }).types).toBeUndefined();
    expect(options(types, { kind: 'color' }).classes).toBe(5);
    expect(options({}, { steps: 'quantile', classes: 7 })).toMatchObject({ classes: 7, types: undefined });
  });

  it('keeps what continuous colours stress', () => {
    expect(options({}, { field: 'm' }).colorTheme).toBe('above-and-below');
    expect(options({}, { colorTheme: 'extremes' }).colorTheme).toBe('extremes');
    expect(options({}, { steps: 'quantile' }).colorTheme).toBe('high-to-low');
  });

  it('stresses both sides of the mean by standard deviations', () => {
    expect(options({}, { steps: 'standard-deviation' }).colorTheme).toBe('above-and-below');
    const deviations = { steps: 'standard-deviation', colorTheme: undefined } as const;
    expect(options(deviations, { field: 'm' }).colorTheme).toBe('above-and-below');
    expect(options(deviations, { steps: 'continuous' }).colorTheme).toBe('high-to-low');
    expect(options(deviations, { kind: 'size' }).colorTheme).toBe('high-to-low');
  });
});
