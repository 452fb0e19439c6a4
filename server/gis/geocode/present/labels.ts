import { categoryLabel } from '../kinds/categories.ts';
import type { PlaceKind } from '../place.ts';
import type { PlaceRow } from '../search/place-search-store.ts';
import { countryName, findCountry } from '../countries/countries.ts';

const types: Record<PlaceKind, string> = {
  address: 'PointAddress',
  street: 'StreetName',
  poi: 'POI',
  neighbourhood: 'Locality',
  city: 'Locality',
  region: 'Locality',
  country: 'Locality',
};

/** The `Addr_type` of ArcGIS clients. */
export function addressType({ kind }: Pick<PlaceRow, 'kind'>): string {
  return types[kind];
}

const kinds: Partial<Record<PlaceKind, string>> = {
  neighbourhood: 'Neighborhood',
  city: 'City',
  region: 'State or Province',
  country: 'Country',
};

/** The `Type` of ArcGIS clients: the type of a locality or a point of interest. */
export function placeType({ kind, category }: Pick<PlaceRow, 'kind' | 'category'>): string {
  if (category === 'capital') return 'National Capital';
  if (kind === 'poi' && category) return categoryLabel(category);
  return kinds[kind] ?? '';
}

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

/** The `address` of a reverse geocode, with every field that clients read. */
export function presentAddress(place: PlaceRow, language?: string): Record<string, string> {
  const { short, match, long } = labelsOf(place);
  const country = findCountry(place.country_code ?? '');
  return {
    Match_addr: match,
    LongLabel: long,
    ShortLabel: short,
    Addr_type: addressType(place),
    Type: placeType(place),
    PlaceName: place.kind === 'address' || place.kind === 'street' ? '' : place.name,
    AddNum: place.house_number ?? '',
    Address: streetAddress(place),
    Block: '',
    Sector: '',
    Neighborhood: place.kind === 'neighbourhood' ? place.name : (place.neighbourhood ?? ''),
    District: '',
    City: place.kind === 'city' ? place.name : (place.city ?? ''),
    MetroArea: '',
    Subregion: '',
    Region: place.region ?? '',
    Territory: '',
    Postal: place.postal ?? '',
    PostalExt: '',
    CountryCode: country?.alpha3 ?? '',
    CntryName: country ? countryName(country.alpha2, language) : '',
  };
}
