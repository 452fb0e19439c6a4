import type { MapModel } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sublayersOf } from '../sdk/sublayers.ts';

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

/**
 * Moves a layer among its siblings.
 * @param place 0 is the topmost, as the interface lists them
 */
export function moveLayer(model: MapModel, layerId: string, place: number): void {
  model.withInternals(({ view }) => {
    const found = findLayer(view, layerId);
    if (!found) return;
    const { layer, siblings } = found;
    // The interface omits hidden layers, so positions count among the listed ones. The map draws the last one topmost.
    const listed = siblings
      .toArray()
      .filter(({ listMode }) => listMode !== 'hide')
      .toReversed();
    const target = listed[Math.min(listed.length - 1, Math.max(0, place))];
    if (target && target !== layer) siblings.reorder(layer, siblings.indexOf(target));
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
