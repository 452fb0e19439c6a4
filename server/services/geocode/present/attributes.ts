import { groundDistance } from '../../../../wire/geometry/web-mercator.ts';
import { findCountry } from '../countries/country-codes.ts';
import { countryName } from '../countries/country-words.ts';
import type { Match } from '../search/score.ts';
import type { SearchScope } from '../search/search-request.ts';
import { addressType, placeType } from './address-type.ts';
import { labelsOf, streetAddress } from './labels.ts';
import type { Extent } from './extent.ts';

export type Attributes = Record<string, string | number>;

/** Attributes of an answer without `outFields`. */
const usual = ['Match_addr', 'LongLabel', 'Addr_type', 'Score', 'Xmin', 'Ymin', 'Xmax', 'Ymax'];

/** All attributes of a candidate under the names ArcGIS gives them; `candidateFields` describes them. */
export function attributesOf(
  { place, score }: Match,
  extent: Extent,
  scope: SearchScope,
  language?: string,
): Attributes {
  const { short, match, long } = labelsOf(place);
  const country = findCountry(place.country_code ?? '');
  return {
    Loc_name: 'Places',
    Status: 'M',
    Score: score,
    Match_addr: match,
    LongLabel: long,
    ShortLabel: short,
    Addr_type: addressType(place),
    Type: placeType(place),
    PlaceName: place.name,
    Place_addr: streetAddress(place),
    AddNum: place.house_number ?? '',
    StAddr: place.kind === 'address' ? streetAddress(place) : '',
    StName: place.street ?? '',
    Nbrhd: place.kind === 'neighbourhood' ? place.name : (place.neighbourhood ?? ''),
    City: place.kind === 'city' ? place.name : (place.city ?? ''),
    Region: place.kind === 'region' ? place.name : (place.region ?? ''),
    Postal: place.postal ?? '',
    Country: country?.alpha3 ?? '',
    CntryName: country ? countryName(country.alpha2, language) : '',
    Distance: scope.near ? Math.round(groundDistance(scope.near, place)) : 0,
    X: place.longitude,
    Y: place.latitude,
    DisplayX: place.longitude,
    DisplayY: place.latitude,
    Xmin: extent.xmin,
    Ymin: extent.ymin,
    Xmax: extent.xmax,
    Ymax: extent.ymax,
    Rank: Math.round((1 - place.importance) * 20 * 100) / 100,
  };
}

/** The attributes asked for by `outFields`: `*`, or names in any case. Names that are unknown are left out. */
export function chooseFields(attributes: Attributes, outFields: string | undefined): Attributes {
  if (outFields?.split(',').some((name) => name.trim() === '*')) return attributes;
  const wanted = new Set((outFields?.split(',') ?? usual).map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => wanted.has(name.toLowerCase())));
}
