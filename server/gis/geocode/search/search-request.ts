import type { LonLat } from '../../../../wire/geometry/web-mercator.ts';
import type { PlaceKind } from '../place.ts';
import type { Box } from './cells.ts';

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
