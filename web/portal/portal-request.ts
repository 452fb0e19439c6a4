import { type HTTPMethods, request } from '@esri/arcgis-rest-request';
import type { PortalConnection } from './portal-connection.ts';
import { needsRecentSignIn } from '../../wire/refusals.ts';
import { portalError } from './portal-error.ts';

/** Timeout of a request in milliseconds, with all of its attempts. */
const timeout = 60_000;
/** Delays in milliseconds before each further attempt when the portal is overloaded; a random part is added. */
const retryDelays = [1000, 4000];
/** Statuses of an overloaded portal, and of a proxy whose portal didn't respond in time. */
const overloaded: readonly number[] = [429, 502, 504];
/** Maximum length of a URL; longer ones are sent as POST. */
const maxUrlLength = 2000;

/**
 * A portal to send requests to: the organisation's (`PortalConnection`), or one that a person signed in to
 * for a task.
 */
export interface PortalEndpoint {
  /** The portal's REST root: `{url}/sharing/rest`. */
  readonly restUrl: string;
  readonly session: Pick<PortalConnection['session'], 'token' | 'renew'> &
    Partial<Pick<PortalConnection['session'], 'confirm'>>;
}

export interface PortalRequestOptions {
  /** Parameters of the query string. */
  params?: Record<string, string | number | boolean | undefined>;
  /** Form fields; with them the request is a POST. */
  body?: Record<string, unknown>;
  signal?: AbortSignal;
}

/**
 * Sends a request to the portal: GET unless a body is given or the URL would exceed 2,000 characters, with
 * `f=json`, and the token as a parameter when signed in. A rejected token (498, 499) is renewed and the
 * request repeated once, and one that needs a recent sign-in once the user has confirmed that it is they. A
 * read is repeated twice when the portal is overloaded (429) or a proxy gave up (502, 504), a change only
 * when it was refused with 429. Pages of other origins cannot read ArcGIS Online's `Retry-After`, so the
 * delays are fixed.
 *
 * @param path path below the portal's REST root, such as `portals/self`
 * @throws MappingError `portal:*`; `portal:timeout` with "Timeout exceeded" after 60 s, and the time to send
 *   large bodies
 */
export async function portalRequest<Result>(
  connection: PortalEndpoint,
  path: string,
  options: PortalRequestOptions = {},
): Promise<Result> {
  const { session } = connection;
  const attempt = async () => {
    const token = await session.token();
    return withRenewal(
      token,
      (current) => send<Result>(connection, path, options, current),
      () => session.renew(token),
    );
  };
  try {
    return await attempt();
  } catch (error) {
    if (needsRecentSignIn(error) && (await session.confirm?.())) return attempt();
    throw error;
  }
}

/**
 * Sends a request, and once more when its token was rejected (498, 499).
 * @param renew obtains another token; empty: there is none
 * @throws MappingError `portal:*`
 */
export async function withRenewal<Result>(
  token: string,
  sendWith: (token: string) => Promise<Result>,
  renew: () => Promise<string>,
): Promise<Result> {
  try {
    return await sendWith(token);
  } catch (cause) {
    const error = portalError(cause);
    const renewable = token !== '' && (error.status === 498 || error.status === 499);
    const renewed = renewable ? await renew() : '';
    if (!renewed) throw error;
    return sendWith(renewed).catch((second: unknown) => {
      throw portalError(second);
    });
  }
}

async function send<Result>(
  connection: PortalEndpoint,
  path: string,
  options: PortalRequestOptions,
  token: string,
): Promise<Result> {
  const begun = performance.now();
  let left = timeout;
  for (const delay of retryDelays) {
    try {
      return await sendOnce<Result>(connection, path, options, token, left);
    } catch (cause) {
      const { status, id } = portalError(cause);
      // A portal that cannot be reached has no status, but a proxy's page has.
      const proxy = id === 'portal:unreachable' ? proxyStatus(cause) : status;
      const repeatable = proxy === 429 || (!options.body && overloaded.includes(proxy));
      left = timeout - Math.floor(performance.now() - begun);
      // Who has waited for half a minute is not made to wait for what may fail again.
      if (!repeatable || left < timeout / 2) throw cause;
      await pause(delay * (0.75 + Math.random() / 2), options.signal);
    }
  }
  return sendOnce<Result>(connection, path, options, token, left);
}

/** The status of a response without an ArcGIS error in it; 0 when there was no response. */
function proxyStatus(cause: unknown): number {
  const { code } = (cause ?? {}) as { code?: unknown };
  return Number(/^HTTP (\d{3})/.exec(String(code))?.[1] ?? 0);
}

/**
 * Resolves after `milliseconds`.
 * @throws the reason of `signal` once it is aborted, at once when it already is
 */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

function sendOnce<Result>(
  { restUrl }: PortalEndpoint,
  path: string,
  { params, body, signal }: PortalRequestOptions,
  token: string,
  milliseconds: number,
): Promise<Result> {
  const all = { params: { ...params, ...body }, post: body !== undefined, signal };
  return sendArcGisRequest(`${restUrl}/${path}`, { ...all, timeout: milliseconds, restUrl, token });
}

interface ArcGisRequest {
  params: Record<string, unknown>;
  post: boolean;
  signal: AbortSignal | undefined;
  /** In milliseconds. */
  timeout: number;
  /** REST root of the portal that issued the token. */
  restUrl: string;
  /** Sent as a parameter; empty: none. */
  token: string;
}

/** Bytes per second (200 kbit/s) at which a file must be transferred at least. */
const minBytesPerSecond = 25_000;

/** Milliseconds that the transfer of so many bytes may take, besides the timeout of its request. */
export function transferTime(bytes: number): number {
  return Math.floor(bytes / minBytesPerSecond) * 1000;
}

function bytesIn(params: Record<string, unknown>): number {
  return Object.values(params).reduce<number>((sum, value) => {
    if (value instanceof Blob) return sum + value.size;
    return sum + (typeof value === 'string' ? value.length : 0);
  }, 0);
}

/** Portals of which this page has read a response: pages have access to them. */
const readable = new Set<string>();

/** Sends one request with `f=json`: as a POST if asked for, or if its URL would be too long. */
export async function sendArcGisRequest<Result>(
  url: string,
  { params, post, signal, timeout: milliseconds, restUrl, token }: ArcGisRequest,
): Promise<Result> {
  const late = AbortSignal.timeout(milliseconds + transferTime(bytesIn(params)));
  const method: HTTPMethods = post ? 'POST' : 'GET';
  try {
    const response: unknown = await request(url, {
      httpMethod: method,
      maxUrlLength,
      params,
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(token !== '' && { authentication: { portal: restUrl, getToken: () => Promise.resolve(token) } }),
    });
    readable.add(restUrl);
    return response as Result;
  } catch (cause) {
    if (!(cause instanceof TypeError) || readable.has(restUrl) || !navigator.onLine) throw cause;
    const { explainNoResponse } = await import('./session/browser-access.ts');
    throw await explainNoResponse(cause, restUrl);
  }
}
