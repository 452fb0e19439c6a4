import type { LinkedFeature } from '../../../wire/url-state.ts';
import type { MapModel } from '../map-model.ts';

/**
 * Opens the popup of one feature, and moves the map if the feature is not in view.
 * @returns whether the map has such a feature
 */
export async function selectFeature(model: MapModel, feature: LinkedFeature): Promise<boolean> {
  const sdk = await import('./select-feature.ts');
  return model.withInternals((internals) => sdk.selectFeature(internals, feature));
}
