import { useEffect, useState } from 'react';
import { type LinkedFeature, parseUrlState } from '../../../wire/url-state.ts';
import { followAddress } from '../../context/follow-address.ts';
import { useMapModel, useMapState } from '../../map/map-model.ts';
import { selectFeature } from '../../map/selection/selection.ts';

/** Selects the feature that the link names; returns what the link must say from then on. */
export function useLinkedFeature(): LinkedFeature | undefined {
  const model = useMapModel();
  const ready = useMapState(({ status }) => status === 'ready');
  const selected = useMapState((state) => state.selected);
  const [wanted, setWanted] = useState(() => parseUrlState(location.hash).state.feature);
  useEffect(() => {
    if (!model || !ready || !wanted) return undefined;
    let left = false;
    const select = async () => {
      // A feature that is gone, or a layer that cannot say, leaves the map as it is.
      await selectFeature(model, wanted).catch(() => false);
      if (!left) setWanted(undefined);
    };
    void select();
    return () => {
      left = true;
    };
  }, [model, ready, wanted]);
  useEffect(
    () =>
      followAddress(({ state: { feature: next } }) => {
        const now = model?.state.get().selected;
        if (next && (next.layer !== now?.layer || next.id !== now.id)) setWanted(next);
      }),
    [model],
  );
  return wanted ?? selected;
}
