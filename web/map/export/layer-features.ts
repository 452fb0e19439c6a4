import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { type DataFeature, geometryToGeoJson } from './write-data.ts';

/** Features per request. */
const page = 2000;

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
  const where = layer.definitionExpression || '1=1';
  const chosen = only && { objectIds: [...only] };
  const total = await layer.queryFeatureCount({ where, ...chosen }, { signal });
  if (total > exportLimit)
    throw new MappingError(
      'layer:too-large',
      `The layer has ${total} features; at most ${exportLimit} can be taken along.`,
      { status: 413 },
    );
  const dates = new Set((layer.fields ?? []).filter(({ type }) => type === 'date').map(({ name }) => name));
  const features: DataFeature[] = [];
  for (let start = 0; start < total;) {
    const answer = await layer.queryFeatures(
      {
        where,
        ...chosen,
        outFields: ['*'],
        returnGeometry: true,
        outSpatialReference: { wkid: 4326 },
        start,
        num: page,
        orderByFields: [layer.objectIdField],
      },
      { signal },
    );
    for (const graphic of answer.features)
      features.push({
        id: graphic.getObjectId() ?? undefined,
        geometry: geometryToGeoJson(graphic.geometry?.toJSON() as object | undefined),
        attributes: (graphic.attributes ?? {}) as Record<string, unknown>,
        dates,
      });
    onProgress?.(features.length);
    if (answer.features.length === 0) break;
    start += answer.features.length;
  }
  return { features, title: layer.title ?? '' };
}

/** Maximum number of features per file: more would exceed the memory of small devices. */
const exportLimit = 200_000;
