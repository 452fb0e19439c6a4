import { describe, expect, test } from 'vitest';
import { missingMessages, percentTranslated, requiredMessages, translationErrors } from './catalogues.ts';

const english = {
  'map.open': 'Open',
  'map.by': 'By {{owner}}',
  'map.count_one': '{{count}} map',
  'map.count_other': '{{count}} maps',
};

describe('required messages of a language', () => {
  test('have every plural form of the language', () => {
    const keys = (language: string) => [...requiredMessages(english, language).keys()].toSorted();
    expect(keys('en')).toEqual(Object.keys(english).toSorted());
    expect(keys('ru')).toEqual([
      'map.by',
      'map.count_few',
      'map.count_many',
      'map.count_one',
      'map.count_other',
      'map.open',
    ]);
  });

  test('are missing when absent or empty, and listed with the English text', () => {
    expect(missingMessages(english, { 'map.open': 'Öffnen', 'map.by': ' ' }, 'de')).toEqual({
      'map.by': 'By {{owner}}',
      'map.count_one': '{{count}} map',
      'map.count_other': '{{count}} maps',
    });
    expect(missingMessages(english, { 'map.count_one': '{{count}} карта' }, 'ru')).toMatchObject({
      'map.count_few': '{{count}} maps',
    });
  });
});

test('the translated part is rounded down: 100 % means everything', () => {
  const messages = { ...english };
  expect(percentTranslated(english, messages, 'de')).toBe(100);
  expect(percentTranslated(english, { ...messages, 'map.by': '' }, 'de')).toBe(75);
  expect(percentTranslated(english, {}, 'de')).toBe(0);
});

describe('translation', () => {
  test.each([
    [{ 'map.open': 'Öffnen', 'map.by': 'Von {{owner}}' }, []],
    [{ 'map.close': 'Schließen' }, ['map.close: English has no such message.']],
    [{ 'map.open': '' }, ['map.open: The translation is empty.']],
    [{ 'map.by': 'Von {{name}}' }, ['map.by: The placeholders differ. English has: {{owner}}.']],
  ])('%j has errors: %j', (translated, errors) => {
    expect(translationErrors(english, translated, 'de')).toEqual(errors);
  });
});
