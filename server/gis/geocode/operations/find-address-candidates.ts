import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { count, readOperation } from '../../../platform/arcgis/schema.ts';
import { presentCandidate, presentCoordinates } from '../present/candidate.ts';
import { readCoordinates } from '../query/read-query.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { checkText, readScope } from '../request/read-scope.ts';
import { spatialReference } from '../request/spatial-reference.ts';
import { findMatches, textOf } from './find-matches.ts';
import type { GeocodeCall } from './geocode-call.ts';

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
  const asked = readOperation(schema, parameters);
  const { magicKey, maxLocations: limit } = asked;
  const scope = readScope(parameters);
  if (text === '' && !magicKey && !scope.filter)
    throw parameterError('SingleLine', 'SingleLine, magicKey or category is missing.');
  const coordinates = readCoordinates(text);
  const matches = coordinates ? [] : await findMatches(database, { text, magicKey, scope, limit });
  const shown = {
    spatialReference: asked.outSR,
    scope,
    outFields: asked.outFields,
    language: asked.langCode,
  };
  return {
    spatialReference: asked.outSR,
    candidates: [
      ...(coordinates ? [presentCoordinates(coordinates, shown)] : []),
      ...matches.map((match) => presentCandidate(match, shown)),
    ],
  };
}
