import { useEffect, useState } from 'react';
import { type MapPoint, useMapModel } from '../../../map/map-model.ts';
import { pickPlaces } from '../../../map/measure/measure.ts';

/** The last clicked place while the panel is open. */
export function usePickedPlace() {
  const model = useMapModel();
  const [point, setPoint] = useState<MapPoint>();
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!model) return undefined;
    let left = false;
    let stop: (() => void) | undefined;
    const begin = async () => {
      try {
        stop = await pickPlaces(model, (next) => !left && setPoint(next));
        if (left) stop();
        else setReady(true);
      } catch {
        if (!left) setFailed(true);
      }
    };
    void begin();
    return () => {
      left = true;
      setReady(false);
      stop?.();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn tries again
  }, [model, turn]);
  const again = () => {
    setFailed(false);
    setTurn(turn + 1);
  };
  return { point, ready, failed, again };
}
