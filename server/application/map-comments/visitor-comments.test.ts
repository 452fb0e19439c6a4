import { expect, test } from 'vitest';
import { countDays } from '../../../testing/rig/count-days.ts';
import { limits } from '../../limits.ts';
import { countVisitorComment } from './visitor-comments.ts';

const map = { organisation: 'town', wid: 'a'.repeat(32) };
const own = 'comments of 198.51.100.1';

test('a comment that a map refuses, because visitors have used up its day, does not count for its address', async () => {
  const { counts, rates } = countDays();
  const all = `comments on ${map.organisation}/${map.wid}`;
  counts.set(all, limits.mapVisitorCommentsPerDay);
  counts.set(`${all} by newcomers`, limits.mapNewcomerCommentsPerDay);
  await expect(countVisitorComment(rates, map, '198.51.100.1')).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: 60,
  });
  expect(counts.get(own)).toBeUndefined();
  await countVisitorComment(rates, { ...map, wid: 'b'.repeat(32) }, '198.51.100.1');
  expect(counts.get(own)).toBe(1);
});
