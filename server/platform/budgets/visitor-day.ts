import { networksOf, widestNetwork } from './address-group.ts';
import type { RateCounter } from './rate-counter.ts';

/** `takeOfDay` of a rate counter, or `waitOfDay`, which does not count. */
export type CountDay = RateCounter['takeOfDay'];

/** What one address may do, or send, per day (UTC). */
interface OwnDay {
  /** Such as `comments`. */
  what: string;
  /** Times, or their size; networks of many subscribers may do it more often. */
  perDay: number;
  size?: number;
}

/** What all visitors share of a day (UTC). */
interface SharedDay {
  /** Such as `comments on` a map. */
  what: string;
  /** Times in all, or their size. */
  perDay: number;
  /** The same for one network besides when that is used up, and for all of them. */
  ofNewcomer: number;
  ofNewcomers: number;
  size?: number;
}

/** What a request of a visitor takes of this day. */
export interface VisitorRequestOfDay {
  ip: string;
  /** Of the day of its address. */
  own: readonly OwnDay[];
  /** Of days that all visitors share. A few busy addresses can use one up, so each network may do it a few times more. */
  shared: readonly SharedDay[];
  /** Of what else all visitors share, counted last; returns the seconds until it is allowed again. */
  others?: (countDay: CountDay) => Promise<number>;
}

/** Who has used up their day, and the seconds until the next one. */
export interface DayUsedUp {
  by: 'address' | 'all';
  seconds: number;
}

/**
 * Counts a request of a visitor for its day: for its address, and for all visitors. What the others have used up takes nothing of the
 * day of an address, and what an address has used up takes nothing of the others', nor of its own other days.
 * @returns undefined when it is counted
 */
export async function takeVisitorDay(
  { takeOfDay, waitOfDay }: Pick<RateCounter, 'takeOfDay' | 'waitOfDay'>,
  { ip, own, shared, others = async () => 0 }: VisitorRequestOfDay,
): Promise<DayUsedUp | undefined> {
  const ofAll = async (countDay: CountDay): Promise<DayUsedUp | undefined> => {
    const waits = await Promise.all(shared.map((day) => takeSharedDay(countDay, ip, day)));
    const seconds = Math.max(0, ...waits) || (await others(countDay));
    return seconds > 0 ? { by: 'all', seconds } : undefined;
  };
  const ofAddress = async (countDay: CountDay): Promise<DayUsedUp | undefined> => {
    for (const day of own) {
      // oxlint-disable-next-line no-await-in-loop -- what one refuses takes nothing of the next
      const seconds = await takeDayOfAddress(countDay, ip, day);
      if (seconds > 0) return { by: 'address', seconds };
    }
    return undefined;
  };
  const usedUp = (await ofAll(waitOfDay)) ?? (await ofAddress(waitOfDay));
  if (usedUp) return usedUp;
  // Nothing is refused from here on, except in a race.
  return (await ofAddress(takeOfDay)) ?? ofAll(takeOfDay);
}

/** For the networks of an address, the narrowest first: what is refused for one does not count for wider ones. */
async function takeDayOfAddress(
  countDay: CountDay,
  ip: string,
  { what, perDay, size }: OwnDay,
): Promise<number> {
  for (const { name, times } of networksOf(ip)) {
    // oxlint-disable-next-line no-await-in-loop -- wider networks only after narrower ones
    const seconds = await countDay(`${what} of ${name}`, perDay * times, size);
    if (seconds > 0) return seconds;
  }
  return 0;
}

async function takeSharedDay(
  countDay: CountDay,
  ip: string,
  { what, perDay, ofNewcomer, ofNewcomers, size }: SharedDay,
): Promise<number> {
  if ((await countDay(what, perDay, size)) === 0) return 0;
  return (
    (await countDay(`${what} of ${widestNetwork(ip)}`, ofNewcomer, size)) ||
    (await countDay(`${what} by newcomers`, ofNewcomers, size))
  );
}
