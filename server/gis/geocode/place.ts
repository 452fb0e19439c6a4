/** What a place is; decides how it is searched, ranked and shown. */
export const placeKinds = ['address', 'street', 'poi', 'neighbourhood', 'city', 'region', 'country'] as const;

export type PlaceKind = (typeof placeKinds)[number];

/** One entry of a gazetteer, as files hold it and `loadGazetteer` takes it. Positions are degrees on WGS 84. */
export interface Place {
  /** Unique within its dataset and stable from version to version, such as `way/123`. */
  id: string;
  kind: PlaceKind;
  /** What it is in more detail, in the words of OpenStreetMap: `cafe`, `bus_stop`, `capital` … */
  category?: string;
  /** The name to show first, then every other by which people look for it. Addresses have none. */
  names: readonly string[];
  longitude: number;
  latitude: number;
  /** West, south, east, north; west may be greater than east across the date line. */
  extent?: readonly [number, number, number, number];
  /** Further points along a street, so that a place beside it knows its name. */
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
  /** Further names of the areas it lies in: searched, not shown. */
  within?: readonly string[];
  population?: number;
  /** How much it matters, 0 … 1; without it kind, category and population decide. */
  importance?: number;
}
