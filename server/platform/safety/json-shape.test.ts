import { describe, expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { hasMoreValues, holdsMoreValues, parseJson, parseStorableJson, shapeFault } from './json-shape.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('JSON of a request', () => {
  test('is read up to the allowed depth, and no deeper', () => {
    expect(parseJson(nested(limits.jsonDepth))).toBeInstanceOf(Array);
    expect(() => parseJson(nested(limits.jsonDepth + 1))).toThrow(SyntaxError);
    expect(() => parseJson('{"a":'.repeat(100_000))).toThrow(SyntaxError);
  });

  test('may have brackets in its texts', () => {
    const text = JSON.stringify({ text: `\\"${'['.repeat(1000)}` });
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });
});

describe('the number of values of JSON', () => {
  test.each([
    ['[[],[],[]]', 6],
    [' {"a": {"b": 1, "c": 2}}', 3],
    [JSON.stringify({ text: ',,[[{{\\",' }), 1],
  ])('%s is %i', (text, values) => {
    expect([hasMoreValues(text, values), hasMoreValues(text, values - 1)]).toEqual([false, true]);
  });

  test('counts for nothing in other texts', () => {
    expect(hasMoreValues('<p>a, b, c</p>', 0)).toBe(false);
  });
});

test.each([
  ['0', 1],
  ['[[],[0],[]]', 5],
  ['{"a": {"b": 1, "c": null}}', 4],
])('%s consists of %i values', (text, values) => {
  const value = parseJson(text);
  expect([holdsMoreValues(value, values), holdsMoreValues(value, values - 1)]).toEqual([false, true]);
});

describe('JSON to store', () => {
  test.each([String.raw`{"a":"\u0000"}`, String.raw`{"\u0000":1}`, String.raw`["\ud800"]`, '[', nested(200)])(
    '%s is rejected',
    (text) => expect(() => parseStorableJson(text)).toThrow(SyntaxError),
  );

  test.each([String.raw`{"a":"\ud83d\ude00 \\u0000"}`, '{"a":"Ыә"}'])('%s is read', (text) =>
    expect(parseStorableJson(text)).toEqual(JSON.parse(text)),
  );
});

describe('shape of a body', () => {
  test.each([
    [JSON.parse(nested(limits.jsonDepth + 2)), 'too deep'],
    [{ a: [{ b: 'x\0y' }] }, 'NUL character'],
    [{ 'a\0': 1 }, 'NUL character'],
    [{ a: ['x\ud800'] }, 'lone surrogate'],
    [{ '\udc00': 1 }, 'lone surrogate'],
    [{ a: '\ud83d\ude00' }, undefined],
    [JSON.parse(nested(limits.jsonDepth)), undefined],
    [{ a: ['b', null, 1, true] }, undefined],
    [undefined, undefined],
  ])('%#', (body, fault) => expect(shapeFault(body)).toBe(fault));
});
