import { type RefObject, useEffect, useState } from 'react';
import { useMapModel } from '../../../map/map-model.ts';
import { type FeatureTable, openTable } from '../../../map/table/feature-table.ts';

/** The SDK's table of a layer in a host element, while the panel is open. */
export function useTable(layerId: string, host: RefObject<HTMLElement | null>) {
  const model = useMapModel();
  const [table, setTable] = useState<FeatureTable>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!model || !host.current) return undefined;
    let left = false;
    let own: FeatureTable | undefined;
    // A separate element, because the SDK may change its classes.
    const place = document.createElement('div');
    place.style.cssText = 'position:absolute;inset:0';
    host.current.replaceChildren(place);
    const open = async () => {
      try {
        own = await openTable(model, layerId, place);
        if (left) own.close();
        else setTable(own);
      } catch (cause) {
        if (!left) setError(cause);
      }
    };
    void open();
    return () => {
      left = true;
      own?.close();
      setTable(undefined);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn tries again
  }, [model, layerId, host, turn]);
  const again = () => {
    setError(undefined);
    setTurn(turn + 1);
  };
  return { table, error, again };
}
