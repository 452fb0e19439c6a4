import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type { MapModel } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';

/** The portal item of a layer, and the layer's number in the service of that item. */
export interface LayerItem {
  id: string;
  layer: number;
  /** Whether it is a table, without geometry. */
  isTable: boolean;
}

/** The item of a layer of a feature service; undefined if the map does not name one. */
export function itemOfLayer(model: MapModel, layerId: string): LayerItem | undefined {
  const layer = model.withInternals(({ view }) => findLayer(view, layerId)?.layer) as
    FeatureLayer | undefined;
  const id = layer?.portalItem?.id;
  if (layer?.type !== 'feature' || !id || typeof layer.layerId !== 'number') return undefined;
  return { id, layer: layer.layerId, isTable: layer.isTable };
}
