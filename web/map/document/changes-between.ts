import { layerParts, partNames } from './layer-parts.ts';
import { allLayers, type LayerFacts, type MapFacts } from './map-facts.ts';
import { ownMemberNames } from './own-members.ts';

/** One difference between two states of a map, in user terms. Stored in a map's history, so the kinds are stable. */
export interface MapChange {
  kind: ChangeKind;
  /** Title of the layer it is about. */
  layer?: string;
  /**
   * The new title, the new opacity in percent, or the title of the new group; absent for a layer that has
   * left its group.
   */
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
  'group',
  'order',
  'basemap',
  'bookmarks',
  'audience',
  'presentation',
  'translations',
  'view',
  'restored',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** All differences, with layers in the later map's drawing order from the top. */
export function changesBetween(before: MapFacts, now: MapFacts): MapChange[] {
  const earlier = new Map(allLayers(before.layers).map((layer) => [layer.id, layer]));
  const later = new Map(allLayers(now.layers).map((layer) => [layer.id, layer]));
  const [formerGroups, groups] = [groupsOf(before.layers), groupsOf(now.layers)];
  const changes: MapChange[] = [];
  for (const layer of [...later.values()].toReversed()) {
    const was = earlier.get(layer.id);
    if (!was) {
      changes.push({ kind: 'layer-added', layer: layer.title });
      continue;
    }
    changes.push(...layerChanges(was, layer));
    const group = groups.get(layer.id);
    if (formerGroups.get(layer.id)?.id !== group?.id)
      changes.push({ kind: 'group', layer: layer.title, ...(group && { to: group.title }) });
  }
  for (const layer of earlier.values())
    if (!later.has(layer.id)) changes.push({ kind: 'layer-removed', layer: layer.title });
  const stays = ({ id }: LayerFacts) =>
    earlier.has(id) && later.has(id) && formerGroups.get(id)?.id === groups.get(id)?.id;
  if (orderOf(before.layers, stays) !== orderOf(now.layers, stays)) changes.push({ kind: 'order' });
  for (const kind of ['basemap', 'bookmarks', ...ownMemberNames, 'view'] as const)
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

/** The groups of the layers that are members of one, by the ids of the layers. */
function groupsOf(layers: readonly LayerFacts[]): ReadonlyMap<string, LayerFacts> {
  return new Map(allLayers(layers).flatMap((group) => group.layers.map(({ id }) => [id, group] as const)));
}

/** The order of the layers that stay in their groups, as text: group by group, as a group can be moved itself. */
function orderOf(layers: readonly LayerFacts[], stays: (layer: LayerFacts) => boolean): string {
  const lists = [{ id: '', layers }, ...allLayers(layers)].map(
    (group) => [group.id, group.layers.filter(stays).map(({ id }) => id)] as const,
  );
  const filled = lists.filter(([, ids]) => ids.length > 0);
  return JSON.stringify(filled.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
