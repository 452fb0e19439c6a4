import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type { QueryProperties } from '@arcgis/core/rest/support/Query.js';
import { MappingError } from '../../../wire/errors.ts';

/** Features that are read of one layer: more would exceed the memory of small devices. */
export const featureLimit = 200_000;
/** Features per request. */
const page = 2000;
/** Ids per request: few enough for a form that every service accepts. */
const idPage = 1000;

export interface FeatureReading {
  /** The features to read; default: all that the layer's filter shows. */
  objectIds?: readonly number[] | undefined;
  /** Further members of the query, such as its fields. */
  query?: QueryProperties;
  signal: AbortSignal;
  /** Receives the number of loaded features. */
  onProgress?: ((features: number) => void) | undefined;
  limit?: number;
}

/**
 * The member by which a query finds the features of the moment that a layer shows (`showMoment`); none while
 * it shows the current ones. The SDK sets it only in queries of `createQuery`.
 */
export function ofMoment({ historicMoment }: Partial<Pick<FeatureLayer, 'historicMoment'>>): {
  historicMoment?: Date;
} {
  return historicMoment ? { historicMoment } : {};
}

/**
 * Reads features of a loaded layer, of the moment that it shows, page by page.
 * @throws MappingError `layer:too-large` above the limit
 */
export async function readFeatures(layer: FeatureLayer, reading: FeatureReading): Promise<Graphic[]> {
  const features: Graphic[] = [];
  for await (const found of readPages(layer, reading)) {
    for (const graphic of found) features.push(graphic);
    reading.onProgress?.(features.length);
  }
  return features;
}

/**
 * Reads features page by page, so that only one page is in memory.
 * @throws MappingError `layer:too-large` above the limit
 */
export async function* readPages(
  layer: FeatureLayer,
  { objectIds, query, signal, limit = featureLimit }: FeatureReading,
): AsyncGenerator<readonly Graphic[]> {
  const all = { where: layer.definitionExpression || '1=1', ...ofMoment(layer) };
  const total = objectIds?.length ?? (await layer.queryFeatureCount(all, { signal }));
  if (total > limit)
    throw new MappingError('layer:too-large', `The layer has ${total} features; the limit is ${limit}.`, {
      status: 413,
    });
  const common = { ...all, outFields: ['*'], returnGeometry: true, ...query };
  // Some services always return their first features, whichever page is requested.
  const hasPages = layer.capabilities?.query?.supportsPagination !== false;
  const listed = objectIds ?? (hasPages ? undefined : await idsOf(layer, all, signal));
  if (listed) {
    const max = Math.min(idPage, layer.capabilities?.query?.maxRecordCount ?? idPage);
    for (let start = 0; start < listed.length; start += max) {
      const ids = listed.slice(start, start + max);
      yield (await layer.queryFeatures({ ...common, objectIds: ids }, { signal })).features;
    }
    return;
  }
  const orderByFields = [layer.objectIdField];
  for (let start = 0; start < total;) {
    const { features } = await layer.queryFeatures(
      { ...common, orderByFields, start, num: page },
      { signal },
    );
    yield features;
    if (features.length === 0) break;
    start += features.length;
  }
}

async function idsOf(
  layer: FeatureLayer,
  query: QueryProperties,
  signal: AbortSignal,
): Promise<readonly number[]> {
  return ((await layer.queryObjectIds(query, { signal })) ?? []) as number[];
}
