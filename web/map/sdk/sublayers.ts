import type Collection from '@arcgis/core/core/Collection.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type { SublayerState } from '../map-state.ts';

/** A part of a service that is shown or hidden by itself. */
export interface Sublayer {
  id: number;
  title: string | null | undefined;
  visible: boolean;
  sublayers?: Collection<Sublayer> | null;
}

/** Services that draw pictures of those sublayers that are shown. */
const kinds: ReadonlySet<string> = new Set(['map-image', 'wms']);

/** Other kinds of layers use the same name for something else. */
function topSublayers(layer: Layer): Sublayer[] {
  if (!kinds.has(layer.type) || !layer.loaded) return [];
  return (layer as Layer & Pick<Sublayer, 'sublayers'>).sublayers?.toArray() ?? [];
}

/** The sublayers of a service, groups before their members; none before its description is loaded. */
export function sublayersOf(layer: Layer): Sublayer[] {
  return topSublayers(layer).flatMap(withMembers);
}

function withMembers(sublayer: Sublayer): Sublayer[] {
  return [sublayer, ...(sublayer.sublayers?.toArray() ?? []).flatMap(withMembers)];
}

/** Which sublayers are shown, as comparable text. */
export function sublayersMark(layer: Layer): string {
  return sublayersOf(layer)
    .map(({ id, visible }) => (visible ? id : `-${id}`))
    .join();
}

/** The sublayers of a service for the interface, topmost first; none where there is nothing to choose. */
export function sublayerStates(layer: Layer): SublayerState[] {
  return sublayersOf(layer).length > 1 ? topSublayers(layer).map(stateOf).toReversed() : [];
}

function stateOf({ id, title, visible, sublayers }: Sublayer): SublayerState {
  const children = (sublayers?.toArray() ?? []).map(stateOf).toReversed();
  return { id, title: title ?? '', visible, children };
}
