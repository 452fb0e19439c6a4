import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameterRecord } from './parameter-record.ts';
import { Parameters } from './parameters.ts';

const mergeParameters = (query: [string, unknown][], body: [string, unknown][]) =>
  parameterRecord(new Parameters(query, body));

const merge = (query: Record<string, unknown>, body: Record<string, unknown> = {}) =>
  mergeParameters(Object.entries(query), Object.entries(body));

describe('parameters of a request', () => {
  it.each([
    ['query only', { a: '1' }, {}, { a: '1' }],
    ['body only', {}, { a: '1' }, { a: '1' }],
    ['both', { a: '1', f: 'json' }, { b: '2' }, { a: '1', f: 'json', b: '2' }],
    ['the body wins', { a: '1' }, { a: '2' }, { a: '2' }],
    ['a blank body value is kept', { a: '1' }, { a: '  ' }, { a: '1' }],
    ['blank is absent', { a: '', b: ' ', c: '\n' }, {}, {}],
    ['blanks around a value stay', { a: ' 1 ' }, {}, { a: ' 1 ' }],
    ['the first of many', { a: ['', '1', '2'] }, {}, { a: '1' }],
    ['values other than text are ignored', { a: 1, b: null, c: { d: '1' } }, {}, {}],
  ])('%s', (_what, query, body, expected) => {
    expect({ ...merge(query, body).parameters }).toEqual(expected);
  });

  it('keep every value of a repeated name, in order', () => {
    expect(merge({ categories: ['a', '', 'b'] }).all['categories']).toEqual(['a', 'b']);
    expect(
      mergeParameters(
        [],
        [
          ['x', '1'],
          ['y', '2'],
          ['x', '3'],
        ],
      ).all['x'],
    ).toEqual(['1', '3']);
  });

  it('report which were blank', () => {
    expect([...merge({ groups: ' ', a: '', b: '1' }, { a: '2' }).blank]).toEqual(['groups']);
  });

  it('treat no name specially', () => {
    const { parameters, all } = mergeParameters(
      [
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ],
      [],
    );
    expect(parameters['__proto__']).toBe('x');
    expect(parameters['toString']).toBeUndefined();
    expect(all['hasOwnProperty']).toBeUndefined();
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('never hold a NUL character', () => {
    expect(() => merge({ a: 'x\0y' })).toThrow('NUL');
    expect(() => merge({}, { 'a\0': 'x' })).toThrow('NUL');
  });

  it('are the same however a request is split between address and body', () => {
    const pairs = fc.uniqueArray(
      fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[ -~]{0,20}$/)),
      {
        selector: ([name]) => name,
      },
    );
    fc.assert(
      fc.property(pairs, fc.nat(), (entries, at) => {
        const cut = at % (entries.length + 1);
        const whole = mergeParameters(entries, []);
        const split = mergeParameters(entries.slice(0, cut), entries.slice(cut));
        expect({ ...split.parameters }).toEqual({ ...whole.parameters });
        expect(split.blank).toEqual(whole.blank);
      }),
    );
  });
});
