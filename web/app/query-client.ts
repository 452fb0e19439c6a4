import { QueryClient } from '@tanstack/react-query';

/** Milliseconds during which a result is reused when a view is shown again. */
const fresh = 30_000;

/**
 * The cache of everything loaded over the network, without refetching on focus and without retries: users see an error
 * and a button instead of a long wait. Without a network a query fails at once; it doesn't wait for the network to come
 * back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: false,
        staleTime: fresh,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
