import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invalidParameters, Parameters } from './parameters.ts';

const merge = (query: Record<string, unknown>, body: Record<string, unknown> = {}) =>
  new Parameters(query, body);

/** The first value of each name. */
const firsts = (read: Parameters) =>
  Object.fromEntries([...read.raw().keys()].map((name) => [name, read.text(name)]));

describe('parameters of a request', () => {
  it.each([
    ['query only', { a: '1' }, {}, { a: '1' }],
    ['body only', {}, { a: '1' }, { a: '1' }],
    ['both', { a: '1', f: 'json' }, { b: '2' }, { a: '1', f: 'json', b: '2' }],
    ['the body wins', { a: '1' }, { a: '2' }, { a: '2' }],
    ['a blank body value overrides nothing', { a: '1' }, { a: '  ' }, { a: '1' }],
    ['blank is absent', { a: '', b: ' ', c: '\n' }, {}, {}],
    ['blanks around a value stay', { a: ' 1 ' }, {}, { a: ' 1 ' }],
    ['the first of many', { a: ['', '1', '2'] }, {}, { a: '1' }],
    ['values other than text are ignored', { a: 1, b: null, c: { d: '1' } }, {}, {}],
  ])('%s', (_what, query, body, expected) => {
    expect(firsts(merge(query, body))).toEqual(expected);
  });

  it('keep every value of a repeated name, in order', () => {
    expect(merge({ categories: ['a', '', 'b'] }).texts('Categories')).toEqual(['a', 'b']);
    expect(
      new Parameters([
        ['x', '1'],
        ['y', '2'],
        ['x', '3'],
      ]).texts('x'),
    ).toEqual(['1', '3']);
  });

  it('report which were blank', () => {
    const read = merge({ groups: ' ', a: '', b: '1' }, { a: '2' });
    expect([...read.blank()]).toEqual(['groups']);
    expect([read.isBlank('Groups'), read.isBlank('a')]).toEqual([true, false]);
  });

  it('treat no name specially', () => {
    const read = new Parameters([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(read.text('__proto__')).toBe('x');
    expect(read.text('toString')).toBeUndefined();
    expect(read.texts('hasOwnProperty')).toEqual([]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('can be overridden', () => {
    const read = new Parameters({ where: 'a', geometry: 'b', keep: 'c' }).with({ WHERE: 'd', geometry: '' });
    expect(firsts(read)).toEqual({ where: 'd', keep: 'c' });
  });

  it('may be limited in length, except for one', () => {
    const read = merge({ a: 'x'.repeat(5), b: 'x'.repeat(6), Long: 'x'.repeat(60) }).atMost(5, 'LONG');
    expect(read.text('a')).toHaveLength(5);
    expect(read.text('long')).toHaveLength(60);
    expect(() => read.text('b')).toThrow('b: Use at most 5 characters.');
    expect(() => read.texts('b')).toThrow('5 characters');
    expect(() => read.with({ a: '' }).text('b')).toThrow('5 characters');
    expect(() =>
      merge({ c: Buffer.from('%61%62%63') })
        .atMost(2)
        .text('c'),
    ).toThrow('2 characters');
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
        const whole = new Parameters(entries);
        const split = new Parameters(entries.slice(0, cut), entries.slice(cut));
        expect(firsts(split)).toEqual(firsts(whole));
        expect(split.blank()).toEqual(whole.blank());
      }),
    );
  });
});

describe('invalid parameters', () => {
  it.each([
    ['a message without the name', 'objectIds', 'Expected ids.', 'objectIds: Expected ids.'],
    ['a message that begins with it', 'phone', 'phone is not supported.', 'phone is not supported.'],
    ['the name of a member', 'list.0.level', 'level is not supported.', 'list.0.level is not supported.'],
    ['a longer name', 'text', 'texts are not supported.', 'text: texts are not supported.'],
    ['no name', '', 'The file is empty.', 'The file is empty.'],
  ])('are named once: %s', (_what, path, message, expected) => {
    const error = invalidParameters([{ path, message }]);
    expect(error.message).toBe(`Invalid or missing input parameters: ${expected}`);
  });
});
