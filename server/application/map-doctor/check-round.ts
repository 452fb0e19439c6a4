import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import type { AskOptions } from './ask-address.ts';
import { createLimitedFetch, type LimitedFetch } from './limited-fetch.ts';

export interface DoctorOptions extends AskOptions {
  database: Database;
  /** Public origin: where `/portal` and `/server` of this installation are. */
  publicUrl: string;
  /** Address this server listens on, requested instead of `publicUrl`, as a proxy may be in between. */
  ownUrl: string;
  now: () => number;
}

/** Which maps are due, and until when they are claimed; epoch milliseconds. */
export interface DueQuestion {
  now: number;
  before: number;
  until: number;
  most: number;
}

/**
 * Claims the maps that are due and checks them one after the other, until stopped.
 * @returns the number of due maps; 0 when it was stopped
 */
export async function checkRound<Due>(
  options: DoctorOptions,
  claim: (database: Database, question: DueQuestion) => Promise<Due[]>,
  check: (map: Due, ask: LimitedFetch) => Promise<void>,
): Promise<number> {
  const now = options.now();
  const maps = await claim(options.database, {
    now,
    before: now - limits.mapCheckHours * 3_600_000,
    until: now + limits.mapCheckClaimMilliseconds,
    most: limits.mapChecksPerRound,
  });
  const ask = createLimitedFetch(options);
  for (const map of maps) {
    if (options.signal?.aborted) return 0;
    await check(map, ask);
  }
  return maps.length;
}
