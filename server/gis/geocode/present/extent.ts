import type { PlaceRow } from '../search/place-search-store.ts';
import { fromDegrees, type SpatialReference } from '../request/spatial-reference.ts';

export interface Extent {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/**
 * Half the side of the square shown around a place without an extent, in degrees of latitude: 100 m for an
 * address.
 */
const halves = {
  address: 0.001,
  poi: 0.0015,
  street: 0.005,
  neighbourhood: 0.015,
  city: 0.05,
  region: 1,
  country: 5,
} as const;

type Box = [west: number, south: number, east: number, north: number];

/**
 * The extent a map should show for a place. Across the date line the east continues past 180, as in ArcGIS
 * extents.
 */
export function extentOf(place: PlaceRow, reference: SpatialReference): Extent {
  const { longitude, latitude } = place;
  const half = halves[place.kind];
  const wide = half / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  const least: Box = [longitude - wide, latitude - half, longitude + wide, latitude + half];
  const known = knownExtent(place) ?? least;
  // The outline of a shop alone would fill the window.
  const box = place.kind === 'poi' || place.kind === 'street' ? around(known, beside(known, least)) : known;
  const [west, south, east, north] = box;
  const lower = fromDegrees({ longitude: west, latitude: south }, reference);
  const upper = fromDegrees({ longitude: east, latitude: north }, reference);
  return { xmin: lower.x, ymin: lower.y, xmax: upper.x, ymax: upper.y };
}

function knownExtent(place: PlaceRow): Box | undefined {
  const { extent_west: west, extent_south: south, extent_east: east, extent_north: north } = place;
  if (west === null || south === null || east === null || north === null) return undefined;
  return [west, south, east < west ? east + 360 : east, north];
}

/** The box shifted east by a turn of the earth where `known` continues past 180. */
function beside(known: Box, [west, south, east, north]: Box): Box {
  return east < known[0] ? [west + 360, south, east + 360, north] : [west, south, east, north];
}

function around(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
