import { loadCapability } from '../load-capability.ts';
import type { Direction } from './where-from.ts';

/** A feature that is in view. */
export interface FeatureInView {
  objectId: number;
  /** The title of its popup; empty if it has none. */
  title: string;
  /** From the centre of the map. */
  metres: number;
  /** Compass direction from the centre of the map; undefined if the feature is at the centre. */
  direction: Direction | undefined;
}

/** A visible layer's features in view. */
export interface LayerInView {
  layerId: string;
  title: string;
  /** All of the layer’s features in view; `features` are the nearest of them. */
  total: number;
  features: readonly FeatureInView[];
  /** Whether the layer did not respond. */
  failed: boolean;
}

/**
 * The visible layers' features in view, in the order of the layer list: for each, the features nearest to the centre. A
 * layer that does not respond is reported as failed and does not block the others.
 */
export const featuresInView = loadCapability(async () => (await import('./query-view.ts')).featuresInView);
