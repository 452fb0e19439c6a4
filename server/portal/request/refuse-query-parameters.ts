import { MappingError } from '../../../wire/errors.ts';
import type { PortalCall } from '../operation.ts';

/**
 * Secrets are read from a body alone: addresses are logged and remembered.
 * @throws MappingError `portal:secret-in-address`
 */
export function refuseQueryParameters({ request }: PortalCall, names: readonly string[]): void {
  const query = (request.query ?? {}) as object;
  if (!names.some((name) => name in query)) return;
  throw new MappingError(
    'portal:secret-in-address',
    `Send ${names.join(' and ')} in the body of a POST request, not in the address.`,
    { status: 400 },
  );
}
