import type { MapModel } from '../map-model.ts';
import type { FeatureTable } from './table-types.ts';
export type { FeatureTable } from './table-types.ts';

/**
 * Puts a layer's table into `host`. Rows that are selected stand out in the map, and a click on the map selects the row.
 * @throws when the layer is not in the map or has no features
 */
export async function openTable(model: MapModel, layerId: string, host: HTMLElement): Promise<FeatureTable> {
  const sdk = await import('./table-element.ts');
  return model.reach((inside) => sdk.openTable(inside, layerId, host));
}
