import type { PublicConfig } from '../../wire/app-config.ts';
import { type Fault, MappingError } from '../../wire/errors.ts';
import { needsRecentSignIn } from '../../wire/refusals.ts';
import { portalHeader } from '../../wire/portal-address.ts';

/** Base URL of the application's API, set at build time. */
const baseURL: string = import.meta.env?.VITE_API_BASE_URL || '/api';

/** URL of the portal that issued the token; the server sends the token to no other. */
let issuer = '';

let readToken: () => Promise<string> = () => Promise.resolve('');

let renewToken: (expiredToken: string) => Promise<string> = () => Promise.resolve('');

let confirmUser: () => Promise<boolean> = () => Promise.resolve(false);

let isUnverified: () => boolean = () => false;

/**
 * Sets how requests get their token.
 * @param token called before every request; empty for visitors
 * @param renew replaces a rejected token; empty when the session has ended
 * @param portal URL of the portal that issues the tokens
 * @param confirm asks the user to confirm that it is they, for changes that need a recent sign-in
 * @param unverified whether the server cannot reach the portal: it gets no token that it cannot verify
 */
export function authorizeApi(
  token: () => Promise<string>,
  renew: (expiredToken: string) => Promise<string> = () => Promise.resolve(''),
  portal = '',
  confirm: () => Promise<boolean> = () => Promise.resolve(false),
  unverified: () => boolean = () => false,
): void {
  issuer = portal;
  readToken = token;
  renewToken = renew;
  confirmUser = confirm;
  isUnverified = unverified;
}

/**
 * Replaces a token that the server no longer accepts; where the session has ended, the user is asked to sign
 * in again.
 */
export async function renewAccess(): Promise<void> {
  const token = await readToken();
  // A portal that does not respond is asked again by the next request.
  if (token) await renewToken(token).catch(() => '');
}

/** An object by names: a `URLSearchParams` has none, and its parameters would be lost. */
type QueryParameters = Readonly<Record<string, unknown>>;

/** Settings of one request. */
export interface RequestOptions {
  /** Parameters of the query; those without a value are left out, each value of a list is sent. */
  params?: QueryParameters | undefined;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** In milliseconds; 0 for none. */
  timeout?: number;
  /** `stream`: a `ReadableStream` of bytes, read while the response arrives. */
  responseType?: 'json' | 'blob' | 'stream';
}

