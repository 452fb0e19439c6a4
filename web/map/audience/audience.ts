import type { MapAudience } from '../../../wire/map-audience.ts';
import { loadInBackground } from '../load-capability.ts';

/** The part of an audience that limits how far the map can be moved. */
export type ViewLimits = Pick<MapAudience, 'bounds' | 'minZoom' | 'maxZoom'>;

/** Limits the map's centre to bounds, and its zoom levels, until the returned function is called. */
export const limitView = loadInBackground<[limits: ViewLimits]>(
  async () => (await import('./limit-view.ts')).limitView,
);
