import type { MapModel } from '../map-model.ts';

/** A handle over the map, before and behind which different layers are seen. */
export interface Swipe {
  /** Layers that are seen on the one side only. */
  setLayers(layerIds: readonly string[]): void;
  setDirection(direction: 'horizontal' | 'vertical'): void;
  stop(): void;
}

/** Puts the handle over the map. */
export async function startSwipe(model: MapModel): Promise<Swipe> {
  const sdk = await import('./swipe-element.ts');
  return model.reach((inside) => sdk.startSwipe(inside));
}
