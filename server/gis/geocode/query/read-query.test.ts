import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { countries, countriesNamed, countryName, findCountry } from '../countries/countries.ts';
import { foldWord } from '../text/fold.ts';
import { beginningsOf, readQuery, readToken } from './read-query.ts';
import { runs } from '../../../../testing/rig/long.ts';

const readings = (text: string) =>
  readQuery(text).readings.map(({ tokens, houseNumber }) => [
    tokens.map(({ word, optional }) => (optional ? `(${word})` : word)).join(' '),
    ...(houseNumber ? [houseNumber] : []),
  ]);

describe('readQuery', () => {
  test('reads a street and a number as a name with a number in it, or as an address', () => {
    expect(readings('проспект Абая, 12')).toEqual([['(prospekt) abaia 12'], ['(prospekt) abaia', '12']]);
  });
  test('reads words for "house" and a letter after the number as part of the number', () => {
    expect(readings('ул. Кенесары, д. 40 А')).toContainEqual(['(ul) kenesari', '40a']);
  });
  test('reads a number first, a number that names the street, and two numbers', () => {
    expect(readings('12 Abay')).toContainEqual(['abai', '12']);
    expect(readings('улица Е 32 дом 7')).toContainEqual(['(ulitsa) e 32', '7']);
  });
  test('reads hyphenated words both ways', () =>
    expect(readings('Сары-Арка')).toEqual([['sari arka'], ['sariarka']]));
  test('does so beside a house number as well', () => {
    expect(readings('Сары-Арка 5')).toContainEqual(['sariarka', '5']);
  });
  test('searches for kinds of street when there is nothing else', () =>
    expect(readings('Avenue')).toEqual([['avenue']]));
  test.each(['', '   ', '%%', '()', '🙂', '\0'])('finds nothing in %j', (text) =>
    expect(readings(text)).toEqual([]),
  );

  test('makes few tokens, folded and without wildcards, of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        const { readings } = readQuery(text);
        expect(readings.length).toBeLessThanOrEqual(6);
        for (const { tokens, houseNumber } of readings) {
          expect(tokens.length).toBeLessThanOrEqual(10);
          expect(tokens.some(({ optional }) => !optional)).toBe(true);
          for (const { word } of tokens) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
          expect(houseNumber ?? '1').toMatch(/^[a-z0-9/]{1,20}$/);
        }
      }),
      { numRuns: runs(100, 2000) },
    );
  });
});

describe('tokens', () => {
  test('name categories and countries in several languages', () => {
    expect(readToken('kafe').marks).toContain('#cafe');
    expect(readToken('apteka').marks).toEqual(['#pharmacy']);
    expect(readToken('kazahstan').marks).toEqual(['@kz']);
    expect(readToken('fra').marks).toContain('@fr');
    expect(readToken('germania').marks).toContain('@de');
  });
});

test('folds a long text a few times per word, not once for each country', () => {
  // Loads the names of all countries, once.
  readQuery('Kazakhstan');
  const text = `${Array.from({ length: 60 }, (_none, n) => `word${n}-two`).join(' ')} 12 13`;
  const normalize = vi.spyOn(String.prototype, 'normalize');
  readQuery(text);
  const folded = normalize.mock.calls.length;
  normalize.mockRestore();
  expect(folded).toBeLessThan(30 * 60);
});

const read = (word: string) => readToken(foldWord(word));

describe('tokens', () => {
  test.each([
    ['улица', 'street'],
    ['Street', 'street'],
    ['пр', 'avenue'],
    ['даңғылы', 'avenue'],
    ['blvd', 'boulevard'],
    ['наб', 'embankment'],
  ])('mark %s as a kind of street that may be missing', (word, streetType) =>
    expect(read(word)).toMatchObject({ streetType, optional: true }),
  );

  test.each(['город', 'City', 'қаласы', 'г'])('mark %s as a word that only means a city', (word) => {
    expect(read(word).optional).toBe(true);
    expect(read(word).streetType).toBeUndefined();
  });

  test.each([
    ['кафе', '#cafe'],
    ['Cafe', '#cafe'],
    ['дәмхана', '#cafe'],
    ['аптека', '#pharmacy'],
    ['Kazakhstan', '@kz'],
    ['Казахстан', '@kz'],
    ['Deutschland', '@de'],
    ['KAZ', '@kz'],
    ['kz', '@kz'],
    ['US', '@us'],
  ])('expand %s to %s', (word, mark) => expect(read(word).marks).toContain(mark));

  test.each(['abay', 'aba', 'qwerty', '12'])('leave %s unexpanded', (word) =>
    expect(read(word).marks).toEqual([]),
  );

  test('read a digraph cut in its middle as both letters', () => {
    expect(beginningsOf(read('astrak'))).toEqual(['astrak', 'astrah']);
    expect(beginningsOf(read('almat'))).toEqual(['almat']);
    expect(beginningsOf(read('juz'))).toContain('juj');
    expect(beginningsOf(read('k'))).toEqual(['k']);
  });

  test('are prefixes of the folded word, however little of it is typed', () => {
    const names = fc.constantFrom(
      'Astrakhan',
      'Zhezkazgan',
      'Shymkent',
      'Ekibastuz',
      'Baikonur',
      'Khromtau',
      'Kyzylorda',
      'Nizhny',
    );
    fc.assert(
      fc.property(names, fc.integer({ min: 2, max: 12 }), (name, length) => {
        const starts = beginningsOf(read(name.slice(0, length)));
        expect(starts.some((start) => foldWord(name).startsWith(start))).toBe(true);
      }),
    );
  });
});

describe('countries', () => {
  test('have one code each, in any case and between blanks', () => {
    expect(countries.length).toBeGreaterThanOrEqual(249);
    for (const country of countries) {
      expect(country.alpha2 + country.alpha3 + country.numeric).toMatch(/^[A-Z]{2}[A-Z]{3}\d{3}$/);
      expect(findCountry(` ${country.alpha2.toLowerCase()} `)).toBe(country);
      expect(findCountry(country.alpha3)).toBe(country);
    }
    expect(new Set(countries.map(({ alpha2 }) => alpha2)).size).toBe(countries.length);
    expect(new Set(countries.map(({ alpha3 }) => alpha3)).size).toBe(countries.length);
  });

  test.each(['', 'K', 'KAZA', '398', 'constructor'])('do not have the code %j', (code) =>
    expect(findCountry(code)).toBeUndefined(),
  );

  test('are found by name in English and the languages of the demo city', () => {
    for (const alpha2 of ['KZ', 'DE', 'FR', 'JP', 'BR'])
      for (const language of ['en', 'ru', 'kk', 'de'])
        expect(countriesNamed(foldWord(countryName(alpha2, language)))).toContain(alpha2.toLowerCase());
  });

  test('are not matched by short words', () => {
    expect(countriesNamed('kaza')).toContain('kz');
    for (const word of ['ger', 'fra', 'h', 'e', '']) {
      const named = countriesNamed(word);
      expect(named.length).toBeLessThanOrEqual(1);
    }
    expect(countriesNamed('h')).toEqual([]);
  });
});
