import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Relationship from '@arcgis/core/layers/support/Relationship.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { hasFeatures } from '../sdk/layer-facts.ts';

/** The layer at the other end of a relationship. */
export interface RelatedLayer {
  relationshipId: number;
  /** The name of the related layer, or of the relationship where several lead to the same layer. */
  title: string;
  layer: FeatureLayer;
}

/**
 * The layers and tables that a layer is related to: those of the map, else those of the service. One that
 * cannot be loaded is omitted, like a deleted table whose relationship remains.
 */
export async function relatedLayers(view: MapView, from: FeatureLayer): Promise<RelatedLayer[]> {
  const found = await Promise.all(
    (from.relationships ?? []).map(async (relationship) => {
      const layer = relatedLayer(view, from, relationship);
      const loaded = await layer?.load().catch(() => undefined);
      return loaded ? [{ relationship, layer: loaded as FeatureLayer }] : [];
    }),
  );
  const all = found.flat();
  return all.map(({ relationship, layer }) => {
    const isOnly = all.filter((one) => one.layer === layer).length === 1;
    const title = isOnly ? layer.title : relationship.name;
    return { relationshipId: relationship.id, title: title || relationship.name || '', layer };
  });
}

function relatedLayer(
  view: MapView,
  { url }: FeatureLayer,
  { relatedTableId }: Relationship,
): FeatureLayer | undefined {
  if (!url) return undefined;
  const ofMap = [...(view.map?.allLayers ?? []), ...(view.map?.allTables ?? [])]
    .filter(hasFeatures)
    .map((one) => one as FeatureLayer)
    .find((one) => one.url === url && one.layerId === relatedTableId);
  return ofMap ?? new FeatureLayer({ url: `${url}/${relatedTableId}` });
}
