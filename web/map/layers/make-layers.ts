import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import { loadCapability } from '../load-capability.ts';
import type { MapModel } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';

/** A layer to choose. */
export interface LayerChoice {
  id: string;
  title: string;
}

/**
 * Adds a copy of a layer above it, also one whose features are part of the map; that of a group has copies of
 * its layers. Resolves with its id.
 *
 * @param title of the copy
 * @throws MappingError `layer:failed`
 */
export const duplicateLayer = loadCapability(async () => (await import('./copy-layer.ts')).duplicateLayer);

/** Moves a layer into a new group at its position; resolves with the group's id. */
export const groupLayer = loadCapability(async () => (await import('./copy-layer.ts')).groupLayer);

/** Whether layers can be moved into and out of a group. The layers of one feature collection stay together. */
function isOpenGroup(layer: Layer): layer is GroupLayer {
  if (layer.type !== 'group' || layer.listMode !== 'show') return false;
  return !(layer as GroupLayer).layers.some(({ id }) => /-sublayer-\d+$/.test(id));
}

/** The groups into which a layer can be moved. Empty for a layer of a feature collection. */
export function groupsFor(model: MapModel, layerId: string): LayerChoice[] {
  return model.withInternals(({ view }) => {
    const layer = findLayer(view, layerId)?.layer;
    const parent = layer?.parent as Layer | null | undefined;
    if (!layer || (parent?.type === 'group' && !isOpenGroup(parent))) return [];
    const groups = view.map?.allLayers.toArray().filter(isOpenGroup) ?? [];
    return groups
      .filter((group) => !isWithin(group, layer))
      .map(({ id, title }) => ({ id, title: title ?? '' }))
      .toReversed();
  });
}

/** Whether a layer can be put into a group, or is a member that can leave its group. */
export function canLeave(model: MapModel, layerId: string): boolean {
  return model.withInternals(({ view }) => {
    const parent = findLayer(view, layerId)?.layer.parent as Layer | null | undefined;
    return parent?.type !== 'group' || isOpenGroup(parent);
  });
}

/** The id of the group of a layer; undefined for the map's own layers. */
export function groupOf(model: MapModel, layerId: string): string | undefined {
  return model.withInternals(({ view }) => {
    const parent = findLayer(view, layerId)?.layer.parent as Layer | null | undefined;
    return parent?.type === 'group' ? parent.id : undefined;
  });
}

function isWithin(one: Layer, other: Layer): boolean {
  for (let at: unknown = one; at; at = (at as Layer).parent) if (at === other) return true;
  return false;
}

/** Moves a layer to the top of a group, or out of its group, above it. */
export function moveToGroup(model: MapModel, layerId: string, groupId: string | undefined): void {
  model.withInternals(({ view }) => {
    const found = findLayer(view, layerId);
    if (!found) return;
    const { layer, siblings } = found;
    const parent = layer.parent as Layer | null | undefined;
    const target = groupId === undefined ? undefined : findLayer(view, groupId)?.layer;
    if (target && isOpenGroup(target)) {
      siblings.remove(layer);
      target.layers.add(layer);
    } else if (groupId === undefined && parent?.type === 'group') {
      const outer = findLayer(view, parent.id)?.siblings;
      siblings.remove(layer);
      outer?.add(layer, outer.indexOf(parent) + 1);
    }
  });
}

/** Whether a layer is a group that can be dissolved. */
export function canUngroup(model: MapModel, layerId: string): boolean {
  return model.withInternals(({ view }) => {
    const layer = findLayer(view, layerId)?.layer;
    return layer !== undefined && isOpenGroup(layer);
  });
}

/** Replaces a group by its members. */
export function ungroupLayer(model: MapModel, groupId: string): void {
  model.withInternals(({ view }) => {
    const found = findLayer(view, groupId);
    if (!found || !isOpenGroup(found.layer)) return;
    const { layer: group, siblings } = found;
    const place = siblings.indexOf(group);
    const members = group.layers.toArray();
    group.layers.removeAll();
    siblings.remove(group);
    siblings.addMany(members, place);
  });
}

type Styled = FeatureLayer;

/** A copy of clusters or bins. */
export function cloned(reduction: Styled['featureReduction']): Styled['featureReduction'] {
  return (reduction as { clone?(): typeof reduction } | null | undefined)?.clone?.() ?? null;
}

/** Clusters or bins of a layer. */
export type Groups = Exclude<NonNullable<Styled['featureReduction']>, { type: 'selection' }>;

/** The clusters or bins of a layer, if it has any. */
export function groupsOf({ featureReduction: reduction }: Styled): Groups | undefined {
  return reduction?.type === 'cluster' || reduction?.type === 'binning' ? reduction : undefined;
}

/** Whether the points of a layer are drawn as clusters or bins. */
export function groupKindOf(model: MapModel, layerId: string): 'clusters' | 'bins' | undefined {
  const layer = model.withInternals(({ view }) => findLayer(view, layerId)?.layer as Styled | undefined);
  const groups = layer && groupsOf(layer);
  return groups && (groups.type === 'binning' ? 'bins' : 'clusters');
}
