import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { fromWebMercator, groundDistance, type LonLat } from '../../../../wire/geometry/web-mercator.ts';
import { commaList, number, readOperation } from '../../../platform/arcgis/schema.ts';
import { off } from '../../../platform/arcgis/unsupported.ts';
import { presentAddress } from '../present/labels.ts';
import { readLocation } from '../request/read-scope.ts';
import { fromDegrees, spatialReference } from '../request/spatial-reference.ts';
import { findPlacesAround, type StreetRow } from '../reverse/reverse-store.ts';
import type { PlaceRow } from '../search/place-search-store.ts';
import type { GeocodeCall } from './geocode-call.ts';

/** Largest value of `distance`, in metres. */
const farthest = 50_000;

const schema = z.object({
  location: z.string('The location is missing.'),
  inSR: spatialReference('inSR'),
  outSR: spatialReference('outSR'),
  distance: number
    .refine((metres) => metres > 0, 'This must be a number of metres above 0.')
    .transform((metres) => Math.min(metres, farthest))
    .optional(),
  featureTypes: commaList.optional(),
  langCode: z.string().optional(),
  returnIntersection: off('Intersections of streets are not supported.'),
});

/**
 * `reverseGeocode`: `{address:{Match_addr, …}, location}`.
 * @throws MappingError `places:nothing-here`
 */
export async function reverseGeocode({ database, parameters }: GeocodeCall): Promise<object> {
  const input = readOperation(schema, parameters);
  const location = readLocation(input.location, 'location', input.inSR);
  const wanted = readWanted(input.featureTypes);
  const around = await findPlacesAround(database, location, [
    ...(wanted('PointAddress') ? (['address'] as const) : []),
    ...(wanted('POI') ? (['poi'] as const) : []),
  ]);
  const found = choose(location, around, wanted, input.distance);
  if (!found) {
    throw new MappingError(
      'places:nothing-here',
      'Cannot perform query. Unable to find address for the specified location.',
      {
        status: 400,
      },
    );
  }
  return {
    address: presentAddress(found.place, input.langCode),
    location: { ...fromDegrees(found.at, input.outSR), spatialReference: input.outSR },
  };
}

function readWanted(featureTypes: readonly string[] | undefined): Wanted {
  if (!featureTypes) return () => true;
  const wanted = new Set(featureTypes.map((type) => type.toLowerCase()));
  return (type) => wanted.has(type.toLowerCase()) || (type === 'PointAddress' && wanted.has('streetaddress'));
}

interface Found {
  place: PlaceRow;
  /** Location of the result: on a street, its nearest point. */
  at: LonLat;
  /** Metres from the requested location. */
  distance: number;
}

/**
 * Maximum distance in metres at which each kind is still the result. Within reach the nearest in this measure
 * wins.
 */
const reach = { poi: 25, address: 60, street: 90 } as const;

/** Minimum and maximum radius of a city in metres; between, it grows with the population. */
const cityRadius = { least: 3_000, most: 60_000 } as const;

const neighbourhoodRadius = 1_500;

/** Whether a result of this ArcGIS address type is requested. */
type Wanted = (addressType: 'PointAddress' | 'POI' | 'StreetName' | 'Locality') => boolean;

/**
 * The place at a point of the map: a house, shop or street within reach, else the district or city.
 * @param within metres given by the caller instead of each kind's own reach
 */
export function choose(
  from: LonLat,
  around: { near: readonly PlaceRow[]; streets: readonly StreetRow[]; areas: readonly PlaceRow[] },
  wanted: Wanted,
  within?: number,
): Found | undefined {
  const foundAt = (place: PlaceRow, at: LonLat = place): Found => ({
    place,
    at,
    distance: groundDistance(from, at),
  });
  const near = [
    ...around.near.map((place) => foundAt(place)),
    ...around.streets.map((street) =>
      foundAt(street, fromWebMercator({ x: street.near_x, y: street.near_y })),
    ),
  ];
  const close = near.flatMap((found) => {
    const kind = found.place.kind as keyof typeof reach;
    const type = kind === 'poi' ? 'POI' : kind === 'street' ? 'StreetName' : 'PointAddress';
    return wanted(type) ? [{ found, share: found.distance / (within ?? reach[kind]) }] : [];
  });
  const areas = around.areas
    .map((place) => foundAt(place))
    .map((found) => ({ found, share: found.distance / radiusOf(found.place) }));
  return best(close) ?? (wanted('Locality') ? best(areas) : undefined);
}

function best(candidates: { found: Found; share: number }[]): Found | undefined {
  return candidates.filter(({ share }) => share <= 1).sort((a, b) => a.share - b.share)[0]?.found;
}

/** Approximate radius of a city of this population, including the open land around it. */
function radiusOf({ kind, population }: PlaceRow): number {
  if (kind === 'neighbourhood') return neighbourhoodRadius;
  return Math.max(cityRadius.least, Math.min(cityRadius.most, Math.sqrt(population ?? 0) * 30));
}
