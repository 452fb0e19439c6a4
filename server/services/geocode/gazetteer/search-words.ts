import type { Place } from '../place.ts';
import { wordsOf } from '../text/fold.ts';
import { streetTypeOf } from '../text/street-types.ts';

/** Most words kept of one place; a capital has two hundred names. */
const mostWords = 400;

/** Words that find a place by themselves: those of its names, and its category as `#cafe`. */
export function indexedWords(place: Place): string[] {
  if (place.kind === 'address') return [];
  const words = place.names.flatMap(wordsOf);
  return [...new Set([...words, ...categoryMark(place)])].slice(0, mostWords);
}

/** All words a query about a place may hold, between blanks: names, kind of street, category, surroundings, country. */
export function searchText(place: Place, indexed: readonly string[]): string {
  if (place.kind === 'address') return '';
  const { street, houseNumber, neighbourhood, city, region, postal, within = [], countryCode } = place;
  const round = [street, houseNumber, neighbourhood, city, region, postal, ...within].flatMap((text) =>
    wordsOf(text ?? ''),
  );
  const types = indexed.flatMap((word) => streetTypeOf(word) ?? []);
  const country = countryCode ? [`@${countryCode.toLowerCase()}`] : [];
  return ` ${[...new Set([...indexed, ...types, ...round, ...country])].join(' ')} `;
}

function categoryMark({ kind, category }: Place): string[] {
  return kind === 'poi' && category ? [`#${category.toLowerCase()}`] : [];
}
