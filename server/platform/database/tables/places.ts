import type { Generated } from 'kysely';

/** Gazetteers: the data of the geocoding service. Written as a whole, by COPY, one dataset at a time. */
export interface PlaceTables {
  gazetteer: GazetteerTable;
  place: PlaceTable;
  place_word: PlaceWordTable;
  street_point: StreetPointTable;
}

interface GazetteerTable {
  id: Generated<number>;
  /** Name of the dataset, such as `astana`. */
  name: string;
  version: string;
  attribution: string;
  place_count: number;
  /** Epoch milliseconds. */
  loaded_at: number;
}

interface PlaceTable {
  id: Generated<number>;
  gazetteer_id: number;
  /** The place's id within its dataset. */
  source_id: string;
  kind: 'address' | 'street' | 'poi' | 'neighbourhood' | 'city' | 'region' | 'country';
  category: string | null;
  /** Empty for addresses, which are named by street and number. */
  name: string;
  other_names: string[];
  street: string | null;
  /** The same for a street and the addresses along it. */
  street_key: string | null;
  house_number: string | null;
  /** The number in its compared form: `12a`, `12/4`. */
  number_key: string | null;
  neighbourhood: string | null;
  city: string | null;
  region: string | null;
  postal: string | null;
  /** ISO 3166-1, two capitals. */
  country_code: string | null;
  /** Degrees on WGS 84, as are the extents. */
  longitude: number;
  latitude: number;
  extent_west: number | null;
  extent_south: number | null;
  extent_east: number | null;
  extent_north: number | null;
  /** The position in Web Mercator metres, so that distances are comparable in every direction. */
  spot: { x: number; y: number };
  population: number | null;
  /** 0 … 1. */
  importance: number;
  /** Folded words of names and surroundings, between blanks; `#cafe` is the category, `@kz` the country. */
  search_text: string;
}

interface PlaceWordTable {
  word: string;
  place_id: number;
  gazetteer_id: number;
  /** Class of importance, 9 the highest. */
  rank: number;
  /** Map square, see server/gis/geocode/search/cells.ts. */
  cell: number;
}

interface StreetPointTable {
  place_id: number;
  gazetteer_id: number;
  spot: { x: number; y: number };
}
