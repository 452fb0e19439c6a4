import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { median } from './bench.ts';
import { processorTimes } from './processor-time.ts';
import { findWebMap, type Product } from './product.ts';

/** Microseconds of processor time for a request, in each round. */
export interface ThroughputRow {
  name: string;
  /** Of the response. */
  bytes: number;
  /** A bare Fastify route that sends the same bytes. */
  bare: number[];
  server: number[];
  /** PostgreSQL, and other processes of the server. */
  database: number[];
  /** The bare route's median by that of server and database together. */
  ratio: number;
}

interface Target {
  name: string;
  url: string;
  connections: number;
  /** As browsers request pages. */
  headers?: Record<string, string>;
  /** Whether each request has a parameter of its own, so that no stored response fits. */
  isNew?: true;
}

/** In one round: few, so that other programs disturb a route and the bare one in the same way. */
const requests = 2000;
const warming = 3;

/**
 * Processor time of the requests of every visit, each in turn with a bare Fastify route that sends the same bytes from a process of
 * its own.
 * @param product with the demo content
 */
export async function benchThroughput({ origin, pid }: Product, rounds: number): Promise<ThroughputRow[]> {
  const targets = targetsOf(origin, await findWebMap(origin, 'Buildings by number of storeys'));
  const texts = await Promise.all(targets.map(async ({ url }) => (await fetch(url)).text()));
  const bare = fork(new URL('bare-route.ts', import.meta.url));
  try {
    bare.send(texts);
    const [bareOrigin] = (await once(bare, 'message')) as [string];
    const rows = targets.map(({ name }, index) => newRow(name, texts[index] ?? ''));
    for (let round = -warming; round < rounds; round += 1) {
      for (const [index, target] of targets.entries()) {
        const url = `${bareOrigin}/${index}`;
        const alone = await measure({ ...target, url }, bare.pid ?? 0);
        const { own, others } = await measure(target, pid);
        const row = rows[index];
        if (!row || round < 0) continue;
        row.bare.push(alone.own);
        row.server.push(own);
        row.database.push(others);
      }
    }
    for (const row of rows) row.ratio = ratioOf(row);
    return rows;
  } finally {
    bare.disconnect();
  }
}

function targetsOf(origin: string, map: string): Target[] {
  const portal = `${origin}/portal/sharing/rest`;
  const search = (q: string) => `${portal}/search?f=json&num=10&q=${encodeURIComponent(q)}`;
  const words = search('public transport type:"Web Map"');
  return [
    ...Object.entries({ home: '/demo', gallery: '/demo/gallery', map: `/demo/map/wid/${map}` }).map(
      ([page, path]) => ({
        name: `page: ${page}`,
        url: origin + path,
        connections: 8,
        headers: { 'accept-encoding': 'gzip' },
      }),
    ),
    { name: 'configuration', url: `${origin}/api/demo/config`, connections: 8 },
    { name: '`portals/self`', url: `${portal}/portals/self?f=json&culture=en`, connections: 8 },
    { name: 'search: all web maps', url: search('type:"Web Map"'), connections: 16 },
    { name: 'search: words', url: words, connections: 16 },
    { name: 'search: words, each for the first time', url: words, connections: 16, isNew: true },
  ];
}

function newRow(name: string, text: string): ThroughputRow {
  return { name, bytes: Buffer.byteLength(text), bare: [], server: [], database: [], ratio: NaN };
}

function ratioOf({ bare, server, database }: ThroughputRow): number {
  return median(bare) / median(server.map((own, round) => own + (database[round] ?? 0)));
}

let sent = 0;

async function measure({ url, connections, headers, isNew }: Target, pid: number) {
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    path: `${request.path}${request.path?.includes('?') ? '&' : '?'}n=${(sent += 1)}`,
  });
  const before = await processorTimes(pid);
  const { errors, non2xx } = await autocannon({
    url,
    connections,
    amount: requests,
    ...(headers && { headers }),
    ...(isNew && { requests: [{ setupRequest }] }),
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url} answered ${non2xx} errors`);
  const after = await processorTimes(pid);
  const each = (milliseconds: number) => (milliseconds * 1000) / requests;
  return { own: each(after.own - before.own), others: each(after.others - before.others) };
}
