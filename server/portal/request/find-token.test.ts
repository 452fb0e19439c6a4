import { describe, expect, it } from 'vitest';
import { findToken } from './find-token.ts';

describe('the token of a call', () => {
  it.each([
    [{ token: 'a' }, {}, 'a'],
    [{}, { 'x-esri-authorization': 'Bearer b' }, 'b'],
    [{}, { authorization: 'bearer  c ' }, 'c'],
    [{ token: 'a' }, { 'x-esri-authorization': 'Bearer b', authorization: 'Bearer c' }, 'a'],
    [{}, { 'x-esri-authorization': 'Bearer b', authorization: 'Bearer c' }, 'b'],
    [{}, { authorization: 'Basic dXNlcjpwYXNz' }, undefined],
    [{}, { authorization: 'Bearer' }, undefined],
    [{}, { authorization: 'Bearer a b' }, undefined],
    [{}, {}, undefined],
  ])('%o with headers %o is %s', (parameters, headers, token) => {
    expect(findToken(parameters as Record<string, string>, headers)).toBe(token);
  });
});
