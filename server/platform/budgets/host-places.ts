import { hostLimits } from '../../limits.ts';
import { withoutPlaces } from '../database/current-work.ts';
import type { BudgetCount } from './budget.ts';
import { busy } from './budget-errors.ts';
import { FairQueue } from './fair-queue.ts';
import { KeyedBudgets } from './keyed-budgets.ts';
import { currentRequester } from './requester.ts';
import { orAborted } from './shared-work.ts';

const retryAfterSeconds = 5;

type HostLimits = Readonly<Record<keyof typeof hostLimits, number>>;

/** The limits of requests to other hosts, each of which has places of its own; callers and organisations have shares of them. */
export class HostPlaces {
  /** Name of the class, in metrics and error ids. */
  readonly name = 'hosts';
  readonly #hosts: KeyedBudgets;
  readonly #all: FairQueue;
  /** Rejected by the limits of all hosts. */
  #refused = 0;

  constructor(given: HostLimits = hostLimits) {
    const { concurrency, queue, callerShare, organisationShare, seconds } = given;
    const { inAll, inAllPerCaller, inAllPerOrganisation } = given;
    this.#hosts = new KeyedBudgets({
      name: this.name,
      concurrency,
      queue,
      callerShare,
      organisationShare,
      deadlineMs: seconds * 1000,
      retryAfterSeconds,
    });
    this.#all = new FairQueue({
      concurrency: inAll,
      queue: 0,
      concurrencyPerCaller: inAllPerCaller,
      perCaller: inAllPerCaller,
      organisations: { concurrency: inAllPerOrganisation, perOrganisation: inAllPerOrganisation },
    });
  }

  /**
   * Runs a request when its host has a place. The work that needs its answer holds no place of its class meanwhile. The signal
   * aborts when the requester disconnects or the deadline passes.
   * @throws MappingError `busy:hosts` (503), `busy:hosts-took-too-long` (503), `http:caller-left` (499)
   */
  async run<Result>(host: string, request: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    return withoutPlaces(() =>
      this.#hosts.of(host).run(undefined, async (signal) => {
        const place = this.#all.take(currentRequester(), signal);
        if (!place) {
          this.#refused += 1;
          throw busy(this.name, retryAfterSeconds);
        }
        const release = await place;
        try {
          // A request that never ends must not keep the places.
          return await orAborted(request(signal), signal);
        } finally {
          release();
        }
      }),
    );
  }

  count(): BudgetCount {
    const { refused, ...held } = this.#hosts.count();
    return { ...held, refused: refused + this.#refused };
  }
}

/** Of this process, whose sockets they are. */
export const hostPlaces = new HostPlaces();
