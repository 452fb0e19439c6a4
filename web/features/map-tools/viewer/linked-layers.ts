import type { LayerState } from '../../../map/map-state.ts';

/** Which layers are shown, by id; members of groups included. */
export type ShownLayers = ReadonlyMap<string, boolean>;

export function shownLayers(layers: readonly LayerState[]): ShownLayers {
  const all = (some: readonly LayerState[]): LayerState[] =>
    some.flatMap((layer) => [layer, ...all(layer.children)]);
  return new Map(all(layers).map(({ id, visible }) => [id, visible]));
}

/** What a link must say so that a map that opens as it began shows what is shown now. */
export function linkOfLayers(began: ShownLayers, now: ShownLayers): { show?: string[]; hide?: string[] } {
  const changed = [...now].filter(([id, visible]) => began.has(id) && began.get(id) !== visible);
  const show = changed.filter(([, visible]) => visible).map(([id]) => id);
  const hide = changed.filter(([, visible]) => !visible).map(([id]) => id);
  return { ...(show.length > 0 && { show }), ...(hide.length > 0 && { hide }) };
}
