import { useEffect, useRef, useState } from 'react';
import {
  type LinkedFeature,
  type MapPlace,
  parseUrlState,
  printPlace,
  type UrlState,
} from '../../../../wire/url-state.ts';
import { followAddress, writeAddress } from '../../../context/addresses.ts';
import { type MapModel, useMapModel, useMapState } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { selectFeature } from '../../../map/search/show-place.ts';

/**
 * Lets the URL follow the map and the open tool, and the map follow the URL when the user navigates or changes it. The
 * map owns the view: what is written here is never read back, which prevents loops.
 *
 * @returns whether the opened URL could not be parsed
 */
export function useUrlHash(tool: string | undefined): boolean {
  const model = useMapModel();
  const place = useMapState((state) => state.place);
  const [malformed, setMalformed] = useState(() => parseUrlState(location.hash).faults.length > 0);
  const layers = useLinkedLayers();
  const feature = useLinkedFeature();
  /** The map's destination, which the URL already has and must not lose while the map moves. */
  const aim = useRef<MapPlace>(undefined);
  /** The number of address changes by the user, now and at the time of this render. */
  const changes = useRef(0);
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    // State rendered before the user changed the address must not overwrite it.
    if (!place || drawn !== changes.current) return;
    writeAddress(({ show, hide, tool: _was, feature: _before, ...others }) => {
      // Until the map knows its layers, the link's layers stay.
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

/** Selects the feature in the link; returns what the link must contain from then on. */
function useLinkedFeature(): LinkedFeature | undefined {
  const model = useMapModel();
  const ready = useMapState(({ status }) => status === 'ready');
  const selected = useMapState((state) => state.selected);
  const [wanted, setWanted] = useState(() => parseUrlState(location.hash).state.feature);
  useEffect(() => {
    if (!model || !ready || !wanted) return undefined;
    let left = false;
    const select = async () => {
      // The map reports a feature that it doesn't have.
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

/**
 * Shows and hides layers as in the link, once the map knows its layers; returns what the link must contain from then
 * on.
 */
function useLinkedLayers(): { show?: string[]; hide?: string[] } | undefined {
  const model = useMapModel();
  const layers = useMapState((state) => state.layers);
  const began = useRef<{ model: MapModel; shown: ShownLayers }>(undefined);
  const [link, setLink] = useState<{ show?: string[]; hide?: string[] }>();
  useEffect(() => {
    if (!model || layers.length === 0) return;
    const now = shownLayers(layers);
    if (began.current?.model !== model) {
      // The link applies to the map it opened; a draft or an earlier version in its place has its own visibility.
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

/** Ids in a link that the map does not have are ignored. */
function follow(model: MapModel, now: ShownLayers, { show = [], hide = [] }: UrlState): void {
  for (const id of show) if (now.get(id) === false) model.setLayerVisible(id, true);
  for (const id of hide) if (now.get(id) === true) model.setLayerVisible(id, false);
}

/** The visible layers by id, including members of groups. */
type ShownLayers = ReadonlyMap<string, boolean>;

export function shownLayers(layers: readonly LayerState[]): ShownLayers {
  const all = (some: readonly LayerState[]): LayerState[] =>
    some.flatMap((layer) => [layer, ...all(layer.children)]);
  return new Map(all(layers).map(({ id, visible }) => [id, visible]));
}

/** The layers a link must name so that the map, opened in its initial state, shows the current layers. */
export function linkOfLayers(began: ShownLayers, now: ShownLayers): { show?: string[]; hide?: string[] } {
  const changed = [...now].filter(([id, visible]) => began.has(id) && began.get(id) !== visible);
  const show = changed.filter(([, visible]) => visible).map(([id]) => id);
  const hide = changed.filter(([, visible]) => !visible).map(([id]) => id);
  return { ...(show.length > 0 && { show }), ...(hide.length > 0 && { hide }) };
}
