import { useEffect, useRef, useState } from 'react';
import { type MapPlace, parseUrlState, printPlace, printUrlState } from '../../../wire/url-state.ts';
import { followAddress } from '../../context/follow-address.ts';
import { useMapModel, useMapState } from '../../map/map-model.ts';
import { useLinkedFeature } from './use-linked-feature.ts';
import { useLinkedLayers } from './use-linked-layers.ts';

/**
 * Lets the address follow the map and the open tool, and the map follow the address when the person goes back, forward, or
 * changes it. The map owns the view: what is written here is never read back, or the two would chase each other.
 *
 * @returns whether the address that was opened could not be read
 */
export function useUrlHash(tool: string | undefined): boolean {
  const model = useMapModel();
  const place = useMapState((state) => state.place);
  const [malformed, setMalformed] = useState(() => parseUrlState(location.hash).faults.length > 0);
  const layers = useLinkedLayers();
  const feature = useLinkedFeature();
  /** Where the map is on its way to: what the address says already, and must not lose while the map moves. */
  const aim = useRef<MapPlace>(undefined);
  useEffect(() => {
    if (!place) return;
    const { show, hide, ...rest } = parseUrlState(location.hash).state;
    // Until the map knows its layers, what the link says of them stays.
    const linked = layers ?? { ...(show && { show }), ...(hide && { hide }) };
    const { tool: _was, feature: _before, ...others } = rest;
    const hash = printUrlState(
      { ...others, at: aim.current ?? place, ...(tool && { tool }), ...linked, ...(feature && { feature }) },
      location.hash,
    );
    // The router's own entry stays as it is; only the address changes.
    if (hash !== location.hash) history.replaceState(history.state, '', hash);
  }, [place, tool, layers, feature]);
  useEffect(() => {
    if (!model) return undefined;
    return followAddress(({ state, faults }) => {
      setMalformed(faults.length > 0);
      const { at } = state;
      const now = aim.current ?? model.state.get().place;
      if (!at || (now && printPlace(now) === printPlace(at))) return;
      aim.current = at;
      void model.goTo(at).finally(() => {
        if (aim.current === at) aim.current = undefined;
      });
    });
  }, [model]);
  return malformed;
}
