import type { MapModel } from '../map-model.ts';
import type { PlaceToShow } from './place-types.ts';
export type { PlaceToShow } from './place-types.ts';

/** Goes to a place and marks it, until another place is shown or `hidePlace` is called. */
export async function showPlace(model: MapModel, place: PlaceToShow): Promise<void> {
  const sdk = await import('./place-marker.ts');
  await model.reach((inside) => sdk.showPlace(inside, place));
}

/** Goes to a feature and opens its popup. */
export async function showFeature(model: MapModel, layerId: string, objectId: number): Promise<void> {
  const sdk = await import('./place-marker.ts');
  await model.reach((inside) => sdk.showFeature(inside, layerId, objectId));
}

/** Takes the mark away. */
export async function hidePlace(model: MapModel): Promise<void> {
  const sdk = await import('./place-marker.ts');
  model.reach((inside) => sdk.hidePlace(inside));
}
