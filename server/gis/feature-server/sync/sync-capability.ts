import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import type { HostedLayer, HostedService } from '../../layer/layer.ts';
import type { ServiceCall, ServiceRights } from '../context.ts';
import { mustBeSignedIn, mustSeeHistory, sync } from '../rights.ts';
import { tracksChanges } from './generations.ts';

/** Why a service cannot have offline copies; undefined: it can. */
export function whyNoSync(layers: readonly HostedLayer[]): string | undefined {
  if (layers.length === 0) return 'A service without layers cannot be taken offline.';
  if (layers.some(({ source }) => source)) return 'A view cannot be taken offline. Use its source.';
  const without = layers.find(({ archive }) => !archive);
  return (
    without &&
    `${sync} needs the history of every layer, and ${without.name} has none: set its isDataArchived to true.`
  );
}

/** Whether a caller may take a service offline. */
export function maySync(
  service: HostedService,
  layers: readonly HostedLayer[],
  rights: ServiceRights,
): boolean {
  return service.capabilities.includes(sync) && tracksChanges(layers, rights);
}

/**
 * Checks that a caller may take a service offline.
 * @throws MappingError 400 for a service without sync, 499 for visitors, 403 for those who may not see former features
 */
export function mustSync({
  service,
  layers,
  rights,
}: Pick<ServiceCall, 'service' | 'layers' | 'rights'>): void {
  mustBeSignedIn(rights);
  const problem = service.capabilities.includes(sync)
    ? whyNoSync(layers)
    : `The service ${service.name} does not allow offline copies. Its owner turns on ${sync}.`;
  if (problem !== undefined) throw arcgisError('services:not-supported', { message: problem });
  for (const layer of layers) mustSeeHistory(layer, rights, 'moments');
}

/** The part of a service's description about offline copies, for callers who may have them. */
export function syncPart(
  service: HostedService,
  layers: readonly HostedLayer[],
  rights: ServiceRights,
): object {
  if (!maySync(service, layers, rights)) return { syncEnabled: false };
  return {
    syncEnabled: true,
    syncCapabilities: {
      supportsASync: true,
      supportsAsync: true,
      supportsRegisteringExistingData: false,
      supportsSyncDirectionControl: true,
      supportsPerLayerSync: true,
      supportsPerReplicaSync: false,
      supportsSyncModelNone: false,
      supportsRollbackOnFailure: true,
      supportsAttachmentsSyncDirection: true,
      supportsBiDirectionalSyncForServer: false,
    },
    advancedReplicasResourceCapabilities: { supportsReturnVersion: false, supportsReturnLastSyncDate: true },
  };
}
