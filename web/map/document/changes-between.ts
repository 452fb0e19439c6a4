import { layerParts, partNames } from './layer-parts.ts';
import { allLayers, type LayerFacts, type MapFacts } from './map-facts.ts';

/** One difference between two states of a map, in user terms. Stored in a map's history, so the kinds are stable. */
export interface MapChange {
  kind: ChangeKind;
  /** Title of the layer it is about. */
  layer?: string;
  /** The new title, or the new opacity in percent. */
  to?: string;
}

export const changeKinds = [
  'layer-added',
  'layer-removed',
  'layer-shown',
  'layer-hidden',
  'layer-renamed',
  'opacity',
  'filter',
  'labels',
  'style',
  'popup',
  'form',
  'table',
  'charts',
  'scale',
  'refresh',
  'effect',
  'content',
  'order',
  'basemap',
  'bookmarks',
  'audience',
  'presentation',
  'view',
  'restored',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** All differences, with layers in the later map's drawing order from the top. */
export function changesBetween(before: MapFacts, now: MapFacts): MapChange[] {
  const earlier = new Map(allLayers(before.layers).map((layer) => [layer.id, layer]));
  const later = new Map(allLayers(now.layers).map((layer) => [layer.id, layer]));
  const changes: MapChange[] = [];
  for (const layer of [...later.values()].toReversed()) {
    const was = earlier.get(layer.id);
    if (was) changes.push(...layerChanges(was, layer));
    else changes.push({ kind: 'layer-added', layer: layer.title });
  }
  for (const layer of earlier.values())
    if (!later.has(layer.id)) changes.push({ kind: 'layer-removed', layer: layer.title });
  if (orderOf(before.layers, later) !== orderOf(now.layers, earlier)) changes.push({ kind: 'order' });
  for (const kind of ['basemap', 'bookmarks', 'audience', 'presentation', 'view'] as const)
    if (before[kind] !== now[kind]) changes.push({ kind });
  return changes;
}

function layerChanges(was: LayerFacts, is: LayerFacts): MapChange[] {
  const layer = is.title;
  const changes: MapChange[] = [];
  if (was.title !== is.title) changes.push({ kind: 'layer-renamed', layer: was.title, to: is.title });
  if (was.visibility !== is.visibility)
    changes.push({ kind: is.visibility ? 'layer-shown' : 'layer-hidden', layer });
  if (was.opacity !== is.opacity)
    changes.push({ kind: 'opacity', layer, to: String(Math.round(is.opacity * 100)) });
  const differ = new Set<ChangeKind>(
    partNames.filter((part) => was.parts[part] !== is.parts[part]).map((part) => layerParts[part].change),
  );
  for (const kind of ['filter', 'labels', 'style', 'content'] as const)
    if (was[kind] !== is[kind]) differ.add(kind);
  const inOrder = changeKinds.filter((kind) => differ.has(kind));
  return [...changes, ...inOrder.map((kind) => ({ kind, layer }))];
}

/** Changes made by several key presses: on a slider, or in a text that is applied while it is typed. */
const gradual: ReadonlySet<ChangeKind> = new Set([
  'opacity',
  'labels',
  'popup',
  'form',
  'scale',
  'effect',
  'presentation',
]);

/** Identifies the layer and the kind of the only difference, if that is made step by step; else undefined. */
export function gradualChange(before: MapFacts, now: MapFacts): string | undefined {
  const [change, ...others] = changesBetween(before, now);
  if (!change || !gradual.has(change.kind) || others.length > 0) return undefined;
  if (change.layer === undefined) return change.kind;
  const earlier = new Map(allLayers(before.layers).map((layer) => [layer.id, JSON.stringify(layer)]));
  // A group differs with its members, which are listed after it.
  const changed = allLayers(now.layers).findLast((layer) => earlier.get(layer.id) !== JSON.stringify(layer));
  return changed && `${change.kind} ${changed.id}`;
}

/** The order of the layers that both maps have, with their groups. */
function orderOf(layers: readonly LayerFacts[], other: ReadonlyMap<string, unknown>): string {
  return layers
    .filter(({ id }) => other.has(id))
    .map(({ id, layers: members }) => `${JSON.stringify(id)}[${orderOf(members, other)}]`)
    .join();
}
