import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { install, type Installation } from '../kills/installation.ts';
import { createWriters } from '../kills/writers.ts';
import { mark, type ServerFigures } from './meter.ts';
import { createReads } from './visits.ts';

/** Callers at once, and how many reads each makes for one write. */
const callers = 6;
const readsPerWrite = 12;
/** Seconds with all callers busy: to compile the code, then to measure. */
const [warmUp, measured] = [30, 30];

/** A server under steady load. */
export interface Soak {
  /** Requests a second with all callers busy, and now. */
  capacity: number;
  rate: number;
  /** Goes on for this time. @returns what the server holds at its end */
  sample(milliseconds: number): Promise<Record<string, number>>;
  counts(): Readonly<Record<string, number>>;
  /** What was not answered as it should be, once for each kind. */
  failures(): string[];
  stop(): Promise<void>;
}

export async function startSoak(share: number): Promise<Soak> {
  const place = await install('testing/soak/server.ts');
  const work = await createWork(place);
  const over = new AbortController();
  let done = 0;
  let perSecond = Infinity;
  const loop = async (first: number) => {
    for (let number = first; !over.signal.aborted; number += callers) {
      const begun = Date.now();
      await work.once(number);
      done += 1;
      const wait = (callers / perSecond) * 1000 - (Date.now() - begun);
      if (wait > 0) await pause(wait, undefined, { signal: over.signal }).catch(() => {});
    }
  };
  const loops = Array.from({ length: callers }, (_none, index) => loop(index));
  await pause(warmUp * 1000);
  const before = done;
  await pause(measured * 1000);
  const capacity = (done - before) / measured;
  perSecond = capacity * share;
  return {
    capacity,
    rate: perSecond,
    counts: () => Object.fromEntries(work.counts),
    failures: () => [
      ...[...work.failures].map(([kind, message]) => `${kind}: ${message}`),
      ...work.kinds.filter((kind) => !work.counts.has(kind)).map((kind) => `${kind}: none was answered`),
    ],
    async sample(milliseconds) {
      const before = done;
      await pause(milliseconds);
      const rate = ((done - before) * 1000) / milliseconds;
      const { heap, memory, descriptors, delayMean, delayP99 } = await figuresOf(place);
      const temporary = await readdir(place.temporary, { recursive: true });
      const connections = await place.withDatabase(
        async (database) =>
          (
            await sql<{ count: number }>`select count(*) from pg_stat_activity
            where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(database)
          ).rows[0]?.count,
      );
      return {
        'requests a second': rate,
        'heap after collection': heap,
        'memory of the process': memory,
        'file descriptors': descriptors,
        'connections to the database': connections ?? 0,
        'temporary files': temporary.length,
        'event-loop delay, mean': delayMean,
        'event-loop delay, p99': delayP99,
      };
    },
    async stop() {
      over.abort();
      await Promise.all(loops);
      await place.remove();
    },
  };
}

/** Reads and writes of every kind, in turn. */
async function createWork({ url, client }: Installation) {
  const reads = Object.entries(await createReads(url, client));
  const writers = Object.entries(await createWriters({ url, client })).map(
    ([kind, write]) => [`write ${kind}`, write] as const,
  );
  const counts = new Map<string, number>();
  const failures = new Map<string, string>();
  let writes = 0;
  return {
    kinds: [...reads, ...writers].map(([kind]) => kind),
    counts,
    failures,
    async once(number: number): Promise<void> {
      const isWrite = number % (readsPerWrite + 1) === readsPerWrite;
      const turn = isWrite ? (writes += 1) : number;
      const [kind = '', work] = (isWrite ? writers : reads)[turn % (isWrite ? writers : reads).length] ?? [];
      try {
        const written = await work?.(turn);
        // Some kinds are limited per minute and address.
        const name = isWrite && !written ? `${kind}, refused` : kind;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      } catch (error) {
        failures.set(kind, String(error));
      }
    },
  };
}

/** Asks the server's process, which answers on its standard output. */
async function figuresOf(place: Installation): Promise<ServerFigures> {
  const server = place.server();
  const from = server.output().length;
  server.process.kill('SIGUSR2');
  for (;;) {
    const found = new RegExp(`${mark}(.*)\n`).exec(server.output().slice(from))?.[1];
    if (found !== undefined) return JSON.parse(found) as ServerFigures;
    await pause(100);
  }
}
