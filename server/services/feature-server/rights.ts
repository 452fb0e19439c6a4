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

/** Anonymous callers are asked to sign in (499), others told that they may not (403). */
export function refuse(rights: ServiceRights): MappingError {
  if (rights.caller === null)
    return new MappingError('portal:token-required', 'Token Required', { status: 499 });
  return new MappingError('portal:forbidden', 'You do not have permission to do this with this service.', {
    status: 403,
  });
}

/** @throws MappingError 499 or 403 unless the caller may read */
export function mustRead(rights: ServiceRights): void {
  if (!rights.mayRead) throw refuse(rights);
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
