import { type EditingState, openEditing } from '../../../map/edit/edit-feature.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { useMapState } from '../../../map/map-model.ts';
import { useStore } from '../../../map/store.ts';

const opening: EditingState = {
  step: 'choose',
  templates: undefined,
  candidates: [],
  template: undefined,
  ready: false,
  canUndo: false,
  canRedo: false,
  snapping: false,
  form: undefined,
  error: undefined,
};

/** Enables editing of the map's features while the panel is open, after the map has been drawn. */
export function useEditing() {
  const when = useMapState((state) => state.drawn);
  const { session: editing, error, again } = useCapability(openEditing, { when });
  return { editing, state: useStore(editing?.state, opening), failed: error !== undefined, again };
}
