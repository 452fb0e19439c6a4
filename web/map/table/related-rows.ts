import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { MappingError } from '../../../wire/errors.ts';
import { addressOfLayer } from './layer-columns.ts';

/** Related rows of some rows of a table. */
export interface RelatedStep {
  relationshipId: number;
  /** The rows whose related rows are shown. */
  objectIds: readonly number[];
}

/** A layer, and the rows of it that relationships lead to; undefined for all rows. */
export interface RelatedRows {
  layer: FeatureLayer;
  objectIds: number[] | undefined;
}

/**
 * Follows relationships from a layer to related rows, one step after the other.
 * @throws MappingError `layer:no-table` if a layer has no such relationship
 */
export async function followRelated(
  view: MapView,
  from: FeatureLayer,
  path: readonly RelatedStep[],
): Promise<RelatedRows> {
  let layer = from;
  let objectIds: number[] | undefined;
  for (const { relationshipId, objectIds: rows } of path) {
    const next = relatedLayer(view, layer, relationshipId);
    await next.load();
    const found = (await layer.queryRelatedFeatures({
      relationshipId,
      objectIds: [...rows],
      outFields: [next.objectIdField],
      returnGeometry: false,
    })) as Record<string, { features: { attributes: Record<string, number> }[] }>;
    const ids = Object.values(found).flatMap(({ features }) =>
      features.map(({ attributes }) => attributes[next.objectIdField]),
    );
    objectIds = [...new Set(ids.filter((id) => id !== undefined))];
    layer = next;
  }
  return { layer, objectIds };
}

/** The layer or table of the map, else the one of the service. */
function relatedLayer(view: MapView, layer: FeatureLayer, relationshipId: number): FeatureLayer {
  const relationship = layer.relationships?.find(({ id }) => id === relationshipId);
  if (!relationship || !layer.url)
    throw new MappingError('layer:no-table', 'The layer has no such relationship.', { status: 404 });
  const address = `${layer.url}/${relationship.relatedTableId}`;
  const known = [...(view.map?.allLayers ?? []), ...(view.map?.allTables ?? [])].find(
    (one) => one.type === 'feature' && addressOfLayer(one as FeatureLayer) === address,
  );
  return (known as FeatureLayer | undefined) ?? new FeatureLayer({ url: address });
}
