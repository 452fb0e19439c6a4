import '@tanstack/react-query';

declare const made: unique symbol;

/** The key of a query. Only the factories, `query-keys.ts` of each room, make one: a literal array is a type error. */
export type MadeQueryKey = readonly unknown[] & { readonly [made]: true };

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: MadeQueryKey;
  }
}

/**
 * Makes a key. The first parts identify the resource and its server, so that a shorter key matches all keys
 * that begin with it.
 */
export function queryKey(...parts: readonly unknown[]): MadeQueryKey {
  return parts as unknown as MadeQueryKey;
}
