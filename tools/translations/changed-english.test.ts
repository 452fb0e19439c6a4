import { expect, test } from 'vitest';
import { changedMessages, unrecordedMessages, withoutMessages, withTexts } from './changed-english.ts';

const english = { save: 'Save', maps_one: '{{count}} map', maps_other: '{{count}} maps', fresh: 'New' };
const translated = withTexts({}, english, ['save', 'maps_few']);

test('a message changes when its English differs from what was translated', () => {
  expect(changedMessages(english, translated)).toEqual([]);
  expect(changedMessages({ ...english, save: 'Save map' }, translated)).toEqual(['save']);
});

test('a message that was never translated may change', () => {
  expect(changedMessages({ ...english, fresh: 'Newest' }, translated)).toEqual([]);
});

test('the translation of one plural form records every English form', () => {
  expect(Object.keys(translated)).toEqual(['save', 'maps_one', 'maps_other']);
});

test('the translations of a changed message go with all plural forms', () => {
  const polish = { save: 'Zapisz', maps_one: '1', maps_few: '2', maps_many: '5', maps_other: '1,5' };
  expect(withoutMessages(polish, ['maps_other'])).toEqual({ save: 'Zapisz' });
});

test('a translated message is recorded, whichever plural form a language has', () => {
  const polish = { messages: { fresh: 'Nowe', maps_few: '2' } };
  expect(unrecordedMessages(english, translated, [polish])).toEqual(['fresh']);
});
