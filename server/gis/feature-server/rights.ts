import { arcgisError } from '../../platform/http/arcgis-error.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { HostedLayer, HostedService } from '../layer/layer.ts';
import type { OwnOnly } from '../storage/edit-store.ts';
import type { ServiceRights } from './context.ts';

/** Capabilities that change data. */
const editing = ['Create', 'Delete', 'Update', 'Editing'];

/** The capability of a service whose owner allows offline copies. It is in force while every layer has a history. */
export const sync = 'Sync';

/** The capability of a service whose owner lets others export its layers as files. */
export const extract = 'Extract';

/** The service's capabilities for this caller: those of any of its layers. Offline copies are decided apart. */
export function capabilitiesFor(
  service: HostedService,
  layers: readonly HostedLayer[],
  rights: ServiceRights,
): string {
  return service.capabilities
    .filter(
      (capability) =>
        layers.some((layer) => isAllowed(capability, layer, rights)) ||
        (layers.length === 0 && (rights.mayEdit || !editing.includes(capability))),
    )
    .filter((capability) => capability !== sync)
    .join(',');
}

/** The capabilities of a layer for this caller: editing only for callers who may edit. Owners may always export. */
export function layerCapabilities(layer: HostedLayer, rights: ServiceRights): string {
  const { capabilities } = layer.service;
  const always = rights.mayAdminister && !capabilities.includes(extract) ? [extract] : [];
  return [...capabilities, ...always]
    .filter((capability) => capability !== sync && isAllowed(capability, layer, rights))
    .join(',');
}

function isAllowed(capability: string, layer: HostedLayer, rights: ServiceRights): boolean {
  if (capability === 'Query' || capability === extract) return mayReadFeatures(layer, rights);
  if (rights.mayEdit || !editing.includes(capability)) return true;
  return (capability === 'Create' || capability === 'Editing') && mayAddTo(layer, rights);
}

/** Whether the caller may read the features of a layer, besides its description. */
export function mayReadFeatures({ visitors }: HostedLayer, rights: ServiceRights): boolean {
  return rights.mayRead && !(rights.isOutside && visitors && !visitors.mayRead);
}

/** Whether the caller may add features to a layer whose service allows it. */
export function mayAddTo({ visitors }: HostedLayer, rights: ServiceRights): boolean {
  return rights.mayRead && (rights.mayEdit || (rights.isOutside === true && visitors?.mayAdd === true));
}

/** The item of a service that does not exist: its permissions only show whether the caller is signed in. */
export const noItem = '';

/** Anonymous callers are prompted to sign in (499), others are refused (403). */
export function refuse(rights: ServiceRights): MappingError {
  if (rights.caller === null) return tokenRequired();
  return arcgisError('portal:forbidden');
}

/**
 * The error for a service the caller may not read, whether or not it exists: anonymous callers are prompted
 * to sign in, members get that it does not exist.
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

/**
 * @throws MappingError 499 or 403 unless the caller may edit, 400 when the service does not support the
 * operation
 */
export function mustEdit(
  service: HostedService,
  rights: ServiceRights,
  capability: 'Create' | 'Update' | 'Delete',
): void {
  mustSupport(service, capability);
  if (!rights.mayRead || !rights.mayEdit) throw refuse(rights);
}

/** @throws MappingError as `mustEdit`, unless the caller may add features to the layer */
export function mustAdd(layer: HostedLayer, rights: ServiceRights): void {
  mustSupport(layer.service, 'Create');
  if (!mayAddTo(layer, rights)) throw refuse(rights);
}

function mustSupport({ capabilities }: HostedService, capability: string): void {
  if (capabilities.includes(capability)) return;
  throw arcgisError('services:not-supported', {
    message: `This operation is not supported: the service does not allow ${capability}.`,
    faults: [{ path: 'capabilities', message: `The service does not allow ${capability}.` }],
  });
}

/** The creators whose features the caller may change; the layer's owner and administrators may change all. */
export function ownOnly({ ownership }: HostedLayer, { caller, mayAdminister }: ServiceRights): OwnOnly {
  if (!ownership || mayAdminister) return {};
  const own = caller ?? '';
  return {
    ...(!ownership.allowOthersToUpdate && { update: own }),
    ...(!ownership.allowOthersToDelete && { delete: own }),
  };
}

/** The error of an edit that only the creator of a feature may make. */
export const notOwn = 'Feature not found, or not created by you.';

/** @throws MappingError 499 for visitors */
export function mustBeSignedIn(rights: ServiceRights): asserts rights is ServiceRights & { caller: string } {
  if (rights.caller === null) throw tokenRequired();
}

/** @throws MappingError 499 or 403 unless the caller owns the service or administers its organisation */
export function mustAdminister(rights: ServiceRights): void {
  if (!rights.mayRead || !rights.mayAdminister) throw refuse(rights);
}

/** @throws MappingError as `mustAdminister`, and 403 without the privilege to publish */
export function mustAddLayers(rights: ServiceRights): void {
  mustAdminister(rights);
  if (rights.mayAddLayers) return;
  const message = 'Adding layers needs the privilege to publish hosted layers.';
  throw arcgisError('portal:forbidden', { message });
}

/** Whether the caller may change every feature of a layer. */
function mayChangeAll(layer: HostedLayer, rights: ServiceRights): boolean {
  if (!rights.mayRead) return false;
  if (rights.mayAdminister) return true;
  const { capabilities } = layer.service;
  return (
    rights.mayEdit &&
    (['Create', 'Update', 'Delete'] as const).every((capability) => capabilities.includes(capability)) &&
    Object.keys(ownOnly(layer, rights)).length === 0
  );
}

/** Permissions of a caller on the history of a layer. */
export interface HistoryRights {
  /** Read the features of a moment. */
  moments: boolean;
  /** Read who changed what, and put features back. A view has no list of changes of its own. */
  changes: boolean;
  /** Put the whole layer back. */
  restore: boolean;
}

/** Deleted features and the names of editors are for editors, unless the owner lets everyone see former features. */
export function historyRights(layer: HostedLayer, rights: ServiceRights): HistoryRights {
  if (!layer.archive) return { moments: false, changes: false, restore: false };
  const edits = mayChangeAll(layer, rights);
  return {
    moments: edits || (rights.mayRead && layer.archive.readers === 'everyone'),
    changes: edits && !layer.source,
    restore: edits && !layer.source && rights.mayAdminister === true,
  };
}

/** @throws MappingError 499 or 403 unless the caller may do this with the history of the layer */
export function mustSeeHistory(layer: HostedLayer, rights: ServiceRights, right: keyof HistoryRights): void {
  if (!historyRights(layer, rights)[right]) throw refuse(rights);
}

/** Service names are plain; other names need no database query. */
export function isServiceName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,120}$/.test(name);
}
