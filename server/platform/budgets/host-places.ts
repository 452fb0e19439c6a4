import { hostLimits } from '../../limits.ts';
import { withoutPlaces } from '../database/current-work.ts';
import { type Budget, type BudgetCount, createBudget } from './budget.ts';
import { busy } from './budget-errors.ts';
import { FairQueue } from './fair-queue.ts';
import { currentRequester } from './requester.ts';

/** Hosts without work that are remembered. */
const idleHosts = 1000;

const retryAfterSeconds = 5;

type HostLimits = Readonly<Record<keyof typeof hostLimits, number>>;

/** The limits of requests to other hosts, each of which has places of its own; callers and organisations have shares of them. */
export class HostPlaces {
  /** Name of the class, in metrics and error ids. */
  readonly name = 'hosts';
  readonly #limits: HostLimits;
  readonly #hosts = new Map<string, Budget>();
  readonly #all: FairQueue;
  /** Rejected by hosts that are forgotten, and by the limits of all hosts. */
  #refused = 0;

  constructor(given: HostLimits = hostLimits) {
    this.#limits = given;
    const { inAll, inAllPerCaller, inAllPerOrganisation } = given;
    this.#all = new FairQueue({
      atOnce: inAll,
      queue: 0,
      atOncePerCaller: inAllPerCaller,
      perCaller: inAllPerCaller,
      organisations: { atOnce: inAllPerOrganisation, perOrganisation: inAllPerOrganisation },
    });
  }

  /**
   * Runs a request when its host has a place. The work that needs its answer holds no place of its class meanwhile. The signal
   * aborts when the requester disconnects or the deadline passes.
   * @throws MappingError `busy:hosts` (503), `busy:hosts-took-too-long` (503), `http:caller-left` (499)
   */
  async run<Result>(host: string, request: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    return withoutPlaces(() =>
      this.#budgetOf(host).run(undefined, async (signal) => {
        const place = this.#all.take(currentRequester(), signal);
        if (!place) {
          this.#refused += 1;
          throw busy(this.name, retryAfterSeconds);
        }
        const release = await place;
        try {
          return await request(signal);
        } finally {
          release();
        }
      }),
    );
  }

  count(): BudgetCount {
    const sum = { used: 0, queued: 0, refused: this.#refused };
    for (const { used, queued, refused } of [...this.#hosts.values()].map((host) => host.count())) {
      sum.used += used;
      sum.queued += queued;
      sum.refused += refused;
    }
    return sum;
  }

  #budgetOf(host: string): Budget {
    const known = this.#hosts.get(host);
    if (known) return known;
    if (this.#hosts.size >= idleHosts) this.#forgetIdle();
    const { atOnce, queue, callerShare, organisationShare, seconds } = this.#limits;
    const made = createBudget({
      name: this.name,
      atOnce,
      queue,
      callerShare,
      organisationShare,
      deadlineMs: seconds * 1000,
      retryAfterSeconds,
    });
    this.#hosts.set(host, made);
    return made;
  }

  #forgetIdle(): void {
    for (const [host, budget] of this.#hosts) {
      const { used, queued, refused } = budget.count();
      if (used + queued > 0) continue;
      this.#refused += refused;
      this.#hosts.delete(host);
    }
  }
}

/** Of this process, whose sockets they are. */
export const hostPlaces = new HostPlaces();
