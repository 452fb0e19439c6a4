import axios, { type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import { portalHeader } from '../../wire/portal-address.ts';
import { apiError } from './api-error.ts';

/** Base URL of our own API, a build-time setting. */
const baseURL: string = import.meta.env?.VITE_API_BASE_URL || '/api';

/** Address of the portal whose tokens are sent: our server sends them to no other. */
let issuer = '';

let readToken: () => Promise<string> = () => Promise.resolve('');

let renewToken: (worn: string) => Promise<string> = () => Promise.resolve('');

/**
 * Names who is asking: called before every request, empty for anonymous people.
 * @param renew replaces a token that was refused; empty when the sign-in is over
 * @param portal address of the portal that issues the tokens
 */
export function authorizeApi(
  token: () => Promise<string>,
  renew: (worn: string) => Promise<string> = () => Promise.resolve(''),
  portal = '',
): void {
  issuer = portal;
  readToken = token;
  renewToken = renew;
}

/** The client of our own API. No time limit, because uploads may take long; every failure is a `MappingError`. */
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

/** A request, marked when it is sent a second time. */
type Repeatable = InternalAxiosRequestConfig & { repeated?: boolean };

/** The request to be repeated, once, when its token was refused and there is a new one. */
async function withNewToken(cause: unknown): Promise<Repeatable | undefined> {
  if (!axios.isAxiosError(cause) || cause.response?.status !== 401 || !cause.config) return undefined;
  const config: Repeatable = cause.config;
  const worn = /^Bearer (.+)$/.exec(String(config.headers.get('Authorization') ?? ''))?.[1];
  if (!worn || config.repeated) return undefined;
  const renewed = await renewToken(worn).catch(() => '');
  if (!renewed || renewed === worn) return undefined;
  return { ...config, repeated: true };
}
