import axios, { type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import type { PublicConfig } from '../../wire/app-config.ts';
import { type Fault, MappingError } from '../../wire/errors.ts';
import { portalHeader } from '../../wire/portal-address.ts';

/** Base URL of the application's API, set at build time. */
const baseURL: string = import.meta.env?.VITE_API_BASE_URL || '/api';

/** URL of the portal that issued the token; the server sends the token to no other. */
let issuer = '';

let readToken: () => Promise<string> = () => Promise.resolve('');

let renewToken: (expiredToken: string) => Promise<string> = () => Promise.resolve('');

/**
 * Sets how requests get their token.
 * @param token called before every request; empty for visitors
 * @param renew replaces a rejected token; empty when the session has ended
 * @param portal URL of the portal that issues the tokens
 */
export function authorizeApi(
  token: () => Promise<string>,
  renew: (expiredToken: string) => Promise<string> = () => Promise.resolve(''),
  portal = '',
): void {
  issuer = portal;
  readToken = token;
  renewToken = renew;
}

/** The client of the application's API, without a timeout. Every failure is a `MappingError`. */
export const apiClient: AxiosInstance = createApiClient();

function createApiClient(): AxiosInstance {
  const client = axios.create({ baseURL, timeout: 0, headers: { accept: 'application/json' } });
  client.interceptors.request.use(async (request) => {
    const portal = issuer;
    const token = await readToken();
    if (token) request.headers.set('Authorization', `Bearer ${token}`);
    if (token && portal) request.headers.set(portalHeader, portal);
    return request;
  });
  client.interceptors.response.use(undefined, async (cause: unknown) => {
    const again = await withNewToken(cause);
    if (again) return client.request(again);
    throw apiError(cause);
  });
  return client;
}

/** A request, marked when it is repeated. */
type Repeatable = InternalAxiosRequestConfig & { repeated?: boolean };

/** The request to repeat, once, after its token was rejected and renewed. */
async function withNewToken(cause: unknown): Promise<Repeatable | undefined> {
  if (!axios.isAxiosError(cause) || cause.response?.status !== 401 || !cause.config) return undefined;
  const config: Repeatable = cause.config;
  const expiredToken = /^Bearer (.+)$/.exec(String(config.headers.get('Authorization') ?? ''))?.[1];
  if (!expiredToken || config.repeated) return undefined;
  const renewed = await renewToken(expiredToken).catch(() => '');
  if (!renewed || renewed === expiredToken) return undefined;
  return { ...config, repeated: true };
}

/** The members of a problem+json body before validation. */
interface MaybeProblem {
  id?: unknown;
  title?: unknown;
  detail?: unknown;
  faults?: unknown;
  requestId?: unknown;
}

/**
 * Converts a failed request to the application's API into a `MappingError`. The message is the body's `detail`, else
 * its `title`, else the original message. Without a response the id is the reason: `api:cancelled`, `api:timeout`,
 * `api:unreachable`.
 */
export function apiError(cause: unknown): MappingError {
  if (cause instanceof MappingError) return cause;
  if (axios.isCancel(cause))
    return new MappingError('api:cancelled', cause.message ?? 'canceled', { status: 0, cause });
  if (!axios.isAxiosError(cause)) return new MappingError('api:failed', messageOf(cause), { cause });
  if (!cause.response) {
    const late = cause.code === 'ECONNABORTED' || cause.code === 'ETIMEDOUT';
    return new MappingError(late ? 'api:timeout' : 'api:unreachable', cause.message, { status: 0, cause });
  }
  const body: unknown = cause.response.data;
  const { id, title, detail, faults, requestId } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as MaybeProblem;
  const { status } = cause.response;
  return new MappingError(text(id) ?? 'api:request-failed', text(detail) ?? text(title) ?? cause.message, {
    status,
    cause,
    // The server sends one with every problem, and logs only what it did not expect.
    requestId: status === 500 ? text(requestId) : undefined,
    ...(Array.isArray(faults) && { faults: faults as Fault[] }),
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
