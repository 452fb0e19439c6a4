import type { LayerJson } from '../web-map-json.ts';
import { type AnyLayer, graphicsOf } from './layer-kinds.ts';
import { isInBrowserOnly, writeFeatures } from './write-features.ts';
import { writeNotes } from './write-notes.ts';

/**
 * A layer as the web map specification has it; undefined for one that no web map can hold.
 * The SDK writes layers of services and portals; what exists in this browser alone becomes a feature collection.
 */
export async function writeLayer(layer: AnyLayer): Promise<LayerJson | undefined> {
  if (graphicsOf(layer).length > 0 || layer.type === 'graphics') return writeNotes(layer);
  if (isInBrowserOnly(layer)) return writeFeatures(layer);
  const messages: unknown[] = [];
  const json = layer.write?.(
    {},
    { origin: 'web-map', layerContainerType: 'operational-layers', messages, writtenProperties: [] },
  ) as LayerJson | undefined;
  return json && { ...json, id: layer.id, title: layer.title ?? '' };
}
