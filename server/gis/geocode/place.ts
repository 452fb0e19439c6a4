import type { LonLat } from '../../../wire/geometry/web-mercator.ts';

import type { Box } from './search/cells.ts';

/** Kind of a place; decides how it is searched, ranked and shown. */
export const placeKinds = ['address', 'street', 'poi', 'neighbourhood', 'city', 'region', 'country'] as const;

export type PlaceKind = (typeof placeKinds)[number];

/** One entry of a gazetteer, as in files and for `loadGazetteer`. Positions are degrees on WGS 84. */
export interface Place {
  /** Unique within its dataset and stable across versions, such as `way/123`. */
  id: string;
  kind: PlaceKind;
  /** Subtype, as an OpenStreetMap tag value: `cafe`, `bus_stop`, `capital` … */
  category?: string;
  /** The display name first, then all others it is searched by. Addresses have none. */
  names: readonly string[];
  longitude: number;
  latitude: number;
  /** West, south, east, north; west may be greater than east across the date line. */
  extent?: readonly [number, number, number, number];
  /** Further points along a street, so that a nearby place finds its name. */
  along?: readonly (readonly [number, number])[];
  /** Street and number; together they make an address findable. */
  street?: string;
  houseNumber?: string;
  neighbourhood?: string;
  city?: string;
  region?: string;
  postal?: string;
  /** ISO 3166-1, two letters. */
  countryCode?: string;
  /** Further names of the surrounding areas: searched, not shown. */
  within?: readonly string[];
  population?: number;
  /** Importance, 0 … 1; by default kind, category and population decide. */
  importance?: number;
}

/** Filters and location of a search. */
export interface SearchScope {
  /** Prefers nearby places, usually those near the middle of the map. */
  near?: LonLat;
  /** Only places in one of these boxes (two when the requested one crosses the date line). */
  boxes?: readonly Box[];
  /** Only these countries: two capitals each. */
  countryCodes?: readonly string[];
  /** Only these kinds, or these categories of points of interest; an empty filter matches nothing. */
  filter?: CategoryFilter;
}

export interface CategoryFilter {
  kinds: readonly PlaceKind[];
  categories: readonly string[];
}
