import { expect, it } from 'vitest';
import type { FormLayer, LoadedForm } from '../../../portal/forms/load-form.ts';
import { descriptionOf, inLanguage, titleOf } from './use-form.ts';

const layer = {
  key: '0',
  url: '',
  form: undefined,
  layer: { name: 'lamps_2', fields: [] },
} satisfies FormLayer;
const item = {
  id: 'form',
  title: 'Broken lamps',
  snippet: 'Report them',
  properties: { mappingTranslations: { de: { title: 'Defekte Lampen', snippet: 'Bitte melden' } } },
};

function read(form: LoadedForm, language: string): [title: string, description: string] {
  const shown = inLanguage(form, language);
  const [first = layer] = shown.layers;
  return [titleOf(first, shown), descriptionOf(first, shown)];
}

it('a form is named by its item in the reader’s language', () => {
  const form: LoadedForm = { item, layers: [layer] };
  expect(read(form, 'de')).toEqual(['Defekte Lampen', 'Bitte melden']);
  expect(read(form, 'fr')).toEqual(['Broken lamps', 'Report them']);
});

it('a form of a web map has the texts of the map in the reader’s language', () => {
  const formInfo = { title: 'A lamp', formElements: [{ type: 'field', fieldName: 'kind', label: 'Kind' }] };
  const form: LoadedForm = {
    item,
    layers: [{ ...layer, form: formInfo }],
    document: { mappingTranslations: { de: { 'A lamp': 'Eine Lampe', Kind: 'Art' } } },
  };
  expect(read(form, 'de')).toEqual(['Eine Lampe', 'Bitte melden']);
  expect(inLanguage(form, 'de').layers[0]?.form).toMatchObject({ formElements: [{ label: 'Art' }] });
  expect(inLanguage(form, 'fr').layers[0]?.form).toBe(formInfo);
});
