import { loadCapability } from '../load-capability.ts';
import type { Store } from '../../store.ts';

/** A handle over the map that shows different layers on each side. */
export interface Swipe {
  /** Layers shown on only one side. */
  setLayers(layerIds: readonly string[]): void;
  setDirection(direction: 'horizontal' | 'vertical'): void;
  /** Where the handle is, in hundredths of the map. */
  readonly position: Store<number>;
  setPosition(position: number): void;
  close(): void;
}

/** Adds the handle to the map. */
export const startSwipe = loadCapability(async () => (await import('./swipe-element.ts')).startSwipe);
