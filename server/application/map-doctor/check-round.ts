import { MappingError } from '../../../wire/errors.ts';
import type { Database } from '../../platform/database/connect.ts';
import { explainFailure } from '../../platform/database/explain-failure.ts';
import { limits } from '../../limits.ts';
import { inBackground, membersOf } from '../../platform/budgets/requester.ts';
import { orAborted } from '../../platform/budgets/shared-work.ts';
import type { DocumentThreads } from '../../platform/documents/document-threads.ts';
import { type FetchedResponse, fetchAddress, type AddressOptions } from './fetch-address.ts';

/** How work on several things is done. */
export interface RoundOptions extends AddressOptions {
  /** Reports the failure of one of them, which does not end the work on the others. */
  onFailure?: (error: unknown) => void;
}

export interface DoctorOptions extends RoundOptions {
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
  max: number;
}

/**
 * Claims the maps that are due and checks them, a few at a time, until stopped; each in the share of its organisation, named as for
 * `membersOf`.
 * @param giveUp stores that a map could not be checked, or it would be due again before all others
 * @returns the number of due maps; 0 when it was stopped
 */
export async function checkRound<Due extends { organisation: string }>(
  options: DoctorOptions,
  claim: (database: Database, request: DueRequest) => Promise<Due[]>,
  check: (map: Due, ask: LimitedFetch) => Promise<void>,
  giveUp: (map: Due) => Promise<void>,
): Promise<number> {
  const now = options.now();
  const maps = await claim(options.database, {
    now,
    before: now - limits.mapCheckHours * 3_600_000,
    until: now + limits.mapCheckClaimMilliseconds,
    max: limits.mapChecksPerRound,
  });
  const work = (map: Due, ask: LimitedFetch) => checkFor(map.organisation, options, () => check(map, ask));
  await checkEach(maps, options, work, giveUp);
  return options.signal?.aborted ? 0 : maps.length;
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
 * Requests an address when its host has capacity, and reads `max` bytes of the response, a few thousand by
 * default.
 * @throws OutOfTime; as `fetchAddress`
 */
export type LimitedFetch = (address: string, max?: number) => Promise<FetchedResponse>;

/** The time of a map is over: nothing is known about what has not answered. */
export class OutOfTime extends Error {}

/** Whether a failure is that of a database that is away or full, or of a server that is busy: it says nothing about a map. */
export function isTemporary(error: unknown): boolean {
  const known = error instanceof MappingError || !(error instanceof Error) ? error : explainFailure(error);
  return known instanceof MappingError && [503, 507].includes(known.status);
}

/**
 * Does work with requests for each item, for a few at a time. Each has a share of the requests and a time, so that slow hosts of one
 * delay the others little. It ends early when it is stopped, or while the database is away; any other failure is that of one item.
 * Work that does not end when it is stopped, or before its claim expires, is left behind.
 * @param giveUp is done for an item whose work has failed
 * @throws the failure by which it ended early
 */
export async function checkEach<Item>(
  items: readonly Item[],
  options: RoundOptions,
  work: (item: Item, ask: LimitedFetch) => Promise<void>,
  giveUp: (item: Item) => Promise<void> = async () => {},
): Promise<void> {
  const ofAll = createHostLimiter();
  const left = items.values();
  const failures: unknown[] = [];
  /** @returns whether a step has failed because of the item */
  const hasFailed = async (step: () => Promise<void>) => {
    try {
      await step();
      return false;
    } catch (error) {
      if (options.signal?.aborted) return false;
      if (!isTemporary(error)) {
        options.onFailure?.(error);
        return true;
      }
      failures.push(error);
      return false;
    }
  };
  const next = async () => {
    for (const item of left) {
      if (failures.length > 0 || options.signal?.aborted) return;
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(new OutOfTime()), limits.mapCheckMapMilliseconds);
      const leaving = new AbortController();
      const expiry = setTimeout(() => leaving.abort(new OutOfTime()), limits.mapCheckClaimMilliseconds);
      const abandoned = AbortSignal.any([options.signal ?? never, leaving.signal]);
      const step = () => orAborted(work(item, fetchWithin(options, ending.signal, ofAll)), abandoned);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as often as there are loops
      const isHopeless = await hasFailed(step);
      clearTimeout(timer);
      clearTimeout(expiry);
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (isHopeless) await hasFailed(() => giveUp(item));
    }
  };
  await Promise.all(Array.from({ length: limits.concurrentMapChecks }, next));
  if (failures.length > 0) throw failures[0];
}

/** Requests of one item, until its time is over. */
function fetchWithin(options: AddressOptions, ended: AbortSignal, ofAll: HostLimiter): LimitedFetch {
  const share = limits.concurrentMapRequests / limits.concurrentMapChecks;
  const own = createHostLimiter(share, share);
  const signal = options.signal ? AbortSignal.any([options.signal, ended]) : ended;
  return async (address, max) => {
    const { host } = new URL(address);
    const fetch = async () => {
      signal.throwIfAborted();
      return orAborted(fetchAddress(address, { ...options, signal, ...(max && { max }) }), signal);
    };
    try {
      return await own(host, () => ofAll(host, fetch));
    } catch (error) {
      ended.throwIfAborted();
      throw error;
    }
  };
}

/** Runs a request to a host when both have capacity. */
type HostLimiter = <Result>(host: string, request: () => Promise<Result>) => Promise<Result>;

/**
 * Limits concurrent requests of the map doctor, per host and overall.
 * @returns a function that runs a request when both have capacity
 */
export function createHostLimiter(
  perHost: number = limits.mapCheckPerHost,
  altogether: number = limits.concurrentMapRequests,
): HostLimiter {
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
