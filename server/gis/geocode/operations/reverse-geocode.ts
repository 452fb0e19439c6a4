import { MappingError } from '../../../../wire/errors.ts';
import { presentAddress } from '../present/address.ts';
import { invalid } from '../request/invalid.ts';
import { readLocation } from '../request/read-location.ts';
import { finite } from '../request/read-json.ts';
import { fromDegrees, readSpatialReference, wgs84 } from '../request/spatial-reference.ts';
import { choose, type Wanted } from '../reverse/choose.ts';
import { findRound } from '../reverse/reverse-store.ts';
import type { GeocodeCall } from './geocode-call.ts';

/** Largest value of `distance`, in metres. */
const farthest = 50_000;

/**
 * `reverseGeocode`: `{address:{Match_addr, …}, location}`.
 * @throws MappingError `places:nothing-here`
 */
export async function reverseGeocode({ database, parameters }: GeocodeCall): Promise<object> {
  const { location: given, outsr, insr, distance, featuretypes, langcode } = parameters;
  if (!given) throw invalid('location', 'the location is missing.');
  const location = readLocation(given, 'location', insr ? readSpatialReference(insr, 'inSR') : wgs84);
  const spatialReference = outsr ? readSpatialReference(outsr, 'outSR') : wgs84;
  const found = choose(
    location,
    await findRound(database, location),
    readWanted(featuretypes),
    readDistance(distance),
  );
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
    address: presentAddress(found.place, langcode),
    location: { ...fromDegrees(found.at, spatialReference), spatialReference },
  };
}

function readWanted(featureTypes: string | undefined): Wanted {
  if (!featureTypes) return () => true;
  const wanted = new Set(
    featureTypes
      .toLowerCase()
      .split(',')
      .map((type) => type.trim()),
  );
  return (type) => wanted.has(type.toLowerCase()) || (type === 'PointAddress' && wanted.has('streetaddress'));
}

function readDistance(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const distance = finite(text);
  if (distance === undefined || distance <= 0)
    throw invalid('distance', 'this must be a number of metres above 0.');
  return Math.min(distance, farthest);
}
