import type MapView from '@arcgis/core/views/MapView.js';
import type { MapInternals } from '../map-model.ts';

/** A feature to edit. */
export interface FeatureToEdit {
  layerId: string;
  objectId: number;
}

/** What takes the features to edit of a view while its Edit tool is open, and the feature that waits for it. */
const takers = new WeakMap<MapView, (feature: FeatureToEdit) => void>();
const asked = new WeakMap<MapView, FeatureToEdit>();

export function askToEdit({ view }: Pick<MapInternals, 'view'>, feature: FeatureToEdit): void {
  const take = takers.get(view);
  if (take) take(feature);
  else asked.set(view, feature);
}

/** Calls `take` with each feature that is to be edited, at once with the one that waits; returns how to stop. */
export function takeAsked(view: MapView, take: (feature: FeatureToEdit) => void): () => void {
  takers.set(view, take);
  const waiting = asked.get(view);
  asked.delete(view);
  if (waiting) take(waiting);
  return () => takers.delete(view);
}
