import type { MapModel } from '../map-model.ts';

/** A place to show, in degrees WGS84; the extent (west, south, east, north) says how much of its surroundings. */
export interface PlaceToShow {
  lat: number;
  lng: number;
  extent?: readonly [number, number, number, number];
}

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
