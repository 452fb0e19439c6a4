/** The eight compass directions. */
export const directions = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

export type Direction = (typeof directions)[number];

interface Degrees {
  lat: number;
  lng: number;
}

const earthRadius = 6_371_008.8;
/** Metres within which a feature has no direction. */
const here = 5;

/**
 * Distance and direction between two positions. Degrees WGS84, on a sphere: accurate to half a per cent, which suffices
 * for a list.
 */
export function whereFrom(from: Degrees, to: Degrees): { metres: number; direction: Direction | undefined } {
  const [lat1, lat2] = [radians(from.lat), radians(to.lat)];
  const dLng = radians(to.lng - from.lng);
  const half = Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(dLng / 2) ** 2;
  const metres = 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)));
  if (metres < here) return { metres, direction: undefined };
  const bearing = Math.atan2(
    Math.sin(dLng) * Math.cos(lat2),
    Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(dLng),
  );
  const eighth = Math.round(bearing / (Math.PI / 4));
  return { metres, direction: directions[(eighth + 8) % 8] };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
