import { vi } from 'vitest';

/** One request the code under test made. */
export interface Asked {
  method: string;
  /** Path below the host, without the query. */
  path: string;
  /** Query and form fields together, as the portal reads them. */
  params: Record<string, string>;
  headers: Record<string, string>;
}

type Answer = object | Error | ((asked: Asked) => unknown);

/**
 * Replaces `fetch`. Each path (its end suffices) has one response, or a list that is used up in order and
 * whose last one is repeated. An `Error` is thrown, `{ httpStatus, ...body }` is sent with that status.
 */
export function fakeFetch(answers: Record<string, Answer | Answer[]>): Asked[] {
  const log: Asked[] = [];
  const queues = Object.entries(answers).map(
    ([path, answer]) => [path, Array.isArray(answer) ? [...answer] : [answer]] as const,
  );
  vi.stubGlobal('fetch', async (address: string | Request, init: RequestInit = {}) => {
    const asked = await read(address, init);
    log.push(asked);
    const queue = queues.find(([path]) => asked.path.endsWith(path))?.[1];
    if (!queue) throw new Error(`The test expected no request for ${asked.path}`);
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    const body = typeof answer === 'function' ? await answer(asked) : answer;
    if (body instanceof Error) throw body;
    const { httpStatus = 200, ...rest } = body as { httpStatus?: number };
    return new Response(JSON.stringify(Array.isArray(body) ? body : rest), {
      status: httpStatus,
      headers: { 'content-type': 'application/json' },
    });
  });
  return log;
}

async function read(address: string | Request, init: RequestInit): Promise<Asked> {
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
