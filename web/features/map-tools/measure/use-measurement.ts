import { useEffect, useRef, useState } from 'react';
import { useMapModel } from '../../../map/map-model.ts';
import { measure, type Measured, type Measurement } from '../../../map/measure/measure.ts';
import type { UnitSystem } from '../../../map/measure/units.ts';

const nothing: Measured = { length: 0, area: 0 };

/** A measurement while the panel is open. */
export function useMeasurement(kind: 'distance' | 'area', system: UnitSystem) {
  const model = useMapModel();
  const [measured, setMeasured] = useState(nothing);
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const running = useRef<Measurement>(undefined);
  const latest = useRef(system);
  useEffect(() => {
    latest.current = system;
    running.current?.setSystem(system);
  }, [system]);
  useEffect(() => {
    if (!model) return undefined;
    let left = false;
    let own: Measurement | undefined;
    const begin = async () => {
      try {
        own = await measure(model, kind, latest.current, (next) => !left && setMeasured(next));
        if (left) return own.stop();
        running.current = own;
        setReady(true);
      } catch {
        if (!left) setFailed(true);
      }
    };
    void begin();
    return () => {
      left = true;
      setReady(false);
      running.current = undefined;
      own?.stop();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn begins anew
  }, [model, kind, turn]);
  const again = () => {
    setFailed(false);
    setMeasured(nothing);
    setTurn(turn + 1);
  };
  return { measured, ready, failed, again };
}
