import { describe, expect, test } from 'vitest';
import { bearerToken } from './presented-token.ts';

describe('token', () => {
  test.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc', 'abc'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearer a b', undefined],
    ['Basic abc', undefined],
    ['abc', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });
});
