import { MappingError } from '../../../../wire/errors.ts';
import { isNamed } from '../../../platform/safety/safe-fetch.ts';

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
