import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { commaList, number, readOperation } from '../../../platform/arcgis/schema.ts';
import { presentAddress } from '../present/labels.ts';
import { readLocation } from '../request/read-scope.ts';
import { fromDegrees, spatialReference } from '../request/spatial-reference.ts';
import { choose, type Wanted } from '../reverse/choose.ts';
import { findRound } from '../reverse/reverse-store.ts';
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
});

/**
 * `reverseGeocode`: `{address:{Match_addr, …}, location}`.
 * @throws MappingError `places:nothing-here`
 */
export async function reverseGeocode({ database, parameters }: GeocodeCall): Promise<object> {
  const asked = readOperation(schema, parameters);
  const location = readLocation(asked.location, 'location', asked.inSR);
  const around = await findRound(database, location);
  const found = choose(location, around, readWanted(asked.featureTypes), asked.distance);
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
    address: presentAddress(found.place, asked.langCode),
    location: { ...fromDegrees(found.at, asked.outSR), spatialReference: asked.outSR },
  };
}

function readWanted(featureTypes: readonly string[] | undefined): Wanted {
  if (!featureTypes) return () => true;
  const wanted = new Set(featureTypes.map((type) => type.toLowerCase()));
  return (type) => wanted.has(type.toLowerCase()) || (type === 'PointAddress' && wanted.has('streetaddress'));
}
