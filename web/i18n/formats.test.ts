import { expect, it } from 'vitest';
import { exactNumber, shortDate, timeAgo } from './formats.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const second = 1000;
const day = 24 * 3600 * second;

it.each([
  ['en', 10 * second, 'now'],
  ['en', 5 * 60 * second, '5 minutes ago'],
  ['en', 3 * 3600 * second, '3 hours ago'],
  ['en', day, 'yesterday'],
  ['en', 6 * day, '6 days ago'],
  ['en', 20 * day, '2 weeks ago'],
  ['en', 100 * day, '3 months ago'],
  ['en', 800 * day, '2 years ago'],
  ['nl', 3 * day, '3 dagen geleden'],
  ['kk', 3 * day, '3 күн бұрын'],
])('in %s, %d milliseconds ago is "%s"', (language, before, text) => {
  expect(timeAgo(language, now - before, now)).toBe(text);
});

it('formats a day in the language', () => {
  expect(shortDate('en', now)).toBe('May 1, 2026');
  expect(shortDate('de', now)).toBe('01.05.2026');
});

it.each([
  ['en', 1234.5, '1234.5'],
  ['de', 1234.5, '1234,5'],
  ['de', 2025, '2025'],
  ['bn', 2025, '২০২৫'],
  ['en', 0.1, '0.1'],
  ['fr', 0.000_000_1, '0,0000001'],
])('in %s, the stored number %d is "%s"', (language, value, text) => {
  expect(exactNumber(language, value)).toBe(text);
});
