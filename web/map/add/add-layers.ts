import type { MapModel } from '../map-model.ts';
import type { AddableFeature, AddedLayer } from './added-types.ts';
export type { AddableFeature, AddedLayer } from './added-types.ts';

/**
 * Adds a service by its URL: feature, map, image, vector tile and scene services of ArcGIS, WMS, WMTS, WFS, OGC API
 * Features, GeoJSON and KML. Resolves when the service has responded and the layer is in the map.
 *
 * @throws MappingError `add:unknown-address` when it is none of these, `layer:failed` and others when it does not
 * respond
 */
export async function addService(model: MapModel, address: string): Promise<AddedLayer> {
  const sdk = await import('./add-service.ts');
  return model.withInternals((internals) => sdk.addService(internals, address));
}

/** Adds an item of the portal. @throws MappingError `layer:failed`, `portal:*` */
export async function addItem(model: MapModel, itemId: string): Promise<AddedLayer> {
  const sdk = await import('./add-service.ts');
  return model.withInternals((internals) => sdk.addItem(internals, itemId));
}

/**
 * Adds features as layers of the map's own document: one each for points, lines and areas, in a group if there are
 * several.
 */
export async function addFeatures(
  model: MapModel,
  title: string,
  features: readonly AddableFeature[],
): Promise<AddedLayer> {
  const sdk = await import('./add-features.ts');
  return model.withInternals((internals) => sdk.addFeatures(internals, title, features));
}
