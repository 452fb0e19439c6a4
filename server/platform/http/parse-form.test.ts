import { parse } from 'node:querystring';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { parseForm } from './parse-form.ts';

describe('form', () => {
  test('is parsed as by any other parser', () => {
    const pair = fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 20 }), (pairs) => {
        const text = new URLSearchParams(pairs).toString();
        expect(parseForm(text)).toEqual({ ...parse(text) });
      }),
    );
  });

  test('keeps every value of a repeated name, and a name that is a property of objects', () => {
    expect(parseForm('a=1&a=2&a=3&__proto__=x&b=')).toEqual({
      a: ['1', '2', '3'],
      ['__proto__']: 'x',
      b: '',
    });
  });

  test('with very many fields is rejected', () => {
    expect(() => parseForm('a&'.repeat(limits.requestParameters))).toThrow(
      expect.objectContaining({ id: 'http:too-many-parameters', status: 400 }),
    );
  });
});
