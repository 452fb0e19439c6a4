import type { LonLat } from '../../../../wire/geometry/web-mercator.ts';

const number = String.raw`[+-]?\d{1,3}(?:\.\d{1,12})?`;
/**
 * Of a text with single blanks: one optional blank per position, or a row of blanks would be tried in every
 * division.
 */
const pair = new RegExp(`^(${number}) ?°? ?([NS])? ?[,; ] ?(${number}) ?°? ?([EW])?$`, 'iu');

/**
 * Reads "latitude, longitude" in decimal degrees (`51.128, 71.43`, `51.1N 71.4E`); undefined for other text.
 */
export function readCoordinates(text: string): LonLat | undefined {
  const [, first, northSouth, second, eastWest] = pair.exec(text.trim().replaceAll(/\s+/g, ' ')) ?? [];
  // Two bare whole numbers are more likely a house and its part than a place in the sea.
  if (!first || !second || !/[.NSEW]/i.test(text)) return undefined;
  const latitude = Number(first) * (northSouth?.toUpperCase() === 'S' ? -1 : 1);
  const longitude = Number(second) * (eastWest?.toUpperCase() === 'W' ? -1 : 1);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { longitude, latitude } : undefined;
}
