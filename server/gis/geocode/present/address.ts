import { findCountry } from '../countries/country-codes.ts';
import { countryName } from '../countries/country-words.ts';
import type { PlaceRow } from '../search/place-row-store.ts';
import { addressType, placeType } from './address-type.ts';
import { labelsOf, streetAddress } from './labels.ts';

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
