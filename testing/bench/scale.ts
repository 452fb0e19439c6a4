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

const scenarios: readonly Scenario[] = [
  // A fifth of the people open ten maps in a working day.
  { name: '50,000 people', opens: (10_000 * 10) / workingDay, coldShare: 0.1, tiles: 0, processes: 4 },
  // The same with enough processes for the burst.
  { name: '50,000 people', opens: (10_000 * 10) / workingDay, coldShare: 0.1, tiles: 0, processes: 24 },
  // A hundred maps a working day in each organisation.
  {
    name: '10,000 organisations',
    opens: (10_000 * 100) / workingDay,
    coldShare: 0.1,
    tiles: 0,
    processes: 32,
  },
  { name: '1 billion tiles a day, no CDN', opens: 0, coldShare: 0, tiles: 1e9 / day, processes: 200 },
  {
    name: '1 billion tiles a day, CDN answers 98 %',
    opens: 0,
    coldShare: 0,
    tiles: 0.02 * (1e9 / day),
    processes: 4,
  },
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
    const results = scenarios.map((scenario) => ({ scenario, ...simulate(scenario) }));
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
          rows: results.map(
            ({ scenario: { name, processes }, rate, busy, steady, burst, refused, clear }) => [
              name,
              processes,
              rate.toFixed(0),
              `${(busy * 100).toFixed(0)} %`,
              steady,
              burst,
              `${(refused * 100).toFixed(1)} %`,
              clear.toFixed(0),
            ],
          ),
        },
        capacities(),
      ],
      figures: results,
    };
  },
};

/** What one and two processes answer that have a core each, and what PostgreSQL needs besides. */
function capacities(): Table {
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

function simulate({ opens, coldShare, tiles, processes }: Scenario) {
  const random = seeded(1);
  const rates = works.map((work) => ({
    work,
    rate: opens * (coldShare * work.cold + (1 - coldShare) * work.warm) + (work.name === 'tile' ? tiles : 0),
  }));
  const rate = rates.reduce((sum, one) => sum + one.rate, 0);
  const arrivals = arrive(rates, random);
  // The least busy process gets the next request; each has one core, which its requests share in turn.
  const freeAt = Array.from({ length: processes }, () => 0);
  let busySeconds = 0;
  let refused = 0;
  let clear = 0;
  const times = { steady: [] as number[], burst: [] as number[] };
  for (const { at, work } of arrivals) {
    let chosen = 0;
    for (let index = 1; index < processes; index += 1)
      if ((freeAt[index] ?? 0) < (freeAt[chosen] ?? 0)) chosen = index;
    const waits = Math.max(0, (freeAt[chosen] ?? 0) - at);
    const inBurst = at >= phases.steady && at < phases.steady + phases.burst;
    const service = serviceTime(work, random) / 1000;
    // A queue of a class holds so much; who would wait longer than its seconds is refused at once.
    const { concurrency, queue, seconds } = work.limits;
    if (waits > seconds || waits > ((queue / concurrency) * work.p50) / 1000 + seconds) {
      refused += 1;
      continue;
    }
    const own = service * (1 - work.database);
    freeAt[chosen] = Math.max(at, freeAt[chosen] ?? 0) + own;
    if (!inBurst && at < phases.steady) busySeconds += own;
    if (at < phases.steady) times.steady.push((waits + service) * 1000);
    else if (inBurst) times.burst.push((waits + service) * 1000);
    else if (waits > 0.1) clear = at - phases.steady - phases.burst;
  }
  const formatted = (values: number[]) =>
    `${quantile(values, 0.5).toFixed(0)} · ${quantile(values, 0.99).toFixed(0)}`;
  return {
    rate,
    busy: busySeconds / (phases.steady * processes),
    steady: formatted(times.steady),
    burst: formatted(times.burst),
    refused: refused / arrivals.length,
    clear,
  };
}

/** Poisson arrivals of all classes, in order. */
function arrive(rates: readonly { work: Work; rate: number }[], random: () => number): Arrival[] {
  const arrivals: Arrival[] = [];
  const end = phases.steady + phases.burst + phases.after;
  for (const { work, rate } of rates) {
    if (rate === 0) continue;
    for (let at = 0; ;) {
      const inBurst = at >= phases.steady && at < phases.steady + phases.burst;
      at += -Math.log(1 - random()) / (rate * (inBurst ? burstFactor : 1));
      if (at >= end) break;
      arrivals.push({ at, work });
    }
  }
  return arrivals.sort((a, b) => a.at - b.at);
}

/** A log-normal time with the measured median and 95th percentile. */
function serviceTime({ p50, p95 }: Work, random: () => number): number {
  const sigma = Math.log(p95 / p50) / 1.645;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return p50 * Math.exp(sigma * normal);
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
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
