import type Point from '@arcgis/core/geometry/Point.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type { LinkedFeature } from '../../../wire/url-state.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';

export async function selectFeature(
  { view, popup, fitPopup, goToAll }: MapInternals,
  { layer: layerId, id }: LinkedFeature,
): Promise<boolean> {
  await view.when();
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!layer || !hasFeatures(layer)) return false;
  await layer.load();
  const query = layer.createQuery();
  Object.assign(query, {
    objectIds: [id],
    outFields: ['*'],
    returnGeometry: true,
    outSpatialReference: view.spatialReference,
  });
  const { features } = await layer.queryFeatures(query);
  const [feature] = features;
  const { geometry } = feature ?? {};
  if (!feature || !geometry) return false;
  const middle = geometry.type === 'point' ? (geometry as Point) : geometry.extent?.center;
  if (middle && !view.extent?.contains(middle)) {
    if (geometry.extent) await goToAll(geometry.extent);
    else await view.goTo(geometry).catch(() => {});
  }
  const element = await popup();
  if (view.destroyed) return false;
  element.features = [fitPopup(feature)];
  element.location = middle;
  element.open = true;
  return true;
}
