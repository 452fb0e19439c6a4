import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { count, readOperation, typedText } from '../../../platform/arcgis/schema.ts';
import { categoriesNamed } from '../kinds/categories.ts';
import { labelsOf } from '../present/labels.ts';
import { readQuery, type Query } from '../query/read-query.ts';
import { readScope } from '../request/read-scope.ts';
import { findUsedCategories, type PlaceRow } from '../search/place-search-store.ts';
import { search } from '../search/search.ts';
import type { GeocodeCall } from './geocode-call.ts';

const missing = 'The text to complete is missing.';

/** Besides those of `readScope`. */
const schema = z.object({
  text: z.string(missing).min(1, missing).pipe(typedText),
  maxSuggestions: count(5, limits.placeSuggestions),
});

interface Suggestion {
  text: string;
  magicKey: string;
  isCollection: boolean;
}

/** `suggest`: `{suggestions:[{text, magicKey, isCollection}]}` for partial text. */
export async function suggest({ database, parameters }: GeocodeCall): Promise<{ suggestions: Suggestion[] }> {
  const { text, maxSuggestions: max } = readOperation(schema, parameters);
  const scope = readScope(parameters);
  const query = readQuery(text);
  const collections = scope.filter ? [] : await suggestCategories(database, query);
  // Places with the same text become one suggestion, so request more than are shown.
  const matches = await search(database, query, scope, max * 4);
  const places = matches.map(({ place }) => ({
    text: labelsOf(place).long,
    magicKey: placeKey(place),
    isCollection: false,
  }));
  const distinct = [
    ...new Map(places.toReversed().map((place) => [place.text, place])).values(),
  ].toReversed();
  return { suggestions: [...collections, ...distinct].slice(0, max) };
}

/** Suggests categories: "Cafe" stands for all cafés, in the language in which it is typed. */
async function suggestCategories(
  database: GeocodeCall['database'],
  { readings }: Query,
): Promise<Suggestion[]> {
  const [word, ...others] = readings[0]?.tokens ?? [];
  if (!word || others.length > 0) return [];
  const named = categoriesNamed(word.word).slice(0, 2);
  const used = await findUsedCategories(
    database,
    named.map(({ key }) => key),
  );
  return named
    .filter(({ key }) => used.includes(key))
    .map(({ key, label }) => ({ text: label, magicKey: categoryKey(key), isCollection: true }));
}

/** Target of a suggestion's `magicKey`: one place, or all places of a category. */
type MagicKey =
  { kind: 'place'; gazetteerId: number; sourceId: string } | { kind: 'category'; category: string };

export function placeKey({ gazetteer_id: gazetteer, source_id: source }: PlaceRow): string {
  return `p${gazetteer}.${Buffer.from(source).toString('base64url')}`;
}

export function categoryKey(category: string): string {
  return `c.${Buffer.from(category).toString('base64url')}`;
}

/** Undefined for a key of no suggestion; the text is used then. */
export function readMagicKey(key: string): MagicKey | undefined {
  const [, kind, gazetteer = '', packed = ''] = /^([pc])(\d{0,9})\.([\w-]{1,800})$/.exec(key) ?? [];
  const text = Buffer.from(packed, 'base64url').toString();
  if (text === '' || text.includes('\0')) return undefined;
  if (kind === 'c') return { kind: 'category', category: text };
  return gazetteer === '' ? undefined : { kind: 'place', gazetteerId: Number(gazetteer), sourceId: text };
}
