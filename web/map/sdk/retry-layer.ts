import type Layer from '@arcgis/core/layers/Layer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { findLayer } from './layer-tree.ts';

/** A layer that failed stays failed, so a copy takes its place in the map. Returns the copy's id. */
export function retryLayer(view: MapView, id: string): string | undefined {
  const found = findLayer(view, id);
  if (!found) return undefined;
  const { layer, siblings } = found;
  const copy = (layer as Layer & { clone?(): Layer }).clone?.();
  if (!copy) return undefined;
  const index = siblings.indexOf(layer);
  siblings.splice(index, 1, copy);
  layer.destroy();
  return copy.id;
}
