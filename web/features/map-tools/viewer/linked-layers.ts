import type { LayerState } from '../../../map/map-state.ts';

/** The visible layers by id, including members of groups. */
export type ShownLayers = ReadonlyMap<string, boolean>;

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
