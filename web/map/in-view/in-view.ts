import type { MapModel } from '../map-model.ts';
import type { LayerInView } from './in-view-types.ts';
export type { FeatureInView, LayerInView } from './in-view-types.ts';
export type { Direction } from './where-from.ts';

/** Features of one layer that are listed. */
export const listedPerLayer = 20;

/**
 * What the visible layers have in view, in the order of the list of layers: of each the features nearest to the middle. A
 * layer that does not answer is told as failed and holds up none of the others.
 */
export async function featuresInView(model: MapModel, signal: AbortSignal): Promise<LayerInView[]> {
  const sdk = await import('./query-view.ts');
  return model.withInternals((internals) => sdk.featuresInView(internals, listedPerLayer, signal));
}
