import { findCountry } from '../countries/country-codes.ts';
import type { PlaceRow } from '../search/place-row-store.ts';

export interface Labels {
  /** `проспект Абая 12`, `Cafe Marzipan`. */
  short: string;
  /** With the surroundings. */
  match: string;
  /** With the country's three letters besides. */
  long: string;
}

/** The label of a place, from the nearest to the widest area, without repetitions. */
export function labelsOf(place: PlaceRow): Labels {
  const short = place.kind === 'address' ? streetAddress(place) : place.name;
  const street = place.kind === 'poi' ? streetAddress(place) : '';
  const own = place.kind === 'city' || place.kind === 'country';
  const round = [street, own ? '' : place.neighbourhood, own ? '' : place.city, place.region];
  const country = place.kind === 'country' ? '' : (findCountry(place.country_code ?? '')?.alpha3 ?? '');
  const match = unique([short, ...round]);
  return { short, match: match.join(', '), long: unique([...match, country]).join(', ') };
}

/** Street and number in the order of languages that write the street first. */
export function streetAddress({ street, house_number: number }: PlaceRow): string {
  return street ? [street, number].filter(Boolean).join(' ') : '';
}

function unique(parts: readonly (string | null)[]): string[] {
  return [...new Set(parts.filter((part): part is string => part !== null && part !== ''))];
}
