import type { Direction } from './where-from.ts';

/** A feature that is in view. */
export interface FeatureInView {
  objectId: number;
  /** As its popup would be titled; empty when nothing names it. */
  title: string;
  /** From the middle of the map. */
  metres: number;
  /** Compass direction from the middle of the map; undefined when the feature is there. */
  direction: Direction | undefined;
}

/** What a visible layer has in view. */
export interface LayerInView {
  layerId: string;
  title: string;
  /** All of the layer’s features in view; `features` are the nearest of them. */
  total: number;
  features: readonly FeatureInView[];
  /** Whether the layer did not answer. */
  failed: boolean;
}
