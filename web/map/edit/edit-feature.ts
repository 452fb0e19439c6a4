import type { MapModel } from '../map-model.ts';

/** A feature that is to be edited. */
export interface FeatureToEdit {
  layerId: string;
  objectId: number;
}

/**
 * Has the Edit tool begin with a feature: at once when it is open, else when it opens next.
 */
export async function editFeature(model: MapModel, feature: FeatureToEdit): Promise<void> {
  const { askToEdit } = await import('./editor.ts');
  model.reach((inside) => askToEdit(inside, feature));
}
