import { expect, test } from 'vitest';
import { sameRequest, selfLinks } from './links.ts';

const call = (url: string) => ({
  context: { publicUrl: 'https://maps.example' } as never,
  request: { url } as never,
});

test.each([
  ['?token=SECRET&limit=1', '?limit=1&f=json'],
  ['?TOKEN=SECRET&Limit=1', '?Limit=1&f=json'],
  ['?token=SECRET&Token=OTHER', '?f=json'],
  ['?F=html&f=html', '?f=json'],
])('the address with %s has other parameters and no token, whatever their letter case', (query, expected) => {
  const path = 'https://maps.example/server/ogc/Trees/collections';
  expect(sameRequest(call(`/server/ogc/Trees/collections${query}`), { f: 'json' })).toBe(
    `${path}${expected}`,
  );
});

test('a page links itself and its JSON', () => {
  expect(
    selfLinks(call('/server/ogc/Trees?F=html'), true, 'application/json').map(({ href }) => href),
  ).toEqual(['https://maps.example/server/ogc/Trees?f=html', 'https://maps.example/server/ogc/Trees?f=json']);
});
