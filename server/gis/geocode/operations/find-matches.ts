import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { readMagicKey } from '../present/magic-key.ts';
import { readQuery } from '../query/read-query.ts';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { findPlaceOf } from '../search/place-search-store.ts';
import type { Match } from '../search/score.ts';
import { search, searchCategories } from '../search/search.ts';
import type { SearchScope } from '../search/search-request.ts';
import type { GeocodeCall } from './geocode-call.ts';

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
