import type { Place } from '../../../../server/gis/geocode/place.ts';

/** The surroundings of everything in the extract. The city has had several names within living memory. */
export const surroundings = {
  city: 'Астана',
  countryCode: 'KZ',
  within: ['Astana', 'Нур-Султан', 'Nur-Sultan'],
} satisfies Partial<Place>;

/** Degrees to about a decimetre. */
export function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
