import { useEffect, useRef, useState } from 'react';
import { parseUrlState, type UrlState } from '../../../wire/url-state.ts';
import { followAddress } from '../../context/follow-address.ts';
import { useMapModel, useMapState } from '../../map/map-model.ts';
import type { MapModel } from '../../map/map-model.ts';
import { linkOfLayers, type ShownLayers, shownLayers } from './linked-layers.ts';

/** Shows and hides layers as the link says, once the map knows its layers; returns what the link must say from then on. */
export function useLinkedLayers(): { show?: string[]; hide?: string[] } | undefined {
  const model = useMapModel();
  const layers = useMapState((state) => state.layers);
  const began = useRef<{ model: MapModel; shown: ShownLayers }>(undefined);
  const [link, setLink] = useState<{ show?: string[]; hide?: string[] }>();
  useEffect(() => {
    if (!model || layers.length === 0) return;
    const now = shownLayers(layers);
    if (began.current?.model !== model) {
      // The link speaks of the map it opened; a draft or an earlier version in its place says itself what it shows.
      const opensTheLink = began.current === undefined;
      began.current = { model, shown: now };
      if (opensTheLink) follow(model, now, parseUrlState(location.hash).state);
    }
    setLink(linkOfLayers(began.current.shown, now));
  }, [model, layers]);
  useEffect(() => {
    if (!model) return undefined;
    return followAddress(({ state }) => follow(model, shownLayers(model.state.get().layers), state));
  }, [model]);
  return link;
}

/** Ids of a link that the map does not have are passed over. */
function follow(model: MapModel, now: ShownLayers, { show = [], hide = [] }: UrlState): void {
  for (const id of show) if (now.get(id) === false) model.setLayerVisible(id, true);
  for (const id of hide) if (now.get(id) === true) model.setLayerVisible(id, false);
}
