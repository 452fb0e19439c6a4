import type Collection from '@arcgis/core/core/Collection.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type LayerView from '@arcgis/core/views/layers/LayerView.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { MappingError } from '../../../wire/errors.ts';
import type { BasemapFailure, LayerState } from '../map-state.ts';
import { causeOf } from './complete-layers.ts';
import { layerFacts } from './layer-facts.ts';
import { incompleteError, layerError } from './sdk-error.ts';
import { sublayerStates } from './sublayers.ts';

/** Layers with members: groups, and services with individually shown sublayers. */
type GroupLike = Layer & { layers?: Collection<Layer> };

/** What only the view knows of its layers, by their ids. */
export interface KnownOfLayers {
  failures: ReadonlyMap<string, unknown>;
  /** Failed layers that are loaded again soon. */
  waiting: ReadonlySet<string>;
  /** Why layers lack some of their features, pictures or tiles. */
  incomplete: ReadonlyMap<string, unknown>;
  /** Why a layer lacks the values of an expression. */
  endless(this: void, layer: Layer): MappingError | undefined;
}

/** The operational layers of a view for the interface, topmost first. */
export function layerStates(view: MapView, known: KnownOfLayers): LayerState[] {
  return view.map ? statesOf(view.map.layers, view, known) : [];
}

/** The layers of a view's basemap that failed, or are incomplete. */
export function basemapFailures({ map }: MapView, known: KnownOfLayers): BasemapFailure[] {
  const layers = [...(map?.basemap?.baseLayers ?? []), ...(map?.basemap?.referenceLayers ?? [])];
  return layers.flatMap((layer): BasemapFailure[] => {
    const { id } = layer;
    const cause = causeOfFailure(layer, known);
    const title = layer.title || map?.basemap?.title || '';
    if (cause) return [{ id, title, error: layerError(cause), isDrawn: false }];
    if (!known.incomplete.has(id)) return [];
    return [{ id, title, error: incompleteError(known.incomplete.get(id)), isDrawn: true }];
  });
}

function causeOfFailure(layer: Layer, { failures, waiting }: KnownOfLayers): unknown {
  if (waiting.has(layer.id)) return undefined;
  return causeOf(layer) ?? layer.loadError ?? failures.get(layer.id);
}

/** The layer with an id, and its collection. */
export function findLayer(
  view: Pick<MapView, 'map'>,
  id: string,
): { layer: Layer; siblings: Collection<Layer> } | undefined {
  return view.map ? find(view.map.layers, id) : undefined;
}

function find(
  layers: Collection<Layer>,
  id: string,
): { layer: Layer; siblings: Collection<Layer> } | undefined {
  for (const layer of layers.toArray()) {
    if (layer.id === id) return { layer, siblings: layers };
    const inside = (layer as GroupLike).layers;
    const found = inside && find(inside, id);
    if (found) return found;
  }
  return undefined;
}

function statesOf(layers: Collection<Layer>, view: MapView, known: KnownOfLayers): LayerState[] {
  return layers
    .toArray()
    .filter((layer) => layer.listMode !== 'hide')
    .map((layer) => stateOf(layer, view, known))
    .toReversed();
}

function stateOf(layer: Layer, view: MapView, known: KnownOfLayers): LayerState {
  const cause = causeOfFailure(layer, known);
  const children = (layer as GroupLike).layers;
  const incomplete = known.incomplete.get(layer.id) ?? known.endless(layer);
  const sublayers = sublayerStates(layer);
  return {
    id: layer.id,
    instance: instanceOf(layer),
    title: layer.title ?? '',
    visible: layer.visible,
    opacity: layer.opacity,
    ...layerFacts(layer),
    status: cause ? 'failed' : isReady(layer, view) ? 'ready' : 'loading',
    ...(cause !== undefined && cause !== null && { error: layerError(cause) }),
    ...(incomplete !== undefined && { incomplete: incompleteError(incomplete) }),
    children: children && layer.listMode !== 'hide-children' ? statesOf(children, view, known) : [],
    ...(sublayers.length > 0 && layer.listMode !== 'hide-children' && { sublayers }),
  };
}

const instances = new WeakMap<Layer, number>();
let lastInstance = 0;

function instanceOf(layer: Layer): number {
  const known = instances.get(layer);
  if (known === undefined) instances.set(layer, ++lastInstance);
  return known ?? lastInstance;
}

/** A hidden layer only waits for its description. */
function isReady(layer: Layer, view: MapView): boolean {
  if (!layer.loaded) return false;
  const layerView: LayerView | undefined = view.allLayerViews.find((one) => one.layer === layer);
  return !layer.visible || Boolean(layerView && !layerView.updating) || Boolean(layerView?.suspended);
}
