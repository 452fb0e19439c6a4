import { expect, it } from 'vitest';
import { dictionaryFor, translationsIn, translationsMember } from './map-translations.ts';

const map = (member: unknown) => ({ operationalLayers: [], [translationsMember]: member });

it.each([
  ['de', { de: { Trees: 'Bäume' } }, 'Bäume'],
  ['zh-HK', { 'zh-CN': { Trees: '树木' }, 'zh-TW': { Trees: '樹木' } }, '樹木'],
  ['fr', { de: { Trees: 'Bäume' } }, undefined],
  ['de', { de: { Trees: ' ' } }, undefined],
  // Another program wrote the rest of it.
  ['de', { de: { Trees: 'Bäume' }, fr: { Trees: 7 }, version: 1 }, 'Bäume'],
  ['fr', { de: { Trees: 'Bäume' }, fr: { Trees: 7 } }, undefined],
  ['de', ['de'], undefined],
  ['de', undefined, undefined],
])('a reader in %s of %j reads %s', (language, member, text) => {
  expect(dictionaryFor(map(member), language)?.get('Trees')).toBe(text);
});

it('translations are read as a whole or not at all', () => {
  expect(translationsIn(map({ de: { Trees: 'Bäume' } }))).toEqual({ de: { Trees: 'Bäume' } });
  expect(translationsIn(map({ de: { Trees: 'Bäume' }, fr: { Trees: 7 } }))).toBeUndefined();
  expect(translationsIn(undefined)).toBeUndefined();
});
