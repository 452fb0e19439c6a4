import type { ReachLocal } from '../../safety/reach.ts';

/** Where a Cityworks site is asked: a path is of this server itself, which is always reached at its own address. */
export function siteAddress(
  server: string,
  { origin, reachLocal }: { origin: string; reachLocal: ReachLocal },
): { server: string; reachLocal: ReachLocal } {
  return server.startsWith('/')
    ? { server: new URL(server, origin).href, reachLocal: true }
    : { server, reachLocal };
}
