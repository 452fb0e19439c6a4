import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Editing, type EditingState, openEditing } from '../../../map/edit/edit-feature.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';

const nothing = () => () => {};
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

/** The map's features, open for editing for as long as the panel is. The map is drawn first. */
export function useEditing() {
  const model = useMapModel();
  const drawn = useMapState((state) => state.drawn);
  const [editing, setEditing] = useState<Editing>();
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!model || !drawn) return undefined;
    let left = false;
    let own: Editing | undefined;
    const open = async () => {
      try {
        own = await openEditing(model);
        if (left) own.close();
        else setEditing(own);
      } catch {
        if (!left) setFailed(true);
      }
    };
    void open();
    return () => {
      left = true;
      own?.close();
      setEditing(undefined);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn tries again
  }, [model, drawn, turn]);
  const state = useSyncExternalStore(
    editing?.state.subscribe ?? nothing,
    () => editing?.state.get() ?? opening,
  );
  const again = () => {
    setFailed(false);
    setTurn(turn + 1);
  };
  return { editing, state, failed, again };
}
