import { metresBetween } from '../../../wire/integrations/moves.ts';

/** A panorama with its position. */
export interface Photo {
  id: string;
  /** Absolute URL of an equirectangular picture. */
  url: string;
  lat: number;
  lng: number;
  /** Heading of the picture's centre, degrees clockwise from north. */
  heading: number;
  /** RFC 3339; empty when unknown. */
  time: string;
  /** Author or description; may be empty. */
  caption: string;
}

/** A source of photos. Both throw an `IntegrationError` when photos are unavailable. */
export interface PhotoSource {
  nearest(place: { lat: number; lng: number }): Promise<Photo | undefined>;
  /** The nearest beyond the configured radius; undefined when there is none within kilometres. */
  nearestBeyond(place: { lat: number; lng: number }): Promise<Photo | undefined>;
  /** Photos in an area, at most a few hundred. */
  inArea(area: Area): Promise<Photo[]>;
  /** All photos near one, of any date, including itself. */
  around(photo: Photo): Promise<Photo[]>;
}

/** Degrees. */
export interface Area {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A neighbouring photo. */
export interface Step {
  photo: Photo;
  metres: number;
  /** Degrees clockwise from north. */
  bearing: number;
}

/** Photos closer than this belong to one spot, at different dates. */
const oneSpotMetres = 8;
const sectorDegrees = 40;

/** The nearest photo within `radius` metres. */
export function nearestOf(
  photos: readonly Photo[],
  place: { lat: number; lng: number },
  radius: number,
): Photo | undefined {
  let found: Photo | undefined;
  let min = radius;
  for (const photo of photos) {
    const metres = metresBetween(photo, place);
    // Of photos of one spot the newest is shown first.
    if (metres < min - 0.5 || (metres <= min + 0.5 && photo.time > (found?.time ?? ''))) {
      found = photo;
      min = Math.min(min, metres);
    }
  }
  return found;
}

/** The neighbours of a photo: the nearest in each direction, of about the same date. */
export function stepsFrom(photo: Photo, around: readonly Photo[], within: number): Step[] {
  const taken: Step[] = [];
  const steps = around
    .filter((other) => other.id !== photo.id && sameSeries(photo, other))
    .map((other) => ({ photo: other, metres: metresBetween(photo, other), bearing: bearing(photo, other) }))
    .filter(({ metres }) => metres > 2 && metres <= within)
    .toSorted((a, b) => a.metres - b.metres);
  for (const step of steps)
    if (taken.every((other) => apart(other.bearing, step.bearing) > sectorDegrees)) taken.push(step);
  return taken;
}

/** The step nearest to a heading in degrees; undefined without steps. */
export function stepAhead(steps: readonly Step[], heading: number): Step | undefined {
  return steps.toSorted((a, b) => apart(a.bearing, heading) - apart(b.bearing, heading))[0];
}

/** The photos of one spot, newest first. */
export function timesAt(photo: Photo, around: readonly Photo[]): Photo[] {
  const byTime = new Map<string, Photo>();
  for (const other of [
    photo,
    ...around.toSorted((a, b) => metresBetween(photo, a) - metresBetween(photo, b)),
  ])
    if (metresBetween(photo, other) <= oneSpotMetres && !byTime.has(other.time.slice(0, 10)))
      byTime.set(other.time.slice(0, 10), other);
  return [...byTime.values()].toSorted((a, b) => b.time.localeCompare(a.time));
}

/** Bearing from one position to another, degrees clockwise from north. */
export function bearing(from: { lat: number; lng: number }, to: { lat: number; lng: number }): number {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
  return ((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI + 360) % 360;
}

/** Degrees between two directions, 0 … 180. */
export function apart(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return Math.min(turn, 360 - turn);
}

function sameSeries(a: Photo, b: Photo): boolean {
  return a.time.slice(0, 7) === b.time.slice(0, 7);
}
