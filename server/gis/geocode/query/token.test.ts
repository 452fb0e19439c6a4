import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countriesNamed, countryName } from '../countries/country-words.ts';
import { countries, findCountry } from '../countries/country-codes.ts';
import { foldWord } from '../text/fold.ts';
import { beginningsOf, readToken } from './token.ts';

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
    expect(beginningsOf(read('astrak'))).toContain('astrah');
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
