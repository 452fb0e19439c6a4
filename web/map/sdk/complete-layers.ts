import type Collection from '@arcgis/core/core/Collection.js';
import type GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import UnsupportedLayer from '@arcgis/core/layers/UnsupportedLayer.js';
import type WebMap from '@arcgis/core/WebMap.js';
import { MappingError } from '../../../wire/errors.ts';
import { type LayerJson, layersIn, type WebMapJson } from '../document/web-map-json.ts';
import { unsupportedKind } from './sdk-error.ts';

const causes = new WeakMap<Layer, MappingError>();

/** Why a layer of the document cannot be shown, known before it is loaded. */
export function causeOf(layer: Layer): MappingError | undefined {
  return causes.get(layer);
}

/**
 * Adds a placeholder for each layer of the document that the SDK omitted (its item or style is gone, it is malformed)
 * or read without its id and title (an unknown kind), so that every layer is listed with the reason why it is not
 * shown, and can be moved and removed.
 *
 * @param document as the SDK read it, with an id for each layer
 */
export function completeLayers(map: WebMap, document: unknown): void {
  const { operationalLayers } = (document ?? {}) as WebMapJson;
  complete(map.layers, layersIn(operationalLayers));
}

function complete(layers: Collection<Layer>, documented: readonly LayerJson[]): void {
  const unknown = new Set<unknown>();
  // Beforehand, so that the others can be found by their position.
  for (const layer of layers.toArray()) {
    if (layer.type !== 'unknown') continue;
    unknown.add(kindIn(resourceOf(layer)));
    layers.remove(layer);
  }
  for (const [index, json] of documented.entries()) {
    const found = layers.find(({ id }) => id === json.id);
    if (found?.type === 'group' && json.layerType === 'GroupLayer')
      complete((found as GroupLayer).layers as Collection<Layer>, layersIn(json.layers));
    const isUnsupported = found?.type === 'unsupported' || unknown.has(kindIn(json));
    if (found && !isUnsupported) continue;
    const layer = found ?? new UnsupportedLayer();
    layer.id = json.id ?? '';
    layer.title = typeof json.title === 'string' ? json.title : '';
    layer.visible = json.visibility !== false;
    layer.opacity = typeof json.opacity === 'number' ? json.opacity : 1;
    causes.set(layer, isUnsupported ? unsupported(json) : unreadable());
    if (!found) layers.add(layer, index);
  }
}

/** What the SDK read an unknown layer from. */
function resourceOf(layer: Layer): LayerJson {
  return (layer as Layer & { resourceInfo?: LayerJson }).resourceInfo ?? {};
}

function kindIn({ layerType, ...other }: LayerJson): string {
  const kind = layerType ?? other['type'];
  return typeof kind === 'string' ? kind : '';
}

function unsupported(json: LayerJson): MappingError {
  const version = (json['wfsInfo'] as { version?: unknown } | undefined)?.version;
  return unsupportedKind([kindIn(json), typeof version === 'string' && version].filter(Boolean).join(' '));
}

function unreadable(): MappingError {
  return new MappingError('layer:unreadable', 'A part of the layer’s description is not available.', {
    status: 0,
  });
}
