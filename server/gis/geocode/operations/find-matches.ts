import { readMagicKey } from '../present/magic-key.ts';
import { readQuery } from '../query/read-query.ts';
import type { Parameters } from '../request/read-scope.ts';
import { findPlaceOf } from '../search/place-search-store.ts';
import type { Match } from '../search/score.ts';
import { search, searchCategories } from '../search/search.ts';
import type { SearchScope } from '../search/search-request.ts';
import type { GeocodeCall } from './geocode-call.ts';

/** The parts of an address given one by one, in the order they are written. */
const parts = [
  'address',
  'address2',
  'address3',
  'neighborhood',
  'city',
  'subregion',
  'region',
  'postal',
  'countrycode',
];

/** The text of an address: `SingleLine`, or its parts. */
export function textOf(parameters: Parameters): string {
  const given = parameters['singleline'] ?? parameters['single line input'];
  return given ?? parts.flatMap((part) => parameters[part] ?? []).join(', ');
}

/** Places for a suggestion's key, else for the text, else of the categories asked for. */
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
