import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { RateCounter } from '../../platform/budgets/rate-counter.ts';
import { takeVisitorDay } from '../../platform/budgets/visitor-day.ts';
import type { MapKey } from './comment-store.ts';

/**
 * Counts a comment that a visitor sends, for its address and for the map.
 * @throws MappingError `http:too-many-requests` (429) with the time after which the next one is accepted
 */
export async function countVisitorComment(
  rates: RateCounter | undefined,
  { organisation, wid }: MapKey,
  ip: string,
): Promise<void> {
  const usedUp =
    rates &&
    (await takeVisitorDay(rates, {
      ip,
      own: [{ what: 'comments', perDay: limits.visitorCommentsPerDay }],
      shared: [
        {
          what: `comments on ${organisation}/${wid}`,
          perDay: limits.mapVisitorCommentsPerDay,
          ofNewcomer: limits.newcomerCommentsPerDay,
          ofNewcomers: limits.mapNewcomerCommentsPerDay,
        },
      ],
    }));
  if (usedUp)
    throw new MappingError(
      'http:too-many-requests',
      `Visitors send at most ${limits.visitorCommentsPerDay} comments a day from one address, and ${limits.mapVisitorCommentsPerDay} to one map. Try again tomorrow, or sign in.`,
      { status: 429, retryAfterSeconds: usedUp.seconds },
    );
}
