import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { RateCounter } from '../../platform/budgets/rate-counter.ts';
import { takeDayOfAddress, takeSharedDay } from '../../platform/budgets/address-group.ts';
import type { MapKey } from './comment-store.ts';

/**
 * Counts a comment that a visitor sends. The map's day is counted only when the address has some of its own left: what is refused
 * takes nothing from other visitors. When the map's day is used up, visitors from other networks may still send a few.
 * @throws MappingError `http:too-many-requests` (429) with the time after which the next one is accepted
 */
export async function countVisitorComment(
  rates: RateCounter | undefined,
  { organisation, wid }: MapKey,
  ip: string,
): Promise<void> {
  if (!rates) return;
  const seconds =
    (await takeDayOfAddress(rates.takeOfDay, 'comments', ip, limits.visitorCommentsPerDay)) ||
    (await takeSharedDay(rates.takeOfDay, `comments on ${organisation}/${wid}`, ip, {
      perDay: limits.mapVisitorCommentsPerDay,
      ofNewcomer: limits.newcomerCommentsPerDay,
      ofNewcomers: limits.mapNewcomerCommentsPerDay,
    }));
  if (seconds > 0)
    throw new MappingError(
      'http:too-many-requests',
      `Visitors send at most ${limits.visitorCommentsPerDay} comments a day from one address, and ${limits.mapVisitorCommentsPerDay} to one map. Try again tomorrow, or sign in.`,
      { status: 429, retryAfterSeconds: seconds },
    );
}
