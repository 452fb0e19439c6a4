import type { CheckedLayer } from '../../../wire/map-check.ts';
import { type Ask, checkLayer } from './check-layer.ts';
import { type DocumentLayer, layersOf } from './layers-of.ts';

/**
 * Checks every layer of a web map.
 * @param document undefined: it could not be read, which is reported as the map's only problem
 */
export async function checkDocument(
  document: unknown,
  ask: Ask,
  address: (layer: DocumentLayer) => string | undefined,
): Promise<CheckedLayer[]> {
  if (document === undefined) return [{ title: '', state: 'dead' }];
  return Promise.all(layersOf(document).map((layer) => checkLayer(layer, ask, address)));
}
