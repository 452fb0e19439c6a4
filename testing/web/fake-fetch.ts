import { vi } from 'vitest';

/** One request the code under test made. */
export interface LoggedRequest {
  method: string;
  /** Path below the host, without the query. */
  path: string;
  /** Query and form fields together, as the portal reads them. */
  params: Record<string, string>;
  headers: Record<string, string>;
}

type Answer = object | Error | ((requested: LoggedRequest) => unknown);

/**
 * Replaces `fetch`. Each path (its end suffices) has one response, or a list that is used up in order and
 * whose last one is repeated. An `Error` is thrown, `{ httpStatus, ...body }` is sent with that status.
 */
export function fakeFetch(answers: Record<string, Answer | Answer[]>): LoggedRequest[] {
  const log: LoggedRequest[] = [];
  const queues = Object.entries(answers).map(
    ([path, answer]) => [path, Array.isArray(answer) ? [...answer] : [answer]] as const,
  );
  vi.stubGlobal('fetch', async (address: string | Request, init: RequestInit = {}) => {
    const requested = await read(address, init);
    const queue = queues.find(([path]) => requested.path.endsWith(path))?.[1];
    // The application's own API is not reachable unless a test answers for it.
    if (!queue && requested.path.startsWith('/api/')) throw new TypeError('Failed to fetch');
    log.push(requested);
    if (!queue) throw new Error(`The test expected no request for ${requested.path}`);
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    const body = typeof answer === 'function' ? await unlessAborted(answer(requested), init.signal) : answer;
    if (body instanceof Error) throw body;
    const { httpStatus = 200, ...rest } = body as { httpStatus?: number };
    return new Response(JSON.stringify(Array.isArray(body) ? body : rest), {
      status: httpStatus,
      headers: { 'content-type': 'application/json' },
    });
  });
  return log;
}

/** Requests whose response does not come end when they are aborted. */
function unlessAborted(answer: unknown, signal: AbortSignal | null | undefined): unknown {
  const aborted = new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    if (signal?.aborted) reject(signal.reason as Error);
  });
  return Promise.race([answer, aborted]);
}

async function read(address: string | Request, init: RequestInit): Promise<LoggedRequest> {
  const url = new URL(typeof address === 'string' ? address : address.url, 'http://maps.example');
  const {
    method = 'GET',
    headers,
    signal,
    body: raw,
  } = typeof address === 'string' ? init : { ...pick(address), ...init };
  signal?.throwIfAborted();
  const body = raw ? await new Response(raw).text() : '';
  return {
    method,
    path: url.pathname,
    params: { ...Object.fromEntries(url.searchParams), ...Object.fromEntries(new URLSearchParams(body)) },
    headers: Object.fromEntries(new Headers(headers)),
  };
}

function pick({ method, headers, signal }: Request): RequestInit {
  return { method, headers, signal };
}
