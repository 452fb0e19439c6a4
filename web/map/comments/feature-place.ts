import Point from '@arcgis/core/geometry/Point.js';
import * as proximity from '@arcgis/core/geometry/operators/proximityOperator.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { wrapLongitude } from '../../../wire/geometry/web-mercator.ts';
import type { LinkedFeature } from '../../../wire/url-state.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import type { PickedPlace } from './comment-pins.ts';

const degrees = { wkid: 4326 };

/**
 * The place of a feature: a point itself, and of a line or area the part that is nearest to where it was clicked. Undefined if the
 * feature cannot be read.
 */
export async function featurePlace(
  { view, popup }: Pick<MapInternals, 'view' | 'popup'>,
  { layer: layerId, id }: LinkedFeature,
): Promise<PickedPlace | undefined> {
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!layer || !hasFeatures(layer)) return undefined;
  try {
    const query = { objectIds: [id], returnGeometry: true, outSpatialReference: degrees };
    const [{ features }, { location }] = await Promise.all([layer.queryFeatures(query), popup()]);
    const geometry = features[0]?.geometry;
    if (!geometry || geometry.type === 'mesh') return undefined;
    const clicked = inDegrees(location) ?? inDegrees(view.center) ?? geometry.extent?.center;
    const { x, y } =
      geometry.type === 'point' || !clicked
        ? (geometry as Point)
        : proximity.getNearestCoordinate(geometry, clicked).coordinate;
    return { latitude: y, longitude: wrapLongitude(x) };
  } catch {
    // The comment is still about it.
    return undefined;
  }
}

function inDegrees(point: Point | null | undefined): Point | undefined {
  const { latitude, longitude } = point ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  return new Point({ x: longitude, y: latitude, spatialReference: degrees });
}
