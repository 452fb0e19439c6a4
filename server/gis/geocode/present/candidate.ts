import { groundDistance, type LonLat } from '../../../../wire/geometry/web-mercator.ts';
import { countryName, findCountry } from '../countries/countries.ts';
import type { SearchScope } from '../place.ts';
import { fromDegrees, type SpatialReference } from '../request/spatial-reference.ts';
import type { PlaceRow } from '../search/place-search-store.ts';
import type { Match } from '../search/score.ts';
import { addressType, labelsOf, placeType, streetAddress } from './labels.ts';

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

/** Lower-case names of requested attributes, or `*` for all. */
export type OutFields = ReadonlySet<string>;

/** Reads `outFields`, once for all candidates: `*`, or names in any case. Unknown names are ignored. */
export function readOutFields(text: string | undefined): OutFields {
  return new Set((text?.split(',') ?? usual).map((name) => name.trim().toLowerCase()));
}

function chooseFields(attributes: Attributes, outFields: OutFields): Attributes {
  if (outFields.has('*')) return attributes;
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => outFields.has(name.toLowerCase())));
}

export interface Candidate {
  address: string;
  location: { x: number; y: number };
  score: number;
  attributes: Attributes;
  extent: Extent;
}

export interface PresentationInput {
  spatialReference: SpatialReference;
  scope: SearchScope;
  outFields: OutFields;
  language: string | undefined;
}

export function presentCandidate(
  match: Match,
  { spatialReference, scope, outFields, language }: PresentationInput,
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

/** Typed coordinates become a place. */
export function presentCoordinates(
  { longitude, latitude }: LonLat,
  { spatialReference, outFields }: PresentationInput,
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

interface Extent {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/**
 * Half the side of the square shown around a place without an extent, in degrees of latitude: 100 m for an
 * address.
 */
const halves = {
  address: 0.001,
  poi: 0.0015,
  street: 0.005,
  neighbourhood: 0.015,
  city: 0.05,
  region: 1,
  country: 5,
} as const;

type Box = [west: number, south: number, east: number, north: number];

/**
 * The extent a map should show for a place. Across the date line the east continues past 180, as in ArcGIS
 * extents.
 */
export function extentOf(place: PlaceRow, reference: SpatialReference): Extent {
  const { longitude, latitude } = place;
  const half = halves[place.kind];
  const wide = half / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  const min: Box = [longitude - wide, latitude - half, longitude + wide, latitude + half];
  const known = knownExtent(place) ?? min;
  // The outline of a shop alone would fill the window.
  const box = place.kind === 'poi' || place.kind === 'street' ? around(known, beside(known, min)) : known;
  const [west, south, east, north] = box;
  const lower = fromDegrees({ longitude: west, latitude: south }, reference);
  const upper = fromDegrees({ longitude: east, latitude: north }, reference);
  return { xmin: lower.x, ymin: lower.y, xmax: upper.x, ymax: upper.y };
}

function knownExtent(place: PlaceRow): Box | undefined {
  const { extent_west: west, extent_south: south, extent_east: east, extent_north: north } = place;
  if (west === null || south === null || east === null || north === null) return undefined;
  return [west, south, east < west ? east + 360 : east, north];
}

/** The box shifted east by a turn of the earth where `known` continues past 180. */
function beside(known: Box, [west, south, east, north]: Box): Box {
  return east < known[0] ? [west + 360, south, east + 360, north] : [west, south, east, north];
}

function around(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
