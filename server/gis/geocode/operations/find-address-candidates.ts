import { limits } from '../../../limits.ts';
import { presentCandidate, presentCoordinates } from '../present/candidate.ts';
import { readCoordinates } from '../query/read-coordinates.ts';
import { invalid } from '../request/invalid.ts';
import { checkText, readLimit, readScope } from '../request/read-scope.ts';
import { readSpatialReference, wgs84 } from '../request/spatial-reference.ts';
import { findMatches, textOf } from './find-matches.ts';
import type { GeocodeCall } from './geocode-call.ts';

/** `findAddressCandidates`: `{spatialReference, candidates:[{address, location, score, attributes, extent}]}`. */
export async function findAddressCandidates({ database, parameters }: GeocodeCall): Promise<object> {
  const text = checkText(textOf(parameters), 'SingleLine');
  const { magickey: magicKey, outsr, outfields, langcode } = parameters;
  const scope = readScope(parameters);
  if (text === '' && !magicKey && !scope.filter)
    throw invalid('SingleLine', 'SingleLine, magicKey or category is missing.');
  const limit = readLimit(parameters['maxlocations'], 'maxLocations', 20, limits.placeCandidates);
  const spatialReference = outsr ? readSpatialReference(outsr, 'outSR') : wgs84;
  const coordinates = readCoordinates(text);
  const matches = coordinates ? [] : await findMatches(database, { text, magicKey, scope, limit });
  const asked = { spatialReference, scope, outFields: outfields, language: langcode };
  return {
    spatialReference,
    candidates: [
      ...(coordinates ? [presentCoordinates(coordinates, asked)] : []),
      ...matches.map((match) => presentCandidate(match, asked)),
    ],
  };
}
