import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { openTime, type TimeControl, type TimeState } from '../../../map/time/time.ts';

const nothing = () => () => {};
const loading: TimeState = {
  status: 'loading',
  mode: 'time-window',
  stops: [],
  positions: [],
  playing: false,
  loop: true,
  pace: 1000,
};

/** The map's time, for as long as the panel is open. The map is drawn first. */
export function useTime() {
  const model = useMapModel();
  const drawn = useMapState((state) => state.drawn);
  const [time, setTime] = useState<TimeControl>();
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!model || !drawn) return undefined;
    let left = false;
    let own: TimeControl | undefined;
    const open = async () => {
      try {
        own = await openTime(model);
        if (left) own.close();
        else setTime(own);
      } catch {
        if (!left) setFailed(true);
      }
    };
    void open();
    return () => {
      left = true;
      own?.close();
      setTime(undefined);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn tries again
  }, [model, drawn, turn]);
  const state = useSyncExternalStore(time?.state.subscribe ?? nothing, () => time?.state.get() ?? loading);
  const again = () => {
    setFailed(false);
    setTurn(turn + 1);
  };
  return { time, state, failed, again };
}
