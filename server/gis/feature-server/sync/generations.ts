import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import type { ServiceRights } from '../context.ts';
import { refuseWithoutHistory } from '../query/historic-moment.ts';
import { historyRights, mustSeeHistory } from '../rights.ts';

/** The capability of a service whose layers all keep their history; it is derived, not stored. */
export const changeTracking = 'ChangeTracking';

/**
 * The part of a service's description about its generations, which are the edit times of its layers: they grow with every edit and survive
 * restarts. Empty unless the caller may read the changes of every layer.
 */
export function changeTrackingPart(layers: readonly HostedLayer[], rights: ServiceRights): object {
  if (!tracksChanges(layers, rights)) return {};
  return {
    changeTrackingInfo: {
      layerServerGens: layers.map(({ layerId, archive, editedAt }) => ({
        id: layerId,
        minServerGen: archive?.startedAt,
        serverGen: editedAt,
      })),
    },
    extractChangesCapabilities: {
      supportsReturnIdsOnly: true,
      supportsReturnExtentOnly: false,
      supportsReturnAttachments: false,
      supportsLayerQueries: true,
      supportsGeometry: true,
      supportsReturnFeature: true,
      supportsReturnDeletedFeatures: false,
      supportsReturnHasGeometryUpdates: false,
      supportsServerGens: false,
      supportsFieldsToCompare: false,
    },
  };
}

/** Whether a caller may read the changes of every layer. */
export function tracksChanges(layers: readonly HostedLayer[], rights: ServiceRights): boolean {
  return layers.length > 0 && layers.every((layer) => !layer.source && historyRights(layer, rights).moments);
}

/**
 * Checks that a caller may read the changes of a layer since a generation.
 * @throws MappingError 400 for a layer without history, a view, and a generation that the layer does not have; 499 or 403
 * for callers who may not see former features
 */
export function mustHaveGeneration(
  layer: HostedLayer,
  generation: number,
  rights: ServiceRights,
  parameter: string,
): void {
  const { source, archive, name, editedAt } = layer;
  if (source)
    throw arcgisError('services:not-supported', {
      message: 'A view has no generations of its own. Use those of its source.',
    });
  if (!archive)
    throw arcgisError('services:not-supported', {
      message: `The layer ${name} keeps no history, so its changes are unknown. Its owner turns it on with isDataArchived.`,
    });
  mustSeeHistory(layer, rights, 'moments');
  refuseWithoutHistory(layer, generation, parameter);
  if (generation > editedAt)
    throw parameterError(
      parameter,
      `The layer ${name} has no generation ${generation} yet; its last one is ${editedAt}. Download its features again.`,
    );
}
