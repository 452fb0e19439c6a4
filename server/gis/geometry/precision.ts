import type { Geometry } from './geometry.ts';

/** Coordinates rounded to decimal places (geometryPrecision). */
export function roundCoordinates(geometry: Geometry, places: number): Geometry {
  const factor = 10 ** Math.max(0, Math.min(15, places));
  return {
    ...geometry,
    coordinates: geometry.coordinates.map((number) => Math.round(number * factor) / factor),
  };
}
