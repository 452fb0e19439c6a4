import { MappingError } from '../../../wire/errors.ts';
import type { PortalCall } from '../operation.ts';

/**
 * Secrets are accepted in a body only: addresses are logged and stored.
 * @throws MappingError `portal:secret-in-address`
 */
export function refuseQueryParameters({ request }: PortalCall, names: readonly string[]): void {
  const inQuery = Object.keys(request.query ?? {}).map((name) => name.toLowerCase());
  if (!names.some((name) => inQuery.includes(name.toLowerCase()))) return;
  throw new MappingError(
    'portal:secret-in-address',
    `Send ${names.join(' and ')} in the body of a POST request, not in the address.`,
    { status: 400 },
  );
}
