import { useEffect, useRef, useState } from 'react';
import { type MapPlace, parseUrlState, printPlace } from '../../../wire/url-state.ts';
import { followAddress, writeAddress } from '../../context/follow-address.ts';
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
  /** How often the person has changed the address, and how often that was when this was drawn. */
  const changes = useRef(0);
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    // What was drawn before the person changed the address must not be written over it.
    if (!place || drawn !== changes.current) return;
    writeAddress(({ show, hide, tool: _was, feature: _before, ...others }) => {
      // Until the map knows its layers, what the link says of them stays.
      const linked = layers ?? { ...(show && { show }), ...(hide && { hide }) };
      return {
        ...others,
        at: aim.current ?? place,
        ...(tool && { tool }),
        ...linked,
        ...(feature && { feature }),
      };
    });
  }, [place, tool, layers, feature, drawn]);
  useEffect(() => {
    if (!model) return undefined;
    return followAddress(({ state, faults }) => {
      setDrawn(++changes.current);
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
