import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { inBackground, membersOf } from '../../platform/budgets/requester.ts';
import type { DocumentThreads } from '../../platform/documents/document-threads.ts';
import { type Answer, fetchAddress, type AddressOptions } from './fetch-address.ts';

export interface DoctorOptions extends AddressOptions {
  database: Database;
  /** Reads maps of up to `limits.itemTextBytes`. */
  documents: DocumentThreads;
  /** Public origin: where `/portal` and `/server` of this installation are. */
  publicUrl: string;
  /** Address this server listens on, requested instead of `publicUrl`, as a proxy may be in between. */
  ownUrl: string;
  now: () => number;
}

/** Which maps are due, and until when they are claimed; epoch milliseconds. */
export interface DueRequest {
  now: number;
  before: number;
  until: number;
  most: number;
}

/**
 * Claims the maps that are due and checks them one after the other, until stopped; each in the share of its organisation, named as for
 * `membersOf`.
 * @returns the number of due maps; 0 when it was stopped
 */
export async function checkRound<Due extends { organisation: string }>(
  options: DoctorOptions,
  claim: (database: Database, request: DueRequest) => Promise<Due[]>,
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
    await checkFor(map.organisation, options, () => check(map, ask));
  }
  return maps.length;
}

/** Runs checks of an organisation's maps. */
export function checkFor<Result>(
  organisation: string,
  { signal = never }: Pick<DoctorOptions, 'signal'>,
  check: () => Promise<Result>,
): Promise<Result> {
  const sender = { caller: `map checks of ${organisation}`, organisation: membersOf(organisation), signal };
  return inBackground(sender, check);
}

/** Of checks that nothing stops. */
const never = new AbortController().signal;

/**
 * Requests an address when its host has capacity, and reads `most` bytes of the response, a few thousand by
 * default.
 */
export type LimitedFetch = (address: string, most?: number) => Promise<Answer>;

/** Requests of one round, limited per host. */
export function createLimitedFetch(options: AddressOptions): LimitedFetch {
  const limited = createHostLimiter();
  return (address, most) =>
    limited(new URL(address).host, () => fetchAddress(address, { ...options, ...(most && { most }) }));
}

/**
 * Limits concurrent requests of the map doctor, per host and overall.
 * @returns a function that runs a request when both have capacity
 */
export function createHostLimiter(
  perHost: number = limits.mapCheckPerHost,
  altogether: number = limits.mapCheckAtOnce,
): <Result>(host: string, request: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, number>();
  const waiting: { host: string; start: () => void }[] = [];
  let all = 0;

  const next = () => {
    for (let index = 0; index < waiting.length && all < altogether;) {
      const one = waiting[index];
      const now = one ? (running.get(one.host) ?? 0) : perHost;
      if (!one || now >= perHost) {
        index += 1;
        continue;
      }
      waiting.splice(index, 1);
      running.set(one.host, now + 1);
      all += 1;
      one.start();
    }
  };
  return async (host, request) => {
    await new Promise<void>((start) => {
      waiting.push({ host, start });
      next();
    });
    try {
      return await request();
    } finally {
      const left = (running.get(host) ?? 1) - 1;
      if (left === 0) running.delete(host);
      else running.set(host, left);
      all -= 1;
      next();
    }
  };
}
