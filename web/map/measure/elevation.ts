import { loadCapability } from '../load-capability.ts';
import type { MapModel } from '../map-model.ts';

/** A drawn line: its corners in the coordinates of the map, and the metres of its segments. */
export interface DrawnLine {
  path: readonly (readonly [x: number, y: number])[];
  lengths: readonly number[];
}

/** Whether the organisation has an elevation service. */
export function hasElevation(model: MapModel): boolean {
  return model.withInternals(({ source }) => Boolean(source.elevation));
}

/**
 * The heights along a line; undefined where the service has none.
 * @throws MappingError `elevation:failed`
 */
export const elevationProfile = loadCapability(
  async () => (await import('./elevation-service.ts')).elevationProfile,
);
