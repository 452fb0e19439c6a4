import type { ShownArea } from '../../../wire/integration-messages.ts';
import type { MapState } from '../map-state.ts';

const metresPerDegree = 111_320;

/**
 * The extent in degrees of a map of this size in pixels, covering all directions when it is rotated. Undefined until it
 * is stationary.
 */
export function shownArea(
  { place, metresPerPixel }: Pick<MapState, 'place' | 'metresPerPixel'>,
  size: { width: number; height: number },
): ShownArea | undefined {
  if (!place || metresPerPixel <= 0) return undefined;
  const around = Math.hypot(size.width, size.height);
  const { width, height } = place.rotation === 0 ? size : { width: around, height: around };
  const north = (height * metresPerPixel) / 2 / metresPerDegree;
  const east =
    (width * metresPerPixel) / 2 / metresPerDegree / Math.max(0.01, Math.cos((place.lat * Math.PI) / 180));
  const within = (degrees: number, most: number) => Math.min(most, Math.max(-most, degrees));
  return {
    west: within(place.lng - east, 180),
    south: within(place.lat - north, 90),
    east: within(place.lng + east, 180),
    north: within(place.lat + north, 90),
    zoom: Math.min(30, place.zoom),
  };
}
