import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parameterRecord } from './parameter-record.ts';
import { Parameters } from './parameters.ts';
import { boolean, commaList, count, number, readOperation } from './schema.ts';

const schema = z.object({
  isOpen: boolean.optional(),
  distance: number.optional(),
  maxResults: count(10, 100),
  outFields: commaList.optional(),
});
const read = (given: Record<string, string>) =>
  readOperation(schema, parameterRecord(new Parameters(given)).parameters);

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
