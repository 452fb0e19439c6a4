import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import type { MapModel } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';

/** Features that a filter lists at most: some databases of ArcGIS Enterprise accept no longer lists. */
export const mostListed = 1000;

/** Features by their ids. */
export interface ListedFeatures {
  /** The field of the ids. */
  field: string;
  ids: readonly number[];
}

/**
 * Lists the features of a layer in the extent of the map, whatever its filter. Web maps have no place for the
 * extent itself. Undefined for a layer whose features have no lasting ids, such as one of a CSV file.
 * @throws MappingError `filter:too-many-in-view` for more than `mostListed`; the service's error as `layer:failed`
 */
export async function featuresInView(model: MapModel, layerId: string): Promise<ListedFeatures | undefined> {
  const { layer, extent } = model.withInternals(({ view }) => ({
    layer: findLayer(view, layerId)?.layer as FeatureLayer | undefined,
    extent: view.extent,
  }));
  if (!layer || !hasLastingIds(layer)) return undefined;
  const query = layer.createQuery();
  query.set({ where: '1=1', geometry: extent, spatialRelationship: 'intersects', returnGeometry: false });
  try {
    const count = await layer.queryFeatureCount(query);
    if (count > mostListed)
      throw new MappingError('filter:too-many-in-view', 'Too many features are in view.', { status: 413 });
    const ids = (await layer.queryObjectIds(query)) ?? [];
    return { field: layer.objectIdField, ids: ids.map(Number) };
  } catch (cause) {
    throw sdkError(cause, 'layer:failed');
  }
}

/** Whether the features of a layer can be listed by ids that are the same when the map is opened again. */
export function canListFeatures(model: MapModel, layerId: string): boolean {
  const layer = model.withInternals(({ view }) => findLayer(view, layerId)?.layer) as
    FeatureLayer | undefined;
  return layer !== undefined && hasLastingIds(layer);
}

function hasLastingIds({ type, objectIdField, isTable }: FeatureLayer): boolean {
  return type === 'feature' && Boolean(objectIdField) && !isTable;
}
