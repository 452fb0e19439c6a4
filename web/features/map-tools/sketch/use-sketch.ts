import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapModel } from '../../../map/map-model.ts';
import { openSketch, type Sketch, type SketchState, type SketchStyle } from '../../../map/sketch/sketch.ts';

const nothing = () => () => {};
const empty: SketchState = {
  tool: undefined,
  ready: false,
  count: 0,
  selected: 0,
  selectedText: undefined,
  canUndo: false,
  canRedo: false,
};

/** The map's drawings, open while the panel is. */
export function useSketch(style: SketchStyle) {
  const { t } = useTranslation();
  const model = useMapModel();
  const [sketch, setSketch] = useState<Sketch>();
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!model) return undefined;
    let left = false;
    let own: Sketch | undefined;
    const open = async () => {
      try {
        own = await openSketch(model, t('sketch.layer'), style);
        if (left) own.close();
        else setSketch(own);
      } catch {
        if (!left) setFailed(true);
      }
    };
    void open();
    return () => {
      left = true;
      own?.close();
      setSketch(undefined);
    };
    // Text and style are initial values; later changes are passed to the open sketch.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [model, turn]);
  const state = useSyncExternalStore(sketch?.state.subscribe ?? nothing, () => sketch?.state.get() ?? empty);
  const again = () => {
    setFailed(false);
    setTurn(turn + 1);
  };
  return { sketch, state, failed, again };
}
