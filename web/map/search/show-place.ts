import type { MapModel } from '../map-model.ts';
import type { PlaceToShow } from './place-marker.ts';
export type { PlaceToShow } from './place-marker.ts';

/** Goes to a place and marks it, until another place is shown or `hidePlace` is called. */
export async function showPlace(model: MapModel, place: PlaceToShow): Promise<void> {
  const sdk = await import('./place-marker.ts');
  await model.withInternals((internals) => sdk.showPlace(internals, place));
}

/**
 * Goes to a feature and opens its popup.
 *
 * @param focus whether the popup gets the focus; when it closes, the focus goes back to where it was
 */
export async function showFeature(
  model: MapModel,
  layerId: string,
  objectId: number,
  focus = false,
): Promise<void> {
  const from = focus ? document.activeElement : null;
  const sdk = await import('./place-marker.ts');
  await model.withInternals((internals) => sdk.showFeature(internals, layerId, objectId, from));
}

/** Removes the marker. */
export async function hidePlace(model: MapModel): Promise<void> {
  const sdk = await import('./place-marker.ts');
  model.withInternals((internals) => sdk.hidePlace(internals));
}
