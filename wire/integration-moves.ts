import { groundDistance } from './geometry/web-mercator.ts';

/** Moves of less than this many metres are no moves: they are how a location comes back from a round trip. */
const smallestMoveMetres = 0.5;

/** Metres between two places on the ground. */
export function metresBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  return groundDistance({ latitude: a.lat, longitude: a.lng }, { latitude: b.lat, longitude: b.lng });
}

/** Whether going from one place to another is a move at all. */
export function isMove(
  from: { lat: number; lng: number } | undefined,
  to: { lat: number; lng: number },
): boolean {
  return !from || metresBetween(from, to) >= smallestMoveMetres;
}
