import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { count, readOperation } from '../../../platform/arcgis/schema.ts';
import type { SearchScope } from '../place.ts';
import { presentCandidate, presentCoordinates, readOutFields } from '../present/candidate.ts';
import { readCoordinates, readQuery } from '../query/read-query.ts';
import { parameterError, type Parameters } from '../../../platform/arcgis/parameters.ts';
import { checkText, readScope } from '../request/read-scope.ts';
import { spatialReference } from '../request/spatial-reference.ts';
import { findPlaceOf } from '../search/place-search-store.ts';
import type { Match } from '../search/score.ts';
import { search, searchCategories } from '../search/search.ts';
import type { GeocodeCall } from './geocode-call.ts';
import { readMagicKey } from './suggest.ts';

const lineSchema = z.object({
  SingleLine: z.string().optional(),
  'Single Line Input': z.string().optional(),
});

/** The separate parts of an address, in writing order. */
const partsSchema = z.object({
  Address: z.string().optional(),
  Address2: z.string().optional(),
  Address3: z.string().optional(),
  Neighborhood: z.string().optional(),
  City: z.string().optional(),
  Subregion: z.string().optional(),
  Region: z.string().optional(),
  Postal: z.string().optional(),
  CountryCode: z.string().optional(),
});

/** The text of an address: `SingleLine`, or its parts. */
export function textOf(parameters: Parameters): string {
  const line = readOperation(lineSchema, parameters);
  const parts = Object.values(readOperation(partsSchema, parameters));
  return line.SingleLine ?? line['Single Line Input'] ?? parts.flatMap((part) => part ?? []).join(', ');
}

/** Places for a suggestion's key, else for the text, else of the requested categories. */
export async function findMatches(
  database: GeocodeCall['database'],
  request: { text: string; magicKey?: string | undefined; scope: SearchScope; limit: number },
): Promise<Match[]> {
  const { text, scope, limit } = request;
  const key = request.magicKey ? readMagicKey(request.magicKey) : undefined;
  if (key?.kind === 'category') return searchCategories(database, [key.category], scope, limit);
  const place = key && (await findPlaceOf(database, key.gazetteerId, key.sourceId));
  if (place) return [{ place, score: 100, order: 0 }];
  if (text === '') return searchCategories(database, scope.filter?.categories ?? [], scope, limit);
  return search(database, readQuery(text), scope, limit);
}

/** Besides the text (`textOf`) and the parameters of `readScope`. */
const schema = z.object({
  magicKey: z.string().optional(),
  maxLocations: count(20, limits.placeCandidates),
  outFields: z.string().optional(),
  outSR: spatialReference('outSR'),
  langCode: z.string().optional(),
});

/** `findAddressCandidates`: `{spatialReference, candidates:[{address, location, score, attributes, extent}]}`. */
export async function findAddressCandidates({ database, parameters }: GeocodeCall): Promise<object> {
  const text = checkText(textOf(parameters), 'SingleLine');
  const input = readOperation(schema, parameters);
  const { magicKey, maxLocations: limit } = input;
  const scope = readScope(parameters);
  if (text === '' && !magicKey && !scope.filter)
    throw parameterError('SingleLine', 'SingleLine, magicKey or category is missing.');
  const coordinates = readCoordinates(text);
  const matches = coordinates ? [] : await findMatches(database, { text, magicKey, scope, limit });
  const shown = {
    spatialReference: input.outSR,
    scope,
    outFields: readOutFields(input.outFields),
    language: input.langCode,
  };
  return {
    spatialReference: input.outSR,
    candidates: [
      ...(coordinates ? [presentCoordinates(coordinates, shown)] : []),
      ...matches.map((match) => presentCandidate(match, shown)),
    ],
  };
}
