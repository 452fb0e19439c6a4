import type { MapModel } from '../map-model.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import type { FeatureTable } from './table-element.ts';
export type { FeatureTable } from './table-element.ts';

/**
 * Mounts a layer's table in `host`. Selected rows are highlighted in the map, and a click on the map selects the row.
 * @throws MappingError `layer:no-table` if it is not in the map or has no features, `layer:failed`, `portal:*`
 */
export async function openTable(model: MapModel, layerId: string, host: HTMLElement): Promise<FeatureTable> {
  try {
    const sdk = await import('./table-element.ts');
    return await model.withInternals((internals) => sdk.openTable(internals, layerId, host));
  } catch (cause) {
    throw sdkError(cause, 'layer:failed');
  }
}
