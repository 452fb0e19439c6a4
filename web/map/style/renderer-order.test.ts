import { describe, expect, it } from 'vitest';
import type { LayerField } from '../layers/layer-fields.ts';
import { orderOf } from './renderer-order.ts';
import type { StyleState } from './style.ts';

const fields: LayerField[] = [
  { name: 'kind', title: 'Kind', kind: 'text' },
  { name: 'state', title: 'State', kind: 'text' },
  { name: 'n', title: 'Number', kind: 'number' },
  { name: 'm', title: 'More', kind: 'number' },
];
const was = {
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
const order = (before: Partial<StyleState>, wanted: Parameters<typeof orderOf>[1]) =>
  orderOf({ ...was, ...before }, wanted, fields);

describe('the next style of a layer', () => {
  it('shows an expression until a field is chosen or the kind cannot show one', () => {
    const expression = '$feature.n * 2';
    expect(order({}, { expression })).toMatchObject({ expression, field: undefined });
    expect(order({ expression }, { kind: 'types' })).toMatchObject({ expression, furtherFields: [] });
    expect(order({ expression }, { field: 'm' })).toMatchObject({ expression: undefined, field: 'm' });
    expect(order({ expression }, { expression: null })).toMatchObject({ field: 'n', expression: undefined });
    expect(order({ expression }, { kind: 'single' }).expression).toBeUndefined();
  });

  it('has types of up to three fields', () => {
    const types = { kind: 'types', field: 'kind', classes: 12 } as const;
    expect(order(types, { furtherFields: ['state', 'n', 'm'] }).furtherFields).toEqual(['state', 'n']);
    expect(order({ ...types, furtherFields: ['state'] }, { field: 'state' }).furtherFields).toEqual([]);
    expect(order({ furtherFields: ['state'] }, {}).furtherFields).toEqual([]);
  });

  it('has a bounded number of types, which is not one of classes', () => {
    const types = { kind: 'types', field: 'kind', classes: 12 } as const;
    expect(order(types, { classes: 9999 }).types).toBe(50);
    expect(order(types, { field: 'state' }).types).toBeUndefined();
    expect(order(types, { kind: 'color' }).classes).toBe(5);
    expect(order({}, { steps: 'quantile', classes: 7 })).toMatchObject({ classes: 7, types: undefined });
  });

  it('keeps what continuous colours stress', () => {
    expect(order({}, { field: 'm' }).colorTheme).toBe('above-and-below');
    expect(order({}, { colorTheme: 'extremes' }).colorTheme).toBe('extremes');
    expect(order({}, { steps: 'quantile' }).colorTheme).toBe('high-to-low');
  });

  it('stresses both sides of the mean by standard deviations', () => {
    expect(order({}, { steps: 'standard-deviation' }).colorTheme).toBe('above-and-below');
    const deviations = { steps: 'standard-deviation', colorTheme: undefined } as const;
    expect(order(deviations, { field: 'm' }).colorTheme).toBe('above-and-below');
    expect(order(deviations, { steps: 'continuous' }).colorTheme).toBe('high-to-low');
    expect(order(deviations, { kind: 'size' }).colorTheme).toBe('high-to-low');
  });
});
