import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { everyClass, type ExpensiveRequest, type Loads, times } from './expensive-request.ts';
import { expensiveRequests } from './expensive-requests.ts';

/** Commands to the process that generates the load. */
export interface LoadOrder {
  origin: string;
  /** A kind of `expensiveRequests`, or `everyClass`. */
  name: string;
  concurrency: number;
  rounds: number;
  token: string;
}

export interface LoadFigures {
  /** Responses by status; an ArcGIS error in a 200 counts as its code. */
  statuses: Record<string, number>;
  /** 503 without `Retry-After`. */
  withoutWait: number;
  seconds: number;
}

// Callers usually run on other machines: here the server and the probe have priority.
setPriority(10);

/** A separate process, so that the cost of sending requests does not affect the measurement. */
process.on('message', (order: LoadOrder) => {
  void load(order).then((figures) => process.send?.(figures));
});

async function load({ origin, name, concurrency, rounds, token }: LoadOrder): Promise<LoadFigures> {
  const requests = requestsOf(name, { token, origin });
  const agent = new Agent({ keepAlive: true });
  const figures: LoadFigures = { statuses: {}, withoutWait: 0, seconds: 0 };
  const started = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    // Streams stay open, so all of a class are sent, some at a time.
    const count = Math.max(concurrency, requests.some(({ isStream }) => isStream) ? requests.length : 0);
    const together = name === everyClass ? count : concurrency;
    for (let from = 0; from < count; from += together) {
      const sent = times(Math.min(together, count - from), async (n) => {
        const one = requests[(from + n) % requests.length] as ExpensiveRequest;
        const [status, waits] = await send(origin, one, from + n, agent);
        figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
        if (status === '503' && !waits) figures.withoutWait += 1;
      });
      await Promise.all(sent);
    }
  }
  agent.destroy();
  figures.seconds = (performance.now() - started) / 1000;
  return figures;
}

const loads: Loads = expensiveRequests;
/** Requests of each kind that are sent at once when every class is loaded. */
const ofEach = 8;

function requestsOf(name: string, who: { token: string; origin: string }): ExpensiveRequest[] {
  if (name === everyClass)
    return Object.values(loads).flatMap((make) => {
      const all = make(who);
      return times(ofEach, (n) => all[n % all.length] as ExpensiveRequest);
    });
  const make = loads[name];
  if (!make) throw new Error(`There is no kind of load ${name}.`);
  return make(who);
}

/** Each has its own address, so that limits by address do not apply. */
function send(
  origin: string,
  { method = 'GET', path, type, body, headers, isStream }: ExpensiveRequest,
  index: number,
  agent: Agent,
): Promise<[status: string, waits: boolean]> {
  return new Promise((resolve) => {
    const requested = request(origin + path, {
      agent,
      method,
      headers: {
        'x-forwarded-for': `192.0.2.${1 + (index % 250)}`,
        ...(body && { 'content-length': String(body.length) }),
        ...(type && { 'content-type': type }),
        ...headers,
      },
    });
    requested.on('response', (response) => {
      let beginning = '';
      response.on('data', (chunk: Buffer) => {
        if (beginning === '') beginning = chunk.toString('latin1', 0, 40);
        if (isStream) resolve([String(response.statusCode), response.headers['retry-after'] !== undefined]);
      });
      response.on('end', () => {
        const code = /^\{"error":\{"code":(\d+)/.exec(beginning)?.[1];
        resolve([code ?? String(response.statusCode), response.headers['retry-after'] !== undefined]);
      });
    });
    // A body rejected before it was read closes its connection.
    requested.on('error', (error) => resolve([(error as { code?: string }).code ?? error.message, false]));
    requested.end(body);
  });
}
