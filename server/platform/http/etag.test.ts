import { expect, test } from 'vitest';
import { matchesEtag, weakTag } from './etag.ts';

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
])('a client with %s has the version of a tag, strong or weak: %s', (header, matches) => {
  expect([matchesEtag(header, '"a"'), matchesEtag(header, 'W/"a"')]).toEqual([matches, matches]);
});

test('a tag is weakened once', () => {
  expect([weakTag('"a"'), weakTag('W/"a"')]).toEqual(['W/"a"', 'W/"a"']);
});
