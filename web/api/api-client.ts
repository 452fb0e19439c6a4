import axios, { type AxiosInstance } from 'axios';
import { apiError } from './api-error.ts';

/** Base address of our own API, a build-time setting (spec §7). */
const baseURL: string = import.meta.env?.VITE_API_BASE_URL || '/api';

let readToken: () => Promise<string> = () => Promise.resolve('');

/** Names who is asking: called before every request, empty for anonymous people. */
export function authorizeApi(token: () => Promise<string>): void {
  readToken = token;
}

/** The client of our own API. No time limit (spec §9); every failure is a `MappingError`. */
export const apiClient: AxiosInstance = createApiClient();

function createApiClient(): AxiosInstance {
  const client = axios.create({ baseURL, timeout: 0, headers: { accept: 'application/json' } });
  client.interceptors.request.use(async (request) => {
    const token = await readToken();
    if (token) request.headers.set('Authorization', `Bearer ${token}`);
    return request;
  });
  client.interceptors.response.use(undefined, (cause: unknown) => Promise.reject(apiError(cause)));
  return client;
}
