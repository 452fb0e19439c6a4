import { groundDistance } from '../geometry/web-mercator.ts';

/** Shorter moves, in metres, are ignored: they are rounding errors of a round trip. */
const smallestMoveMetres = 0.5;

/** Distance between two locations on the ground, in metres. */
export function metresBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  return groundDistance({ latitude: a.lat, longitude: a.lng }, { latitude: b.lat, longitude: b.lng });
}

/** Whether the distance between two locations counts as a move. */
export function isMove(
  from: { lat: number; lng: number } | undefined,
  to: { lat: number; lng: number },
): boolean {
  return !from || metresBetween(from, to) >= smallestMoveMetres;
}
