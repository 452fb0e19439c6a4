import { z } from 'zod';
import { number, readOperation } from '../../../platform/arcgis/schema.ts';
import { inTurn } from '../../../platform/budgets/in-turn.ts';
import { countSize } from '../../../platform/budgets/requester.ts';
import { limits } from '../../../limits.ts';
import { type Candidate, presentCandidate, presentCoordinates, readOutFields } from '../present/candidate.ts';
import { readCoordinates } from '../query/read-query.ts';
import { Parameters, parameterError } from '../../../platform/arcgis/parameters.ts';
import { readJson, spatialReference } from '../request/spatial-reference.ts';
import { readScope } from '../request/read-scope.ts';
import { findMatches, textOf } from './find-matches.ts';
import type { GeocodeCall } from './geocode-call.ts';

/** Besides the parameters of `readScope`. */
const schema = z.object({
  addresses: z.string().default(''),
  outFields: z.string().optional(),
  outSR: spatialReference('outSR'),
  langCode: z.string().optional(),
});

/** Of one record, besides its text (`textOf`). */
const recordSchema = z.object({ OBJECTID: number.optional().catch(undefined) });

/** Concurrent look-ups of a batch, so that one batch does not take every connection. */
const together = 4;

interface Address {
  id: number;
  text: string;
}

/** `geocodeAddresses`: the best match of each address, `{spatialReference, locations:[…]}` by `ResultID`. */
export async function geocodeAddresses({ database, parameters }: GeocodeCall): Promise<object> {
  const { addresses: written, outFields, outSR, langCode } = readOperation(schema, parameters);
  const addresses = readAddresses(written);
  await countSize(addresses.length);
  const scope = readScope(parameters);
  const input = {
    spatialReference: outSR,
    scope,
    outFields: readOutFields(outFields),
    language: langCode,
  };
  const find = async (text: string): Promise<Candidate | undefined> => {
    const coordinates = readCoordinates(text);
    if (coordinates) return presentCoordinates(coordinates, input);
    const [match] = text === '' ? [] : await findMatches(database, { text, scope, limit: 1 });
    return match && presentCandidate(match, input);
  };
  const locate = async ({ id, text }: Address): Promise<object> => {
    const candidate = await find(text);
    if (!candidate) return unmatched(id);
    return { ...candidate, attributes: { ResultID: id, Status: 'M', ...candidate.attributes } };
  };
  const locations: object[] = [];
  for (let at = 0; at < addresses.length; at += together) {
    const located = addresses.slice(at, at + together).map(async (address) => {
      // Reading a long address takes a while: each starts in its own turn of the event loop.
      await inTurn();
      return locate(address);
    });
    locations.push(...(await Promise.all(located)));
  }
  return { spatialReference: outSR, locations };
}

/**
 * The result for an address without a match. Clients expect a location here too; ArcGIS writes these texts.
 */
function unmatched(id: number): object {
  return {
    address: '',
    location: { x: 'NaN', y: 'NaN' },
    score: 0,
    attributes: { ResultID: id, Status: 'U', Score: 0 },
  };
}

function readAddresses(text: string): Address[] {
  const records = readJson(text)?.['records'];
  if (!Array.isArray(records))
    throw parameterError('addresses', 'Expected {"records":[{"attributes":{…}}]}.');
  if (records.length > limits.placeBatch)
    throw parameterError('addresses', `Expected at most ${limits.placeBatch} addresses.`);
  return records.map((record: unknown, index) => {
    const attributes = (record as { attributes?: unknown } | null)?.attributes;
    if (typeof attributes !== 'object' || attributes === null)
      throw parameterError('addresses', `Record ${index} has no attributes.`);
    const given = asParameters(attributes);
    const { OBJECTID: id = index } = readOperation(recordSchema, given);
    return { id, text: textOf(given).slice(0, limits.placeText) };
  });
}

/** The attributes of a record, which are named as the parameters of `findAddressCandidates`. */
function asParameters(attributes: object): Parameters {
  return new Parameters(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'number' ? `${value}` : value]),
  );
}
