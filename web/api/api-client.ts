import axios, { type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import { portalHeader } from '../../wire/portal-address.ts';
import { apiError } from './api-error.ts';

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
