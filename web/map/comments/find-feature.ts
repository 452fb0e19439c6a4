import Point from '@arcgis/core/geometry/Point.js';
import * as proximity from '@arcgis/core/geometry/operators/proximityOperator.js';
import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { wrapLongitude } from '../../../wire/geometry/web-mercator.ts';
import type { LinkedFeature } from '../../../wire/url-state.ts';
import { titleFields, titleIn, titleRuleOf } from '../in-view/feature-title.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import type { FoundFeature, PickedPlace } from './comment-pins.ts';

const degrees = { wkid: 4326 };

/**
 * The title of a feature, and its place: a point itself, and of a line or area the part that is nearest to
 * where it was clicked.
 */
export async function findFeature(
  { view, popup }: Pick<MapInternals, 'view' | 'popup'>,
  { layer: layerId, id }: LinkedFeature,
): Promise<FoundFeature> {
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!layer || !hasFeatures(layer)) return unread;
  try {
    const rule = titleRuleOf(layer);
    const query = {
      objectIds: [id],
      outFields: titleFields(rule),
      returnGeometry: true,
      outSpatialReference: degrees,
    };
    const [{ features }, { location }] = await Promise.all([layer.queryFeatures(query), popup()]);
    const [feature] = features;
    if (!feature) return unread;
    const near = inDegrees(location) ?? inDegrees(view.center);
    return {
      title: titleIn(layer, rule, feature.attributes, view.timeZone),
      place: placeOf(feature.geometry, near),
    };
  } catch {
    // The comment is still about it.
    return unread;
  }
}

const unread: FoundFeature = { title: '', place: undefined };

function placeOf(geometry: Graphic['geometry'], near: Point | undefined): PickedPlace | undefined {
  if (!geometry || geometry.type === 'mesh') return undefined;
  const clicked = near ?? geometry.extent?.center;
  const { x, y } =
    geometry.type === 'point' || !clicked
      ? (geometry as Point)
      : proximity.getNearestCoordinate(geometry, clicked).coordinate;
  return { latitude: y, longitude: wrapLongitude(x) };
}

function inDegrees(point: Point | null | undefined): Point | undefined {
  const { latitude, longitude } = point ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  return new Point({ x: longitude, y: latitude, spatialReference: degrees });
}
