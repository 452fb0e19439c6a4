import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, spread } from './bench.ts';
import { launchChromium } from './chromium.ts';
import { visit } from './first-map/visit.ts';
import { startedBy } from './processor-time.ts';
import { findWebMap, startProduct } from './product.ts';

/** Milliseconds after the visit: collections of garbage that wait for an idle process have run. */
const idle = 60_000;

/** Megabytes and number of processes. */
interface Memory {
  /** The server with its threads. */
  server: number;
  database: number;
  databaseProcesses: number;
  /** Other programs that the server has started. */
  others: number;
}

/** Memory of the whole product at rest, each time after a start with the demo and one visit of a map. */
export const memoryBench: Bench = {
  name: 'memory',
  about: 'memory of the server and PostgreSQL a minute after a start with the demo and one visit',
  async run({ runs }) {
    const samples: Memory[] = [];
    for (let run = 0; run < runs; run += 1) samples.push(await startVisitAndRest());
    const row = (name: string, of: (sample: Memory) => number) => [name, spread(samples.map(of))];
    return {
      tables: [
        {
          title: 'Memory at rest, proportional set size, MB',
          columns: ['processes', 'MB'],
          rows: [
            row('server and its threads', ({ server }) => server),
            row('PostgreSQL', ({ database }) => database),
            row('other processes', ({ others }) => others),
            row('the whole product', ({ server, database, others }) => server + database + others),
            row('number of processes of PostgreSQL', ({ databaseProcesses }) => databaseProcesses),
          ],
        },
      ],
      figures: samples,
    };
  },
};

async function startVisitAndRest(): Promise<Memory> {
  const product = await startProduct();
  try {
    const id = await findWebMap(product.origin, 'Buildings by number of storeys');
    const browser = await launchChromium();
    try {
      await visit(browser, { url: `${product.origin}/demo/map/wid/${id}`, control: 'header button' });
    } finally {
      await browser.close();
    }
    await wait(idle);
    return await memoryOf(product.pid);
  } finally {
    await product.stop();
  }
}

/**
 * Memory of a server and of all that it has started. What processes share, such as the database's buffers and programs, counts once, in
 * parts: also with processes outside, so a server beside the benchmark, which runs the same Node, seems smaller by a half of its program.
 */
export async function memoryOf(pid: number): Promise<Memory> {
  const memory: Memory = { server: await sizeOf(pid), database: 0, databaseProcesses: 0, others: 0 };
  for (const started of await startedBy(pid)) {
    const name = await readFile(`/proc/${started}/comm`, 'utf8').catch(() => '');
    const size = await sizeOf(started).catch(() => 0);
    if (name.trim() !== 'postgres') memory.others += size;
    else {
      memory.database += size;
      memory.databaseProcesses += 1;
    }
  }
  return memory;
}

/** Proportional set size in megabytes (Linux, `smaps_rollup`). */
async function sizeOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return (Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) * 1024) / 1e6;
}
