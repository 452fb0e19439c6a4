import type Extent from '@arcgis/core/geometry/Extent.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { ofMoment } from '../layers/read-features.ts';
import type { MapInternals } from '../map-model.ts';

/** The side of the shown area, where that of the features is 1. */
const withMargin = 1.2;

/**
 * Shows features of one or more layers, with a margin. Without any, the map does not move.
 * @throws the SDK's error if a layer does not respond
 */
export async function goToFeatures(
  { view, goToAll }: Pick<MapInternals, 'view' | 'goToAll'>,
  features: readonly (readonly [layer: FeatureLayer, objectIds: readonly number[]])[],
): Promise<void> {
  const extents = await Promise.all(
    features.map(async ([layer, objectIds]) => {
      // Services take an empty list of ids for all features.
      if (objectIds.length === 0) return null;
      const outSpatialReference = view.spatialReference;
      const query = { objectIds: [...objectIds], outSpatialReference, ...ofMoment(layer) };
      return (await layer.queryExtent(query)).extent as Extent | null;
    }),
  );
  const [first, ...others] = extents.filter((extent) => extent !== null);
  if (first) await goToAll(others.reduce((sum, extent) => sum.union(extent), first).expand(withMargin));
}
