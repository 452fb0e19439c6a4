import { classLimits } from '../../server/limits.ts';
import type { Bench, Table } from './bench.ts';

/**
 * One class of requests. The times are those of docs/scale.md#unit-costs, in milliseconds on one core of the measuring
 * machine: `p50` and `p95` of all processor time, of which `database` is the share of PostgreSQL.
 */
interface Work {
  name: string;
  p50: number;
  p95: number;
  database: number;
  /** Requests in one opening of a map that reach a server, with empty and with warm caches of browser and CDN. */
  cold: number;
  warm: number;
  /** Its budget in one process: how many run and wait at once, and seconds of both. */
  limits: { concurrency: number; queue: number; seconds: number };
}

const { small, search, features, tiles } = classLimits;

const works: readonly Work[] = [
  // Not measured; it does less than a configuration.
  { name: 'built file', p50: 0.1, p95: 0.3, database: 0, cold: 40, warm: 0, limits: small },
  // Of a map, and 0.3 ms for gzip; the share of the database is not known.
  { name: 'page', p50: 3, p95: 6, database: 0, cold: 1, warm: 1, limits: small },
  { name: 'configuration', p50: 0.1, p95: 0.2, database: 0, cold: 3, warm: 2, limits: small },
  // All for the first time. The median is that of a small portal, the 95th percentile that of kinds of searches of 100,000 items.
  { name: 'search', p50: 1.8, p95: 47, database: 0.53, cold: 1, warm: 1, limits: search },
  // The 95th percentile by the median's decrease since it was measured (74 and 17).
  { name: 'features', p50: 6.5, p95: 28, database: 0.26, cold: 12, warm: 12, limits: features },
  { name: 'tile', p50: 3, p95: 7, database: 0, cold: 12, warm: 1, limits: tiles },
];

interface Scenario {
  name: string;
  /** Openings of maps a second, on average. */
  opens: number;
  /** Share of openings with empty caches. */
  coldShare: number;
  /** Tiles a second beyond those. */
  tiles: number;
  processes: number;
}

const day = 86_400;
const workingDay = 28_800;

const organisations = {
  name: '10,000 organisations',
  opens: (10_000 * 100) / workingDay,
  coldShare: 0.1,
  tiles: 0,
};
const people = { name: '50,000 people', opens: (10_000 * 10) / workingDay, coldShare: 0.1, tiles: 0 };
const onlyTiles = { opens: 0, coldShare: 0 };
const withoutCdn = { name: '1 billion tiles a day, no CDN', ...onlyTiles, tiles: 1e9 / day };
const withCdn = { name: '1 billion tiles a day, CDN answers 98 %', ...onlyTiles, tiles: 0.02 * (1e9 / day) };

/** Each also with enough processes for the burst. */
export const scenarios: readonly Scenario[] = [
  // A fifth of the people open ten maps in a working day.
  { ...people, processes: 4 },
  { ...people, processes: 24 },
  // A hundred maps a working day in each organisation.
  { ...organisations, processes: 32 },
  { ...organisations, processes: 96 },
  // Ten maps a second, of any of its layers: the time of a window depends on what it returns.
  { name: '100 million features', opens: 10, coldShare: 0.1, tiles: 0, processes: 32 },
  { ...withoutCdn, processes: 200 },
  { ...withoutCdn, processes: 960 },
  { ...withCdn, processes: 4 },
  { ...withCdn, processes: 20 },
];

/** Seconds of steady arrivals, of the burst, and of what follows. */
const phases = { steady: 60, burst: 60, after: 120 };
const burstFactor = 20;

/**
 * Large installations, simulated: open arrivals with a burst, service times as measured, and the queues of the
 * product. It needs no server.
 */
export const scaleBench: Bench = {
  name: 'scale',
  about:
    'simulated response times of large installations, before, in and after a burst of 20 times the requests',
  async run() {
    const results = scenarios.map(simulate);
    return {
      tables: [
        {
          title: 'Simulated installations',
          columns: [
            'installation',
            'processes',
            'requests/s',
            'busy',
            'p50 · p99 ms',
            'in the burst',
            'refused',
            'clear after s',
          ],
          rows: results.map(rowOf),
        },
        capacities(),
      ],
      figures: results,
    };
  },
};

/** A simulated installation as a row of the table. */
export function rowOf({ scenario, rate, busy, steady, burst, refused, clear }: Simulated): string[] {
  return [
    scenario.name,
    String(scenario.processes),
    rate.toFixed(0),
    `${(busy * 100).toFixed(0)} %`,
    steady,
    burst,
    `${(refused * 100).toFixed(1)} %`,
    clear.toFixed(0),
  ];
}

