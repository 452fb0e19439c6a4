import { expect, it } from 'vitest';
import { itemText } from './item-translations.ts';
import {
  dictionaryFor,
  titledBy,
  translationsIn,
  translationsMember,
  withTitles,
} from './map-translations.ts';

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

it('the map of a link carries the title of its item in other languages, beside its other texts', () => {
  const item = { de: { title: 'Bäume der Stadt' }, fr: { snippet: 'Les arbres' }, nl: { title: 'Bomen' } };
  const shared = withTitles(map({ de: { Trees: 'Bäume' }, version: 1 }), 'City trees', item);
  expect(dictionaryFor(shared, 'de')?.get('Trees')).toBe('Bäume');
  const read = (language: string) => itemText(titledBy('City trees', shared), 'title', language);
  expect(['de', 'de-CH', 'nl', 'fr', 'en'].map(read)).toEqual([
    'Bäume der Stadt',
    'Bäume der Stadt',
    'Bomen',
    'City trees',
    'City trees',
  ]);
  expect(titledBy('constructor', shared)).toEqual({ title: 'constructor' });
  expect(titledBy('City trees', undefined)).toEqual({ title: 'City trees' });
  const plain = map(undefined);
  expect(withTitles(plain, 'City trees', { fr: { snippet: 'Les arbres' } })).toBe(plain);
});

it('a reader whose form of a language only the title has reads the map’s other texts as before', () => {
  const own = map({
    'pt-BR': { Trees: 'Árvores', 'City trees': 'Árvores da cidade' },
    'zh-TW': { Trees: '樹木' },
  });
  const item = { 'pt-PT': { title: 'Arvoredo' }, nl: { title: 'Bomen' }, 'zh-HK': { title: '城市樹木' } };
  const shared = withTitles(own, 'City trees', item);
  const read = (language: string) =>
    ['City trees', 'Trees'].map((text) => dictionaryFor(shared, language)?.get(text));
  expect(['pt-PT', 'pt-BR', 'nl', 'zh-HK', 'zh-TW'].map(read)).toEqual([
    ['Arvoredo', 'Árvores'],
    ['Árvores da cidade', 'Árvores'],
    ['Bomen', undefined],
    ['城市樹木', '樹木'],
    [undefined, '樹木'],
  ]);
});
