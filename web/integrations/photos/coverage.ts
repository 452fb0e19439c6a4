import type { HostView } from '../client/client.ts';
import type { Area, Photo } from './photo.ts';

/** Maximum number of points on a map. */
const maxPoints = 400;

/** Below this zoom level a city is a few dots, and all its photos would be requested. */
export const minZoom = 12;

/** Search radii in metres: a search for the nearest photo widens in these steps. */
export const widerMetres = [500, 2000, 10_000] as const;

/** One point per screen position: of photos within a few pixels, only the first is shown. */
export function coveragePoints(photos: readonly Photo[], { west, south, east, north }: HostView): Photo[] {
  const cells = new Map<string, Photo>();
  const inside = photos.filter(({ lat, lng }) => lat >= south && lat <= north && lng >= west && lng <= east);
  for (const finest of [120, 60, 30]) {
    cells.clear();
    const cell = (value: number, from: number, to: number) =>
      Math.floor(((value - from) / Math.max(to - from, 1e-9)) * finest);
    for (const photo of inside) {
      const key = `${cell(photo.lng, west, east)}/${cell(photo.lat, south, north)}`;
      if (!cells.has(key)) cells.set(key, photo);
    }
    if (cells.size <= maxPoints) break;
  }
  return [...cells.values()].slice(0, maxPoints);
}

/** Photos as points for the map, each of which can be clicked. */
export function coverageGraphics(
  photos: readonly Pick<Photo, 'id' | 'lat' | 'lng' | 'caption'>[],
): unknown[] {
  return photos.map(({ id, lat, lng, caption }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { kind: 'photo', key: id.slice(0, 100), ...(caption && { title: caption.slice(0, 200) }) },
  }));
}

/** The square around a location. */
export function areaAround({ lat, lng }: { lat: number; lng: number }, metres: number): Area {
  const north = metres / 111_320;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return { west: lng - east, south: lat - north, east: lng + east, north: lat + north };
}

/** The result of `find` for the smallest radius with a match. */
export async function widen(
  find: (metres: number) => Promise<Photo | undefined>,
): Promise<Photo | undefined> {
  for (const metres of widerMetres) {
    const found = await find(metres);
    if (found) return found;
  }
  return undefined;
}