export interface ApiResponse<Data> {
  data: Data;
  status: number;
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const defaults = {
  baseURL,
  timeout: 0,
  env: { fetch: (...request: Parameters<typeof fetch>) => fetch(...request) },
};

const reading =
  (method: Method) =>
  <Data>(path: string, options?: RequestOptions) =>
    request<Data>(method, path, undefined, options);

const writing =
  (method: Method) =>
  <Data>(path: string, body?: unknown, options?: RequestOptions) =>
    request<Data>(method, path, body, options);

/** The client of the application's API, without a timeout. Every failure is a `MappingError`. */
export const apiClient = {
  defaults,
  get: reading('GET'),
  delete: reading('DELETE'),
  post: writing('POST'),
  put: writing('PUT'),
  patch: writing('PATCH'),
};

/** Sends a request; once more when it needs a recent sign-in and the user has confirmed that it is they. */
async function request<Data>(
  method: Method,
  path: string,
  body: unknown,
  options: RequestOptions = {},
): Promise<ApiResponse<Data>> {
  try {
    return await sendRenewed<Data>(method, path, body, options);
  } catch (error) {
    if (needsRecentSignIn(error) && (await confirmUser())) return sendRenewed(method, path, body, options);
    throw error;
  }
}

/** Sends a request; once more with a new token if its token was rejected and could be renewed. */
async function sendRenewed<Data>(
  method: Method,
  path: string,
  body: unknown,
  options: RequestOptions,
): Promise<ApiResponse<Data>> {
  const portal = issuer;
  const token = isUnverified() ? '' : await readToken();
  const send = (authorization: string) =>
    receive(method, addressOf(path, options.params), body, {
      ...options,
      headers: {
        accept: 'application/json',
        ...options.headers,
        ...(authorization && { authorization: `Bearer ${authorization}` }),
        ...(authorization && portal && { [portalHeader]: portal }),
      },
    });
  let response = await send(token);
  if (response.status === 401 && token) {
    const renewed = await renewToken(token).catch(() => '');
    if (renewed && renewed !== token) response = await send(renewed);
  }
  if (response.status === 401 && isUnverified()) throw unverifiedUser();
  if (response.status >= 400) throw problemOf(response);
  return response as ApiResponse<Data>;
}

/** The user has signed in, but only to the portal. */
function unverifiedUser(): MappingError {
  return new MappingError('membership:unverified', 'This server can’t reach the portal to verify you.', {
    status: 503,
  });
}

function addressOf(path: string, params: QueryParameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    for (const each of [value].flat())
      if (each !== undefined && each !== null) query.append(name, String(each));
  return `${defaults.baseURL}${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** @throws MappingError without a response: `api:cancelled`, `api:timeout` or `api:unreachable` */
async function receive(
  method: Method,
  address: string,
  body: unknown,
  { headers = {}, signal, timeout = defaults.timeout, responseType }: RequestOptions,
): Promise<ApiResponse<unknown>> {
  const late = timeout > 0 ? AbortSignal.timeout(timeout) : undefined;
  const ends = [signal, late].filter((one) => one !== undefined);
  const isBinary = body instanceof Blob;
  try {
    signal?.throwIfAborted();
    const response = await defaults.env.fetch(address, {
      method,
      headers: body === undefined || isBinary ? headers : { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: isBinary ? body : JSON.stringify(body) }),
      ...(ends.length > 0 && { signal: AbortSignal.any(ends) }),
    });
    return {
      data: await bodyOf(response, response.ok ? responseType : 'json'),
      status: response.status,
      headers: Object.fromEntries(response.headers),
    };
  } catch (cause) {
    const reason = signal?.aborted ? 'cancelled' : late?.aborted ? 'timeout' : 'unreachable';
    throw new MappingError(`api:${reason}`, messageOf(cause), { status: 0, cause });
  }
}

async function bodyOf(response: Response, type: RequestOptions['responseType']): Promise<unknown> {
  if (type === 'blob') return response.blob();
  return type === 'stream' ? response.body : parsed(await response.text());
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The members of a problem+json body before validation. */
interface MaybeProblem {
  id?: unknown;
  title?: unknown;
  detail?: unknown;
  faults?: unknown;
  requestId?: unknown;
}

/** The error of a response. The message is the body's `detail`, else its `title`, else its status. */
function problemOf({ status, data, headers }: ApiResponse<unknown>): MappingError {
  const body: MaybeProblem = typeof data === 'object' && data !== null ? data : {};
  const { id, title, detail, faults, requestId } = body;
  const message = text(detail) ?? text(title) ?? `Request failed with status code ${status}`;
  // A date instead is not sent by the server, and not understood here.
  const seconds = Number(headers['retry-after']);
  return new MappingError(text(id) ?? 'api:request-failed', message, {
    status,
    // The server sends one with every problem, and logs only what it did not expect.
    requestId: status === 500 ? text(requestId) : undefined,
    ...(Array.isArray(faults) && { faults: faults as Fault[] }),
    ...(seconds > 0 && { retryAfterSeconds: seconds }),
  });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * The configuration of an organisation, with every default filled in by the server.
 * @throws MappingError `organisation:not-found` for an unknown organisation
 */
export async function getConfig(organisation: string, signal?: AbortSignal): Promise<PublicConfig> {
  const { data } = await apiClient.get<PublicConfig>(`/${encodeURIComponent(organisation)}/config`, {
    signal,
  });
  return data;
}
