import { groundDistance } from '../../../../wire/geometry/web-mercator.ts';
import type { SearchScope } from '../place.ts';
import { beginningsOf, type Reading, type Token } from '../query/read-query.ts';
import { chunksOf, partsOf } from '../text/fold.ts';
import { streetTypeOf } from '../text/street-words.ts';
import type { PlaceRow } from './place-search-store.ts';

export interface Match {
  place: PlaceRow;
  /** Score of the text, 0 … 100, as shown by ArcGIS clients. */
  score: number;
  /** Sort order of the results, highest first: match, importance and proximity together. */
  order: number;
}

/** Weights of the sort order, tuned by the cases of score.test.ts. */
const weights = { fit: 3, importance: 2, nearness: 1.2 } as const;

/** Distance in metres at which proximity has fallen to a half. */
const halfWay = 15_000;

/** Letters that a case ending adds to a word: «Абай», but «проспект Абая». */
const ending = 2;

/**
 * Match of a name: all of it, all but endings, its beginning, a later word; none of it, but the kind of
 * place, or only its surroundings. Alternative names match less, as a capital has a hundred of them.
 */
const fits = { whole: 1, inflected: 0.94, beginning: 0.8, later: 0.6, category: 0.65, none: 0.4 } as const;
const categoryGain = 0.1;
const losses = { otherWhole: 0.03, otherPart: 0.2, elsewhere: 0.1, streetType: 0.05 } as const;

export function matchOf(place: PlaceRow, reading: Reading, scope: SearchScope): Match {
  const { tokens } = reading;
  const own = fitOf(place.name, tokens);
  const others = place.other_names.map((name) => {
    const { fit, whole } = fitOf(name, tokens);
    return fit - (whole ? losses.otherWhole : losses.otherPart);
  });
  const named = Math.max(own.fit, ...others);
  const fit = withCategory(place, tokens, named) - typeLoss(place, tokens);
  return {
    place,
    score: Math.round((70 + 30 * Math.max(0, fit)) * 100) / 100,
    order: orderOf(place, fit, scope),
  };
}

/** Sort order of a place with this match (0 … 1). */
export function orderOf(place: PlaceRow, fit: number, { near }: SearchScope): number {
  const nearness = near ? 1 / (1 + groundDistance(near, place) / halfWay) : 0;
  return weights.fit * fit + weights.importance * place.importance + weights.nearness * nearness;
}

function fitOf(name: string, tokens: readonly Token[]): { fit: number; whole: boolean } {
  const words = significantWords(name);
  const hard = tokens.filter(({ optional }) => !optional);
  const taken = words.map((word) =>
    hard.find((token) => beginningsOf(token).some((start) => word.startsWith(start))),
  );
  const matched = taken.filter((token) => token !== undefined);
  if (matched.length === 0) return { fit: 0, whole: false };
  const elsewhere = losses.elsewhere * (hard.length - new Set(matched).size);
  if (words.every((word, index) => taken[index]?.word === word))
    return { fit: fits.whole - elsewhere, whole: true };
  if (words.every((word, index) => word.length - (taken[index]?.word.length ?? -Infinity) <= ending)) {
    return { fit: fits.inflected - elsewhere, whole: false };
  }
  const covered = 0.1 * (matched.length / words.length);
  return { fit: (taken[0] ? fits.beginning : fits.later) + covered - elsewhere, whole: false };
}

/** For "cafe" any café, but preferably one with that name; anything else at least by its surroundings. */
function withCategory({ search_text: text }: PlaceRow, tokens: readonly Token[], named: number): number {
  const isNamed = tokens.some(({ marks }) =>
    marks.some((mark) => mark.startsWith('#') && text.includes(` ${mark} `)),
  );
  if (!isNamed) return Math.max(named, fits.none);
  return Math.max(Math.min(fits.whole, named + categoryGain), fits.category);
}

/** The words of a name except kinds of street, which come first in some languages and last in others. */
function significantWords(name: string): string[] {
  const words = chunksOf(name).flatMap((chunk) => partsOf(chunk));
  const significant = words.filter((word) => streetTypeOf(word) === undefined);
  return significant.length > 0 ? significant : words;
}

/**
 * A requested street and a found avenue match less; so does a street when no kind of street was requested,
 * for there is one named after every city.
 */
function typeLoss({ kind, search_text: text }: PlaceRow, tokens: readonly Token[]): number {
  const streetTypes = tokens.filter(({ optional }) => optional);
  const missed = streetTypes.filter(
    ({ word, streetType }) => ![word, streetType].some((way) => way && text.includes(` ${way} `)),
  );
  return losses.streetType * (missed.length + (kind === 'street' && streetTypes.length === 0 ? 1 : 0));
}
