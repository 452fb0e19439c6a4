import http from 'node:http';

/** Calls over persistent connections, each from an address of its own. */
export interface Caller {
  call(url: string, init?: Init): Promise<Answer>;
  close(): void;
}

interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  etag: string;
  body: string;
}

/** @param connections maximum number of open connections */
export function createCaller(connections: number): Caller {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  let calls = 0;
  const call = (url: string, { method = 'GET', headers = {}, body }: Init = {}) =>
    new Promise<Answer>((resolve, reject) => {
      calls += 1;
      const request = http.request(url, {
        method,
        agent,
        headers: {
          'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
          }),
          ...headers,
        },
      });
      request.on('error', reject);
      request.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const answer = {
            status: response.statusCode ?? 0,
            etag: response.headers.etag ?? '',
            body: Buffer.concat(parts).toString(),
          };
          if (answer.status < 400) resolve(answer);
          else reject(new Error(`${method} ${url} was answered ${answer.status}: ${answer.body}`));
        });
      });
      request.end(body);
    });
  return { call, close: () => agent.destroy() };
}

/**
 * Runs several loops concurrently for a while.
 * @returns iterations per second
 */
export async function ratePerSecond(
  workers: number,
  seconds: number,
  once: (worker: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < end) {
        await once(worker);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - started) / 1000);
}
