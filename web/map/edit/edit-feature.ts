import type { MapModel } from '../map-model.ts';
import type { FeatureToEdit } from './feature-to-edit.ts';

/**
 * Has the Edit tool begin with a feature: at once when it is open, else when it opens next.
 */
export async function editFeature(model: MapModel, feature: FeatureToEdit): Promise<void> {
  const { askToEdit } = await import('./editor.ts');
  model.withInternals((internals) => askToEdit(internals, feature));
}
