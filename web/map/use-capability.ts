import { useEffect, useEffectEvent, useState } from 'react';
import { type MapModel, useMapModel } from './map-model.ts';

/** A capability in use: a tool, a table, a measurement. */
interface Session {
  close(): void;
}

export interface OpenSession<Opened extends Session> {
  /** Undefined while it opens, and when that failed. */
  session: Opened | undefined;
  /** Why it could not be opened; undefined if it could. */
  error: unknown;
  /** Closes it and opens another one. */
  again: () => void;
}

/**
 * Opens a capability of the open map while the component is mounted. Changes of `open` apply the next time it opens.
 *
 * @param options.when opens it only while this is true; default: always
 * @param options.key opens another one when this changes
 * @param options.holdsClicks holds the clicks on the map until it is open, because it takes them
 */
export function useCapability<Opened extends Session>(
  open: (model: MapModel) => Promise<Opened>,
  {
    when = true,
    key = '',
    holdsClicks = false,
  }: { when?: boolean; key?: string; holdsClicks?: boolean } = {},
): OpenSession<Opened> {
  const model = useMapModel();
  const [session, setSession] = useState<Opened>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  const begin = useEffectEvent(open);
  const hold = useEffectEvent((on: MapModel) => (holdsClicks ? on.holdClicks() : () => {}));
  useEffect(() => {
    if (!model || !when) return undefined;
    let left = false;
    let own: Opened | undefined;
    const release = hold(model);
    const start = async () => {
      try {
        own = await begin(model);
        if (left) own.close();
        else setSession(own);
      } catch (cause) {
        if (!left) setError(cause);
      } finally {
        release();
      }
    };
    void start();
    return () => {
      left = true;
      release();
      own?.close();
      setSession(undefined);
      setError(undefined);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another key or turn opens another one
  }, [model, when, key, turn]);
  const again = () => setTurn(turn + 1);
  return { session, error, again };
}