/** What one and two processes answer that have a core each, and what PostgreSQL needs besides. */
export function capacities(): Table {
  return {
    title: 'Requests a second of one process and of two, each with a core of its own',
    columns: [
      'work',
      'process ms',
      'PostgreSQL ms',
      'one process',
      'two processes',
      'cores of PostgreSQL for two',
    ],
    rows: works.map(({ name, p50, database }) => {
      const own = p50 * (1 - database);
      return [
        name,
        own.toFixed(2),
        (p50 * database).toFixed(2),
        (1000 / own).toFixed(0),
        (2000 / own).toFixed(0),
        ((2 * p50 * database) / own).toFixed(1),
      ];
    }),
  };
}

interface Arrival {
  at: number;
  work: Work;
}

type Simulated = ReturnType<typeof simulate>;

/** Requests a second of each class. */
function ratesOf({ opens, coldShare, tiles }: Scenario): { work: Work; rate: number }[] {
  return works.map((work) => ({
    work,
    rate: opens * (coldShare * work.cold + (1 - coldShare) * work.warm) + (work.name === 'tile' ? tiles : 0),
  }));
}

/** Requests a second. */
export function rateOf(scenario: Scenario): number {
  return ratesOf(scenario).reduce((sum, one) => sum + one.rate, 0);
}

export function simulate(scenario: Scenario) {
  const random = seeded(1);
  const { processes } = scenario;
  // When each process is free again, as a heap: the least busy one gets the next request. Each has one core, which its requests share
  // in turn.
  const freeAt = Array.from({ length: processes }, () => 0);
  let busySeconds = 0;
  let requests = 0;
  let refused = 0;
  let clear = 0;
  const times = { steady: [] as number[], burst: [] as number[] };
  for (const { at, work } of arrive(ratesOf(scenario), random)) {
    requests += 1;
    const free = freeAt[0] ?? 0;
    const waits = Math.max(0, free - at);
    const inBurst = at >= phases.steady && at < phases.steady + phases.burst;
    const service = serviceTime(work, random) / 1000;
    // A queue of a class holds so much; who would wait longer than its seconds is refused at once.
    const { concurrency, queue, seconds } = work.limits;
    if (waits > seconds || waits > ((queue / concurrency) * work.p50) / 1000 + seconds) {
      refused += 1;
      continue;
    }
    const own = service * (1 - work.database);
    occupyFirst(freeAt, Math.max(at, free) + own);
    if (!inBurst && at < phases.steady) busySeconds += own;
    if (at < phases.steady) times.steady.push((waits + service) * 1000);
    else if (inBurst) times.burst.push((waits + service) * 1000);
    else if (waits > 0.1) clear = at - phases.steady - phases.burst;
  }
  return {
    scenario,
    rate: rateOf(scenario),
    busy: busySeconds / (phases.steady * processes),
    steady: formatted(times.steady),
    burst: formatted(times.burst),
    refused: refused / requests,
    clear,
  };
}

/** Replaces the smallest number of a binary heap by a larger one. */
function occupyFirst(heap: number[], until: number): void {
  for (let at = 0; ;) {
    const left = 2 * at + 1;
    const child = (heap[left + 1] ?? Infinity) < (heap[left] ?? Infinity) ? left + 1 : left;
    const next = heap[child] ?? Infinity;
    heap[at] = Math.min(next, until);
    if (next >= until) return;
    at = child;
  }
}

/** Poisson arrivals of all classes, in order. */
function* arrive(rates: readonly { work: Work; rate: number }[], random: () => number): Generator<Arrival> {
  const classes = rates.map(({ work, rate }) => ({ work, times: timesOf(rate, random), next: 0 }));
  for (;;) {
    let at = Infinity;
    let first = classes[0];
    for (const one of classes) {
      const time = one.times[one.next] ?? Infinity;
      if (time >= at) continue;
      at = time;
      first = one;
    }
    if (!first || at === Infinity) return;
    first.next += 1;
    yield { at, work: first.work };
  }
}

/** When requests of one class arrive, in seconds. */
function timesOf(rate: number, random: () => number): number[] {
  const times: number[] = [];
  const end = phases.steady + phases.burst + phases.after;
  if (rate === 0) return times;
  for (let at = 0; ;) {
    const inBurst = at >= phases.steady && at < phases.steady + phases.burst;
    at += -Math.log(1 - random()) / (rate * (inBurst ? burstFactor : 1));
    if (at >= end) break;
    times.push(at);
  }
  return times;
}

/** A log-normal time with the measured median and 95th percentile. */
function serviceTime({ p50, p95 }: Work, random: () => number): number {
  const sigma = Math.log(p95 / p50) / 1.645;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return p50 * Math.exp(sigma * normal);
}

/** Median and 99th percentile. */
function formatted(values: number[]): string {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return `${at(0.5).toFixed(0)} · ${at(0.99).toFixed(0)}`;
}

/** Repeatable numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
