import { describe, expect, it } from 'vitest';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { featureTitle, titleFields, titleIn, titleRuleOf, type TitleRule } from './feature-title.ts';

const rule = (parts: Partial<TitleRule> = {}): TitleRule => ({
  template: '',
  displayField: '',
  fields: [
    { name: 'OBJECTID', type: 'oid' },
    { name: 'NAME', type: 'string' },
    { name: 'kind', type: 'small-integer' },
  ],
  ...parts,
});
const asText = (_field: string, value: unknown) => String(value);

describe('the title of a feature', () => {
  it.each([
    ['Stop {NAME}', 'Stop Bayterek'],
    ['{name} ({kind})', 'Bayterek (7)'],
    ['<b>{NAME}</b>', 'Bayterek'],
    // Other titles would need the popup itself.
    ['{expression/expr0}', 'Bayterek'],
    ['{NAME} {expression/expr0}', 'Bayterek'],
    ['Stops', 'Bayterek'],
    ['', 'Bayterek'],
  ])('of “%s” is “%s”', (template, expected) => {
    expect(featureTitle(rule({ template }), { NAME: 'Bayterek', kind: 7 }, asText)).toBe(expected);
  });

  it('is empty without a naming field', () => {
    expect(featureTitle(rule({ template: '{NAME}' }), { NAME: null }, asText)).toBe('');
    expect(featureTitle(rule({ fields: [{ name: 'id', type: 'oid' }] }), { id: 1 }, asText)).toBe('');
  });

  it('formats values for display', () => {
    const shown = (field: string, value: unknown) =>
      field === 'kind' && value === 7 ? 'Tower' : String(value);
    expect(featureTitle(rule({ template: '{KIND}' }), { kind: 7 }, shown)).toBe('Tower');
  });

  it('prefers the display field to a field whose name suggests a title', () => {
    const fields = [
      { name: 'name', type: 'string' },
      { name: 'label', type: 'string' },
    ];
    const attributes = { name: 'a', label: 'b' };
    expect(featureTitle(rule({ fields, displayField: 'label' }), attributes, asText)).toBe('b');
  });
});

describe('the title in a layer', () => {
  const built = Date.UTC(2024, 2, 1, 22, 30);
  const titleOf = (title: string, format?: object) => {
    const layer = new FeatureLayer({
      fields: [
        { name: 'built', type: 'date' },
        { name: 'day', type: 'date-only' },
        { name: 'people', type: 'double' },
        { name: 'year', type: 'integer' },
      ],
      popupTemplate: {
        title,
        fieldInfos: ['built', 'people'].map((fieldName) => ({ fieldName, ...(format && { format }) })),
      },
    });
    const attributes = { built, day: '2024-02-29', people: 12_345.678, year: 2024 };
    return titleIn(layer, titleRuleOf(layer), attributes, 'Asia/Almaty');
  };

  it.each([
    ['Built {built}', undefined, 'Built 3/2/2024, 3:30 AM'],
    ['Built {built}', { dateFormat: 'short-date' }, 'Built 3/2/2024'],
    ['{day}', undefined, '2/29/2024'],
    ['{people} people', { places: 1, digitSeparator: true }, '12,345.7 people'],
    ['{people}', undefined, '12345.678'],
    ['{year}', undefined, '2024'],
  ])('of “%s” in the format %o is “%s”', (title, format, expected) => {
    expect(titleOf(title, format).replaceAll('\u202F', ' ')).toBe(expected);
  });
});

describe('the fields a title needs', () => {
  it('are those it references, and the fallback', () => {
    expect(titleFields(rule({ template: '{kind}' }))).toEqual(['kind', 'NAME']);
    expect(titleFields(rule({ template: '{expression/x}' }))).toEqual(['NAME']);
    expect(titleFields(rule({ fields: [] }))).toEqual([]);
  });
});
