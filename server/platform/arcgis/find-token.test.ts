import { describe, expect, it } from 'vitest';
import { findToken } from './read-request.ts';
import { Parameters } from './parameters.ts';

describe('token of a request', () => {
  it.each([
    [{ token: 'a' }, {}, 'a'],
    [{ TOKEN: 'a' }, {}, 'a'],
    [{ token: ['', 'a', 'b'] }, {}, 'a'],
    [{}, { 'x-esri-authorization': 'Bearer b' }, 'b'],
    [{}, { authorization: 'bearer  c ' }, 'c'],
    [{ token: 'a' }, { 'x-esri-authorization': 'Bearer b', authorization: 'Bearer c' }, 'a'],
    [{}, { 'x-esri-authorization': 'Bearer b', authorization: 'Bearer c' }, 'b'],
    [{}, { authorization: 'Basic dXNlcjpwYXNz' }, undefined],
    [{}, { authorization: 'Bearer' }, undefined],
    [{}, { authorization: 'Bearer a b' }, undefined],
    [{}, {}, undefined],
  ])('%o with headers %o is %s', (parameters, headers, token) => {
    expect(findToken(new Parameters(parameters), headers)).toBe(token);
  });
});
