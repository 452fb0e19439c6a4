import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Parameters } from './parameters.ts';
import {
  boolean,
  commaList,
  count,
  everyValue,
  jsonObject,
  list,
  minutes,
  number,
  numberFrom,
  objectIds,
  readOperation,
  wholeNumber,
} from './schema.ts';

const schema = z.object({
  isOpen: boolean.optional(),
  distance: number.optional(),
  maxResults: count(10, 100),
  outFields: commaList.optional(),
});
const read = (given: Record<string, string>) => readOperation(schema, new Parameters(given));

describe('schema of an operation', () => {
  test.each([
    [{}, { maxResults: 10 }],
    [{ ISOPEN: 'TRUE' }, { isOpen: true, maxResults: 10 }],
    [{ isopen: '0' }, { isOpen: false, maxResults: 10 }],
    [{ Distance: ' -1.5e3 ' }, { distance: -1500, maxResults: 10 }],
    [{ maxresults: '0' }, { maxResults: 10 }],
    [{ maxResults: '1000' }, { maxResults: 100 }],
    [{ outfields: 'a, b,,' }, { outFields: ['a', 'b'], maxResults: 10 }],
    [{ unknown: 'x' }, { maxResults: 10 }],
  ])('reads %j', (given, expected) => expect(read(given)).toEqual(expected));

  test('names every invalid parameter', () => {
    expect(() => read({ isOpen: 'yes', distance: '5m', maxResults: '-1' })).toThrow(
      expect.objectContaining({
        id: 'arcgis:invalid-parameter',
        status: 400,
        faults: [
          { path: 'isOpen', message: 'This must be true or false.' },
          { path: 'distance', message: 'This must be a number.' },
          { path: 'maxResults', message: 'This must be a whole number.' },
        ],
      }),
    );
  });
});

describe('values', () => {
  const readOne = (field: z.ZodType, text: string | string[] | undefined) =>
    readOperation(z.object({ it: field }), new Parameters({ it: text })).it;

  test.each([
    [commaList, ' ada , grace,,ada ', ['ada', 'grace']],
    [commaList, ',', []],
    [list, 'x, y,,z', ['x', 'y', 'z']],
    [list, '["x","y"]', ['x', 'y']],
    [list, '[]', []],
    [objectIds, '[1,2]', [1, 2]],
    [objectIds, '1, 2', [1, 2]],
    [objectIds, '2,1,2', [2, 1]],
    [numberFrom(0), '0.5', 0.5],
    [wholeNumber(0, 9), '9', 9],
    [minutes, '60', 60],
    [minutes, 'soon', undefined],
    [jsonObject, ' {"a":[{"b":null}]} ', { a: [{ b: null }] }],
    [everyValue(z.array(z.string())), ['a', '', 'b'], ['a', 'b']],
    [everyValue(z.array(z.string())), 'a', ['a']],
  ])('reads %#: %j', (field, text, expected) => expect(readOne(field, text)).toEqual(expected));

  test.each<[z.ZodType, string, string]>([
    [list, '[1', 'a list'],
    [list, '[{}]', 'a list'],
    [objectIds, '1.5', 'object ids'],
    [objectIds, 'a', 'object ids'],
    [number, '1e400', 'a number'],
    [numberFrom(0, 4), '5', 'from 0 to 4'],
    [wholeNumber(), '1.5', 'a whole number'],
    ...['[]', 'null', '1', '"{}"', '{', "{'a':1}", '{"a":1}}'].map((text): [z.ZodType, string, string] => [
      jsonObject,
      text,
      'Specify a JSON object',
    ]),
  ])('rejects %#: %j', (field, text, message) => expect(() => readOne(field, text)).toThrow(message));
});
