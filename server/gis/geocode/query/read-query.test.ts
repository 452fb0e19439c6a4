import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { readCoordinates } from './read-coordinates.ts';
import { readQuery } from './read-query.ts';
import { beginningsOf, readToken } from './token.ts';
import { runs } from '../../../../testing/rig/long.ts';

const readings = (text: string) =>
  readQuery(text).readings.map(({ tokens, houseNumber }) => [
    tokens.map(({ word, optional }) => (optional ? `(${word})` : word)).join(' '),
    ...(houseNumber ? [houseNumber] : []),
  ]);

describe('readQuery', () => {
  test('a street and a number: a name with a number in it, or an address', () => {
    expect(readings('проспект Абая, 12')).toEqual([['(prospekt) abaia 12'], ['(prospekt) abaia', '12']]);
  });
  test('words for "house" and a letter after the number belong to the number', () => {
    expect(readings('ул. Кенесары, д. 40 А')).toContainEqual(['(ul) kenesari', '40a']);
  });
  test('a number first, a number that names the street, two numbers', () => {
    expect(readings('12 Abay')).toContainEqual(['abai', '12']);
    expect(readings('улица Е 32 дом 7')).toContainEqual(['(ulitsa) e 32', '7']);
  });
  test('what a hyphen joins is read both ways', () =>
    expect(readings('Сары-Арка')).toEqual([['sari arka'], ['sariarka']]));
  test('so is it beside a house number', () => {
    expect(readings('Сары-Арка 5')).toContainEqual(['sariarka', '5']);
  });
  test('kinds of street alone are what is looked for', () =>
    expect(readings('Avenue')).toEqual([['avenue']]));
  test.each(['', '   ', '%%', '()', '🙂', '\0'])('nothing in %j', (text) =>
    expect(readings(text)).toEqual([]),
  );

  test('whatever is typed, the tokens are few, folded and without wildcards', () => {
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
  test('a digraph cut in its middle begins both', () => {
    expect(beginningsOf(readToken('astrak'))).toEqual(['astrak', 'astrah']);
    expect(beginningsOf(readToken('almat'))).toEqual(['almat']);
  });
});

describe('coordinates', () => {
  test.each([
    ['51.128, 71.43', 71.43, 51.128],
    ['51.128 71.43', 71.43, 51.128],
    ['-33.86;151.2', 151.2, -33.86],
    ['33.86°S, 151.2°E', 151.2, -33.86],
    ['10N 20W', -20, 10],
  ])('%s', (text, longitude, latitude) => expect(readCoordinates(text)).toEqual({ longitude, latitude }));
  test.each(['12 5', '91.5, 10', '10.5, 181', '51.128', 'Abay 12.5', '1.5, 2.5, 3.5', 'NaN, NaN'])(
    'none in %s',
    (text) => expect(readCoordinates(text)).toBeUndefined(),
  );
});

test('a long text is folded a few times a word, not once for each country', () => {
  // Reads the names of all countries, once.
  readQuery('Kazakhstan');
  const text = `${Array.from({ length: 60 }, (_none, n) => `word${n}-two`).join(' ')} 12 13`;
  const normalize = vi.spyOn(String.prototype, 'normalize');
  readQuery(text);
  const folded = normalize.mock.calls.length;
  normalize.mockRestore();
  expect(folded).toBeLessThan(30 * 60);
});
