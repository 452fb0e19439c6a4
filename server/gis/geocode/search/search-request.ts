import type { LonLat } from '../../../../wire/geometry/web-mercator.ts';
import type { PlaceKind } from '../place.ts';
import type { Box } from './cells.ts';

/** Where and among what a text is looked for. */
export interface SearchScope {
  /** Prefers what is near, usually the middle of the map. */
  near?: LonLat;
  /** Only what lies in one of these boxes (two when the asked one crosses the date line). */
  boxes?: readonly Box[];
  /** Only these countries: two capitals each. */
  countryCodes?: readonly string[];
  /** Only these kinds, or these categories of points of interest; an empty filter lets nothing through. */
  filter?: CategoryFilter;
}

export interface CategoryFilter {
  kinds: readonly PlaceKind[];
  categories: readonly string[];
}
