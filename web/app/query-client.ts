import { QueryClient } from '@tanstack/react-query';

/** Milliseconds for which an answer is good enough not to be asked for again when a view comes back. */
const fresh = 30_000;

/**
 * The cache of everything asked over the network: no refetch on focus, no retry (spec §7). Without a network a question
 * fails, and that is said; it does not wait unseen for the network to come back.
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
