import { loadCapability } from '../load-capability.ts';
import type { Listed } from '../in-view/in-view.ts';
import type { MapModel } from '../map-model.ts';

/** A place to show, in degrees WGS84, with the extent to zoom to (west, south, east, north). */
export interface PlaceToShow {
  lat: number;
  lng: number;
  extent?: readonly [number, number, number, number];
}

const placeMarker = () => import('./place-marker.ts');

/** Goes to a place and marks it, until another place is shown or `hidePlace` is called. */
export const showPlace = loadCapability(async () => (await placeMarker()).showPlace);

/** Removes the marker. A feature that is being looked for is not shown. */
export const hidePlace = loadCapability(async () => (await placeMarker()).hidePlace);

const goToFeature = loadCapability(async () => (await placeMarker()).showFeature);

/**
 * Goes to a feature, or to a drawing by its id of `featuresInView`, and opens its popup if it has one.
 *
 * @param layer the id of its layer, or a sublayer
 * @param focus whether the popup gets the focus; when it closes, the focus goes back to where it was
 * @throws MappingError `feature:not-found` when the feature no longer exists, `layer:failed` when its layer doesn’t
 */
export async function showFeature(
  model: MapModel,
  layer: string | Listed,
  objectId: number,
  focus = false,
): Promise<void> {
  // The focus is read now: it may move while the code loads.
  const of = typeof layer === 'string' ? { layerId: layer } : layer;
  await goToFeature(model, of, objectId, focus ? document.activeElement : null);
}

/**
 * Opens the popup of a feature that the URL links to, and moves the map if the feature is not in view. Resolves to
 * whether the map has such a feature.
 */
export const selectFeature = loadCapability(async () => (await import('./place-marker.ts')).selectFeature);
