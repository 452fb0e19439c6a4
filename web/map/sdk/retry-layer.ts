import type Layer from '@arcgis/core/layers/Layer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { findLayer } from './layer-tree.ts';

/**
 * Loads a failed layer again. It stays failed, so a copy with the same id replaces it: for the map's document it is the
 * same layer.
 */
export function retryLayer(view: Pick<MapView, 'map'>, id: string): void {
  const found = findLayer(view, id);
  if (!found) return;
  const { layer, siblings } = found;
  const copy = copyOf(layer as Copied, view.map);
  if (!copy) return;
  siblings.splice(siblings.indexOf(layer), 1, copy);
  layer.destroy();
}

/** Members that the SDK’s declarations omit. */
type Copied = Layer & { clone?(): Layer; read(json: object, context: object): void };
type Documented = MapView['map'] & {
  getLayerJSONFromResourceInfo?(layer: Layer): object | undefined;
  portalItem?: { portal?: object } | null;
};

function cloneOf(layer: Copied): Layer | undefined {
  try {
    const copy = layer.clone?.();
    if (copy) copy.id = layer.id;
    return copy;
  } catch {
    // The SDK does not clone features that exist only in the page.
    return undefined;
  }
}

function copyOf(layer: Copied, map: MapView['map']): Layer | undefined {
  // A group has nothing to load but its members.
  if (layer.type === 'group') return undefined;
  const clone = cloneOf(layer);
  if (clone) return clone;
  // Only some kinds can be cloned; the others are read from the document again.
  const documented = map as Documented | null | undefined;
  const json = documented?.getLayerJSONFromResourceInfo?.(layer);
  if (!json) return undefined;
  const copy = new (layer.constructor as new () => Copied)();
  const portal = documented?.portalItem?.portal;
  copy.read(json, { origin: 'web-map', layerContainerType: 'operational-layers', portal });
  for (const member of ['title', 'visible', 'opacity'] as const)
    if (copy[member] !== layer[member]) Object.assign(copy, { [member]: layer[member] });
  return copy;
}
