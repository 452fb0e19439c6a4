import { expect, it } from 'vitest';
import { formatLocale } from './format-locale.ts';
import { shortDate } from './formats.ts';

it.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['en-US'], 'en-US'],
  // The words are English, the formats those of the user's country.
  ['en', ['de-DE', 'de'], 'en-DE'],
  ['en', ['de', 'en-GB'], 'en-GB'],
  ['de', ['de-CH'], 'de-CH'],
  // No browser has a Kazakh locale for the United States.
  ['kk', ['en-US'], 'kk'],
  ['pt-BR', ['pt-PT'], 'pt-BR'],
  ['nl', ['nl'], 'nl'],
  ['nl', [], 'nl'],
  ['nl', ['no tag at all'], 'nl'],
])('%s in a browser of %j is formatted as %s', (language, wishes, tag) => {
  expect(formatLocale(language, wishes)).toBe(tag);
});

it('dates follow the region', () => {
  const moment = Date.parse('2026-05-01T12:00:00Z');
  expect(shortDate(formatLocale('en', ['en-GB']), moment)).toBe('1 May 2026');
});
