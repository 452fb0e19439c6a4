import { groundDistance, type LonLat } from '../../../../wire/geometry/web-mercator.ts';
import { findCountry } from '../countries/country-codes.ts';
import { countryName } from '../countries/country-words.ts';
import { fromDegrees, type SpatialReference } from '../request/spatial-reference.ts';
import type { Match } from '../search/score.ts';
import type { SearchScope } from '../search/search-request.ts';
import { addressType, labelsOf, placeType, streetAddress } from './labels.ts';
import { extentOf, type Extent } from './extent.ts';

type Attributes = Record<string, string | number>;

/** Attributes of a response without `outFields`. */
const usual = ['Match_addr', 'LongLabel', 'Addr_type', 'Score', 'Xmin', 'Ymin', 'Xmax', 'Ymax'];

/** All attributes of a candidate under their ArcGIS names; `candidateFields` describes them. */
function attributesOf(
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

/** The attributes requested by `outFields`: `*`, or names in any case. Unknown names are ignored. */
function chooseFields(attributes: Attributes, outFields: string | undefined): Attributes {
  if (outFields?.split(',').some((name) => name.trim() === '*')) return attributes;
  const wanted = new Set((outFields?.split(',') ?? usual).map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => wanted.has(name.toLowerCase())));
}

export interface Candidate {
  address: string;
  location: { x: number; y: number };
  score: number;
  attributes: Attributes;
  extent: Extent;
}

export interface Asked {
  spatialReference: SpatialReference;
  scope: SearchScope;
  outFields: string | undefined;
  language: string | undefined;
}

export function presentCandidate(
  match: Match,
  { spatialReference, scope, outFields, language }: Asked,
): Candidate {
  const extent = extentOf(match.place, spatialReference);
  return {
    address: labelsOf(match.place).long,
    location: fromDegrees(match.place, spatialReference),
    score: match.score,
    attributes: chooseFields(attributesOf(match, extent, scope, language), outFields),
    extent,
  };
}

/** Half the side of the square shown around coordinates, in degrees. */
const half = 0.005;

/** Typed coordinates become a place of their own. */
export function presentCoordinates(
  { longitude, latitude }: LonLat,
  { spatialReference, outFields }: Asked,
): Candidate {
  const lower = fromDegrees({ longitude: longitude - half, latitude: latitude - half }, spatialReference);
  const upper = fromDegrees({ longitude: longitude + half, latitude: latitude + half }, spatialReference);
  const extent = { xmin: lower.x, ymin: lower.y, xmax: upper.x, ymax: upper.y };
  const address = `${latitude}, ${longitude}`;
  const attributes = {
    Loc_name: 'Places',
    Status: 'M',
    Score: 100,
    Match_addr: address,
    LongLabel: address,
    ShortLabel: address,
    Addr_type: 'LatLong',
    X: longitude,
    Y: latitude,
    DisplayX: longitude,
    DisplayY: latitude,
    Xmin: extent.xmin,
    Ymin: extent.ymin,
    Xmax: extent.xmax,
    Ymax: extent.ymax,
  };
  return {
    address,
    location: fromDegrees({ longitude, latitude }, spatialReference),
    score: 100,
    attributes: chooseFields(attributes, outFields),
    extent,
  };
}
