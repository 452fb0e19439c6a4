import { describe, expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { parseJson, shapeFault } from './json-shape.ts';

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

describe('shape of a body', () => {
  test.each([
    [JSON.parse(nested(limits.jsonDepth + 2)), 'too deep'],
    [{ a: [{ b: 'x\0y' }] }, 'NUL character'],
    [{ 'a\0': 1 }, 'NUL character'],
    [JSON.parse(nested(limits.jsonDepth)), undefined],
    [{ a: ['b', null, 1, true] }, undefined],
    [undefined, undefined],
  ])('%#', (body, fault) => expect(shapeFault(body)).toBe(fault));
});
