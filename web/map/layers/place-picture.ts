import { loadCapability } from '../load-capability.ts';
import type { DrawingChange } from '../sketch/sketch.ts';

/** A picture of the map that is moved, turned or resized by its handles. */
export interface PlacingSession {
  /** Moves, scales or turns it around its middle. */
  change(change: DrawingChange): void;
  close(): void;
}

/** Shows the handles of a picture layer until the session is closed. Every change can be undone. */
export const placePicture = loadCapability(async () => (await import('./placing-session.ts')).placePicture);

/** Whether layers of this SDK type are pictures that can be placed. */
export function isPicture(kind: string): boolean {
  return kind === 'media';
}
