import autocannon from 'autocannon';
import Fastify from 'fastify';

/**
 * One row of a benchmark's table. `ratio` compares with the row named as baseline, measured in the same run.
 */
export interface ThroughputRow {
  name: string;
  requestsPerSecond: number;
  p50: number;
  p99: number;
  ratio: number;
}

const rounds = 3;
const seconds = 4;
const connections = 16;

/**
 * Throughput of the requests of every visit, beside a bare Fastify route that returns the same bytes. Rounds
 * are interleaved, so that a slow phase of the machine affects all of them; the median round counts.
 * @param origin a running product with the demo content
 */
export async function benchThroughput(origin: string): Promise<ThroughputRow[]> {
  const config = await (await fetch(`${origin}/api/demo/config`)).text();
  const bare = Fastify();
  bare.get('/config', async (_request, reply) => reply.type('application/json').send(config));
  const bareOrigin = await bare.listen({ port: 0, host: '127.0.0.1' });
  const search = `${origin}/portal/sharing/rest/search?f=json&num=10&q=`;
  const targets = [
    { name: 'bare Fastify route, the same bytes', url: `${bareOrigin}/config` },
    { name: 'GET /api/demo/config', url: `${origin}/api/demo/config` },
    { name: 'GET portals/self', url: `${origin}/portal/sharing/rest/portals/self?f=json&culture=en` },
    { name: 'search: all web maps', url: `${search}${encodeURIComponent('type:"Web Map"')}` },
    { name: 'search: words', url: `${search}${encodeURIComponent('public transport type:"Web Map"')}` },
  ];
  try {
    const results = targets.map(() => [] as { rate: number; p50: number; p99: number }[]);
    for (let round = 0; round < rounds; round++) {
      for (const [index, { url }] of targets.entries()) results[index]?.push(await measure(url));
    }
    const rows = targets.map(({ name }, index) => ({ name, ...median(results[index] ?? []) }));
    const baseline = rows[0]?.rate ?? 1;
    return rows.map(({ name, rate, p50, p99 }) => ({
      name,
      requestsPerSecond: rate,
      p50,
      p99,
      ratio: rate / baseline,
    }));
  } finally {
    await bare.close();
  }
}

async function measure(url: string) {
  const result = await autocannon({ url, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} errors`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

function median<T extends { rate: number }>(measured: T[]): T {
  const middle = measured.toSorted((a, b) => a.rate - b.rate)[Math.floor(measured.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}
