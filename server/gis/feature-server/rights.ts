import { MappingError } from '../../../wire/errors.ts';
import type { HostedService } from '../layer/layer.ts';
import type { ServiceRights } from './context.ts';

/** Capabilities that change data. */
const editing = ['Create', 'Delete', 'Update', 'Editing'];

/** What this caller sees as the service's capabilities: editing only for those who may. */
export function capabilitiesFor(service: HostedService, rights: ServiceRights): string {
  return service.capabilities
    .filter((capability) => rights.mayEdit || !editing.includes(capability))
    .join(',');
}

/** As the item of a service that does not exist: rights then say who asks, and no more. */
export const noItem = '';

/** Anonymous callers are asked to sign in (499), others told that they may not (403). */
function refuse(rights: ServiceRights): MappingError {
  if (rights.caller === null) return tokenRequired();
  return new MappingError('portal:forbidden', 'You do not have permission to do this with this service.', {
    status: 403,
  });
}

/**
 * The answer about a service one may not read, whether or not it exists: anonymous callers are asked to sign in, members are
 * told that there is none.
 */
export function unseen(rights: ServiceRights): MappingError {
  return rights.caller === null ? tokenRequired() : serviceNotFound();
}

export function serviceNotFound(): MappingError {
  const message = 'Service or layer not found, or not shared with you.';
  return new MappingError('services:not-found', message, { status: 404 });
}

function tokenRequired(): MappingError {
  return new MappingError('portal:token-required', 'Token Required', { status: 499 });
}

/** @throws MappingError 499 or 403 unless the caller may edit, 400 when the service has no such operation */
export function mustEdit(
  service: HostedService,
  rights: ServiceRights,
  capability: 'Create' | 'Update' | 'Delete',
): void {
  if (!service.capabilities.includes(capability)) {
    throw new MappingError('services:not-supported', 'This operation is not supported.', {
      status: 400,
      faults: [{ path: 'capabilities', message: `The service does not allow ${capability}.` }],
    });
  }
  if (!rights.mayRead || !rights.mayEdit) throw refuse(rights);
}

/** Names of services are plain; what is not one is not worth a question to the database. */
export function isServiceName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,120}$/.test(name);
}
