import { MappingError } from '../../../wire/errors.ts';
import { type AllowedPrivateHosts, isNamed } from '../../../server/platform/safety/safe-fetch.ts';

/**
 * Rejects a Cityworks server for sign-in by token unless the operator has named it, because an administrator
 * could name any server.
 * @throws MappingError `cityworks:token-not-allowed` (503)
 */
export function checkTokenHost(server: string, hosts: ReadonlySet<string>): void {
  const url = new URL(server);
  if (isNamed(url, hosts)) return;
  throw new MappingError(
    'cityworks:token-not-allowed',
    `Signing in to ${url.host} with a portal token is not allowed. The operator must add it to CITYWORKS_TOKEN_HOSTS, or an administrator must use a user name and password.`,
    { status: 503 },
  );
}

/** Address of a Cityworks site. A path is on this server, which is always called at its own address. */
export function siteAddress(
  server: string,
  { origin, allowedPrivateHosts }: { origin: string; allowedPrivateHosts: AllowedPrivateHosts },
): { server: string; allowedPrivateHosts: AllowedPrivateHosts } {
  return server.startsWith('/')
    ? { server: new URL(server, origin).href, allowedPrivateHosts: true }
    : { server, allowedPrivateHosts };
}
