import type { CheckedHealth } from '../../wire/integration-health.ts';
import { apiClient } from '../../web/api/api-client.ts';

/** Result of the last check of an integration. */
export const foundHealth = (integration: string, state: CheckedHealth['state']): CheckedHealth => ({
  integration,
  state,
  message: '',
  checkedAt: Date.now(),
  changes: [],
});

/**
 * The server's response with the last checks.
 *
 * @returns the requested paths, in order
 */
export function serveHealth(checks: CheckedHealth[]): string[] {
  const requested: string[] = [];
  Object.assign(apiClient.defaults, {
    adapter: 'fetch',
    baseURL: 'http://maps.example/api',
    env: {
      fetch: async (input: Request | string, init?: RequestInit) => {
        requested.push(new URL(new Request(input, init).url).pathname);
        return Response.json({ checks });
      },
      Request,
      Response,
    },
  });
  return requested;
}
