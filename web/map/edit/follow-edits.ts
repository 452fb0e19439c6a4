import type { MapModel } from '../map-model.ts';
import type { FeatureEdit } from './feature-edit.ts';

/** Calls `listener` after every edit of features, whichever tool made it; returns a function that unsubscribes. */
export function followEdits(model: MapModel, listener: (edit: FeatureEdit) => void): () => void {
  let left = false;
  let stop = () => {};
  const begin = async () => {
    const { watchEdits } = await import('./watch-edits.ts');
    if (!left) stop = model.withInternals((internals) => watchEdits(internals, listener));
  };
  // Without it edits still work; only undo is missing.
  void begin().catch(() => {});
  return () => {
    left = true;
    stop();
  };
}
