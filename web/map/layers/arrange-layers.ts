import type Collection from '@arcgis/core/core/Collection.js';
import type GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type { MapModel } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sublayersOf } from '../sdk/sublayers.ts';
import { canLeave, groupOf, groupsFor } from './make-layers.ts';

/** @param opacity 0 (invisible) to 1 */
export function setLayerOpacity(model: MapModel, layerId: string, opacity: number): void {
  model.withInternals(({ view }) => {
    const found = findLayer(view, layerId);
    if (found) found.layer.opacity = Math.min(1, Math.max(0, opacity));
  });
}

/** Shows or hides a part of a service. */
export function setSublayerVisible(
  model: MapModel,
  layerId: string,
  sublayerId: number,
  visible: boolean,
): void {
  model.withInternals(({ view }) => {
    const layer = findLayer(view, layerId)?.layer;
    const sublayer = layer && sublayersOf(layer).find(({ id }) => id === sublayerId);
    if (sublayer) sublayer.visible = visible;
  });
}

/** Gives a layer another title, in this map only. */
export function renameLayer(model: MapModel, layerId: string, title: string): void {
  model.withInternals(({ view }) => {
    const found = findLayer(view, layerId);
    if (found) found.layer.title = title;
  });
}

/** The layers that the interface lists, topmost first. The map draws the last one of a collection topmost. */
function listed(layers: Collection<Layer>): Layer[] {
  return layers
    .toArray()
    .filter(({ listMode }) => listMode !== 'hide')
    .toReversed();
}

/**
 * Moves a layer among its siblings.
 * @param place 0 is the topmost, as the interface lists them
 */
export function moveLayer(model: MapModel, layerId: string, place: number): void {
  model.withInternals(({ view }) => {
    const found = findLayer(view, layerId);
    if (!found) return;
    const { layer, siblings } = found;
    const others = listed(siblings);
    const target = others[Math.min(others.length - 1, Math.max(0, place))];
    if (target && target !== layer) siblings.reorder(layer, siblings.indexOf(target));
  });
}

/**
 * Moves a layer to a place in a group, or among the map's own layers if there is none. Layers that cannot leave their
 * group, or enter this one, stay where they are.
 * @param place 0 is the topmost, as the interface lists them without the layer itself
 */
export function placeLayer(
  model: MapModel,
  layerId: string,
  groupId: string | undefined,
  place: number,
): void {
  if (groupId === groupOf(model, layerId)) {
    moveLayer(model, layerId, place);
    return;
  }
  const enters = groupId === undefined || groupsFor(model, layerId).some(({ id }) => id === groupId);
  if (!enters || !canLeave(model, layerId)) return;
  model.withInternals(({ view }) => {
    const found = findLayer(view, layerId);
    const group = groupId === undefined ? undefined : findLayer(view, groupId)?.layer;
    const target = groupId === undefined ? view.map?.layers : (group as GroupLayer | undefined)?.layers;
    if (!found || !target) return;
    const others = listed(target);
    const [above, below] = [others[place - 1], others[place]];
    found.siblings.remove(found.layer);
    if (below) target.add(found.layer, target.indexOf(below) + 1);
    else target.add(found.layer, above ? target.indexOf(above) : 0);
  });
}

/** Removes a layer from the map; returns a function that restores it to its position. */
export function removeLayer(model: MapModel, layerId: string): () => void {
  return model.withInternals(({ view, onLeave }) => {
    const found = findLayer(view, layerId);
    if (!found) return () => {};
    const { layer, siblings } = found;
    const index = siblings.indexOf(layer);
    let out = true;
    siblings.remove(layer);
    // It has no owner any more, so the map would not destroy it.
    const unregister = onLeave(() => out && layer.destroy());
    return () => {
      if (!out || view.destroyed) return;
      out = false;
      unregister();
      siblings.add(layer, Math.min(index, siblings.length));
    };
  });
}
