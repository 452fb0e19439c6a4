import type { AllowedPrivateHosts } from '../../../platform/safety/safe-fetch.ts';

/** Address of a Cityworks site. A path is on this server, which is always called at its own address. */
export function siteAddress(
  server: string,
  { origin, allowedPrivateHosts }: { origin: string; allowedPrivateHosts: AllowedPrivateHosts },
): { server: string; allowedPrivateHosts: AllowedPrivateHosts } {
  return server.startsWith('/')
    ? { server: new URL(server, origin).href, allowedPrivateHosts: true }
    : { server, allowedPrivateHosts };
}
