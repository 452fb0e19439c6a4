import { describe, expect, it } from 'vitest';
import type { FormField } from './edit-feature.ts';
import { type FieldInputParts, type FormRules, type InputParts, readForm } from './read-form.ts';

const rules: FormRules = { idFields: ['OBJECTID', 'GlobalID'], zone: 'Asia/Almaty', conflicts: new Set() };

function input(parts: Partial<FieldInputParts> & { name: string }): FieldInputParts {
  return {
    type: 'field',
    label: parts.name,
    dataType: 'text',
    field: { name: parts.name, type: 'string' },
    includeTime: true,
    minLength: -1,
    maxLength: -1,
    required: false,
    editable: true,
    visible: true,
    valid: true,
    value: null,
    ...parts,
  };
}

const fields = (inputs: readonly InputParts[], other: Partial<FormRules> = {}) =>
  readForm(inputs, { ...rules, ...other }) as FormField[];

describe('the form of a feature', () => {
  it('has editable fields and those with a value, and no ids unless the author lists them', () => {
    const shown = fields([
      input({ name: 'OBJECTID', editable: false, value: 7 }),
      input({ name: 'GlobalID', editable: false, value: '{A}', element: {} }),
      input({ name: 'hidden', visible: false }),
      input({ name: 'photo', dataType: 'unsupported' }),
      input({ name: 'osm', editable: false }),
      input({ name: 'ward', editable: false, value: 'Esil' }),
      input({ name: 'kind' }),
    ]);
    expect(shown.map(({ name }) => name)).toEqual(['GlobalID', 'ward', 'kind']);
  });

  it('keeps groups with fields, and the author’s labels', () => {
    const group = { type: 'group' as const, label: 'Place', open: false, visible: true };
    expect(
      readForm(
        [
          { ...group, inputs: [input({ name: 'street' }), { type: 'text', text: 'As signposted' }] },
          { ...group, inputs: [input({ name: 'x', visible: false })] },
          { ...group, visible: false, inputs: [input({ name: 'y' })] },
          { type: 'relationship' },
        ],
        rules,
      ),
    ).toMatchObject([
      {
        kind: 'group',
        label: 'Place',
        open: false,
        elements: [{ name: 'street' }, { text: 'As signposted' }],
      },
    ]);
  });

  it.each<[string, Partial<FieldInputParts>, FormField['input']]>([
    ['a whole number', { dataType: 'number', field: { name: 'a', type: 'integer' } }, 'whole-number'],
    ['a number', { dataType: 'number', field: { name: 'a', type: 'double' } }, 'number'],
    ['a long text', { inputType: 'text-area' }, 'long-text'],
    ['a time', { dataType: 'date', field: { name: 'a', type: 'date' } }, 'date-time'],
    ['a day', { dataType: 'date', field: { name: 'a', type: 'date' }, includeTime: false }, 'day'],
    ['a date', { dataType: 'date', field: { name: 'a', type: 'date-only' } }, 'date'],
    ['a time of day', { dataType: 'date', field: { name: 'a', type: 'time-only' } }, 'time'],
    [
      'a time abroad',
      { dataType: 'date', field: { name: 'a', type: 'timestamp-offset' } },
      'date-time-offset',
    ],
  ])('takes %s', (_what, parts, kind) => {
    expect(fields([input({ name: 'a', ...parts })])[0]?.input).toBe(kind);
  });

  it('offers the values of a domain, and the stored one even if it is not among them', () => {
    const domain = { type: 'coded-value', codedValues: [{ name: 'Asphalt', code: 1 }] };
    const [choice, radio] = fields([
      input({ name: 'a', dataType: 'number', domain, value: 9 }),
      input({ name: 'b', domain, inputType: 'radio-buttons' }),
    ]);
    expect(choice).toMatchObject({
      input: 'choice',
      choices: [
        { value: 1, label: 'Asphalt' },
        { value: 9, label: '9' },
      ],
    });
    expect(radio).toMatchObject({ input: 'radio', choices: [{ value: 1, label: 'Asphalt' }] });
  });

  it('toggles between the two values set by the author', () => {
    const element = { input: { onValue: 'yes', offValue: 'no' } };
    expect(fields([input({ name: 'a', inputType: 'switch', element })])[0]).toMatchObject({
      input: 'switch',
      choices: [{ value: 'yes' }, { value: 'no' }],
    });
  });

  it('offers the types of a layer for its type field', () => {
    const types = { field: 'kind', choices: [{ value: 2, label: 'Bridge' }] };
    const [kind, other] = fields([input({ name: 'kind' }), input({ name: 'other' })], { types });
    expect(kind).toMatchObject({ input: 'choice', choices: types.choices });
    expect(other?.choices).toEqual([]);
  });

  it.each<[string, FormField['fault']]>([
    ['input-validation-error::cannot-be-empty', 'missing'],
    ['length-validation-error::too-long', 'too-long'],
    ['length-validation-error::too-short', 'too-short'],
    ['numeric-range-validation-error::out-of-range', 'out-of-range'],
    ['domain-validation-error::value-out-of-range', 'out-of-range'],
    ['domain-validation-error::invalid-coded-value', 'not-a-choice'],
    ['type-validation-error::invalid-type', 'malformed'],
  ])('knows what %s means', (error, fault) => {
    expect(fields([input({ name: 'a', valid: false, error })])[0]?.fault).toBe(fault);
  });

  it('marks fields with conflicting values', () => {
    const [a, b] = fields([input({ name: 'a' }), input({ name: 'b' })], { conflicts: new Set(['b']) });
    expect([a?.fault, b?.fault]).toEqual([undefined, 'not-together']);
  });
});
