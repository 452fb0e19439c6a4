import type { MapModel } from '../map-model.ts';
import type { Swipe } from './swipe-element.ts';
export type { Swipe } from './swipe-element.ts';

/** Adds the handle to the map. */
export async function startSwipe(model: MapModel): Promise<Swipe> {
  const sdk = await import('./swipe-element.ts');
  return model.withInternals((internals) => sdk.startSwipe(internals));
}
