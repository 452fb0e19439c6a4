import { arcgisError } from '../../platform/http/arcgis-error.ts';
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
  return arcgisError('portal:forbidden');
}

/**
 * The answer about a service one may not read, whether or not it exists: anonymous callers are asked to sign in, members are
 * told that there is none.
 */
export function unseen(rights: ServiceRights): MappingError {
  return rights.caller === null ? tokenRequired() : serviceNotFound();
}

export function serviceNotFound(): MappingError {
  return arcgisError('services:not-found');
}

function tokenRequired(): MappingError {
  return arcgisError('portal:token-required');
}

/** @throws MappingError 499 or 403 unless the caller may edit, 400 when the service has no such operation */
export function mustEdit(
  service: HostedService,
  rights: ServiceRights,
  capability: 'Create' | 'Update' | 'Delete',
): void {
  if (!service.capabilities.includes(capability)) {
    throw arcgisError('services:not-supported', {
      faults: [{ path: 'capabilities', message: `The service does not allow ${capability}.` }],
    });
  }
  if (!rights.mayRead || !rights.mayEdit) throw refuse(rights);
}

/** Names of services are plain; what is not one is not worth a question to the database. */
export function isServiceName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,120}$/.test(name);
}
