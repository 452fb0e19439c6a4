import type { MapModel } from '../map-model.ts';
import type { LayerInView } from './query-view.ts';
export type { FeatureInView, LayerInView } from './query-view.ts';
export type { Direction } from './where-from.ts';

/** Number of listed features per layer. */
export const listedPerLayer = 20;

/**
 * The visible layers' features in view, in the order of the layer list: for each, the features nearest to the centre. A
 * layer that does not respond is reported as failed and does not block the others.
 */
export async function featuresInView(model: MapModel, signal: AbortSignal): Promise<LayerInView[]> {
  const sdk = await import('./query-view.ts');
  return model.withInternals((internals) => sdk.featuresInView(internals, listedPerLayer, signal));
}
