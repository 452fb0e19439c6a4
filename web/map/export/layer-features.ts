import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import { readFeatures } from '../layers/read-features.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { type DataFeature, geometryToGeoJson } from './write-data.ts';

/** Loads every feature that matches a layer's filter, page by page. */
export async function layerFeatures(
  { view }: MapInternals,
  layerId: string,
  {
    signal,
    onProgress,
    only,
  }: { signal: AbortSignal; onProgress?: (features: number) => void; only?: readonly number[] | undefined },
): Promise<{ features: DataFeature[]; title: string }> {
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!layer || !hasFeatures(layer))
    throw new MappingError('layer:no-table', 'The layer has no features.', { status: 404 });
  await layer.load();
  const dates = new Set((layer.fields ?? []).filter(({ type }) => type === 'date').map(({ name }) => name));
  const query = { outSpatialReference: { wkid: 4326 } };
  const graphics = await readFeatures(layer, { objectIds: only, query, signal, onProgress });
  const features = graphics.map((graphic): DataFeature => ({
    id: graphic.getObjectId() ?? undefined,
    geometry: geometryToGeoJson(graphic.geometry?.toJSON() as object | undefined),
    attributes: (graphic.attributes ?? {}) as Record<string, unknown>,
    dates,
  }));
  return { features, title: layer.title ?? '' };
}
