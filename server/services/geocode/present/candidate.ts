import type { LonLat } from '../../../../wire/geometry/web-mercator.ts';
import { fromDegrees, type SpatialReference } from '../request/spatial-reference.ts';
import type { Match } from '../search/score.ts';
import type { SearchScope } from '../search/search-request.ts';
import { type Attributes, attributesOf, chooseFields } from './attributes.ts';
import { type Extent, extentOf } from './extent.ts';
import { labelsOf } from './labels.ts';

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

/** Half the side of the square shown round coordinates, in degrees. */
const half = 0.005;

/** Coordinates that were typed are a place of their own. */
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
