import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { RateCounter } from '../../platform/budgets/rate-counter.ts';
import { takeDayOfAddress } from '../../platform/budgets/address-group.ts';
import type { MapKey } from './comment-store.ts';

/**
 * Counts a comment that a visitor sends. The map's day is counted only when the address has some of its own left: what is refused
 * takes nothing from other visitors.
 * @throws MappingError `http:too-many-requests` (429) with the time after which the next one is accepted
 */
export async function countVisitorComment(
  rates: RateCounter | undefined,
  { organisation, wid }: MapKey,
  ip: string,
): Promise<void> {
  if (!rates) return;
  const seconds =
    (await takeDayOfAddress(rates, 'comments', ip, limits.visitorCommentsPerDay)) ||
    (await rates.takeOfDay(`comments on ${organisation}/${wid}`, limits.mapVisitorCommentsPerDay));
  if (seconds > 0)
    throw new MappingError(
      'http:too-many-requests',
      `Visitors send at most ${limits.visitorCommentsPerDay} comments a day from one address, and ${limits.mapVisitorCommentsPerDay} to one map. Try again tomorrow, or sign in.`,
      { status: 429, retryAfterSeconds: seconds },
    );
}
