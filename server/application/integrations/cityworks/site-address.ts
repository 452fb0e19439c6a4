import type { AllowedPrivateHosts } from '../../../platform/safety/safe-fetch.ts';

/** Where a Cityworks site is asked: a path is of this server itself, which is always reached at its own address. */
export function siteAddress(
  server: string,
  { origin, allowedPrivateHosts }: { origin: string; allowedPrivateHosts: AllowedPrivateHosts },
): { server: string; allowedPrivateHosts: AllowedPrivateHosts } {
  return server.startsWith('/')
    ? { server: new URL(server, origin).href, allowedPrivateHosts: true }
    : { server, allowedPrivateHosts };
}
