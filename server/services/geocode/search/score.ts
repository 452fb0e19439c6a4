import { groundDistance } from '../../../../wire/geometry/web-mercator.ts';
import type { Reading } from '../query/read-query.ts';
import { beginningsOf, type Token } from '../query/token.ts';
import { foldWord, partsOf, chunksOf } from '../text/fold.ts';
import { streetTypeOf } from '../text/street-types.ts';
import type { PlaceRow } from './place-row.ts';
import type { SearchScope } from './search-request.ts';

export interface Match {
  place: PlaceRow;
  /** How well the text fits, 0 … 100, as ArcGIS clients show it. */
  score: number;
  /** The order of the answer, highest first: fit, importance and nearness together. */
  order: number;
}

/** How much each counts for the order: a fitting name before importance before nearness (see score.test.ts for why). */
const weights = { fit: 3, importance: 2, nearness: 1.2 } as const;

/** Distance at which nearness has fallen to a half, in metres. */
const halfWay = 15_000;

/** Fit of a name: all of it, its beginning, a later word, or none of it (category or surroundings only). */
const fits = { whole: 1, beginning: 0.8, later: 0.6, none: 0.45 } as const;

export function matchOf(place: PlaceRow, reading: Reading, scope: SearchScope): Match {
  const names = [place.name, ...place.other_names].filter((name) => name !== '');
  const best = Math.max(fits.none, ...names.map((name) => fitOf(name, reading.tokens)));
  const fit = best - missedTypes(place, reading.tokens);
  return {
    place,
    score: Math.round((70 + 30 * Math.max(0, fit)) * 100) / 100,
    order: orderOf(place, fit, scope),
  };
}

/** Order of a place that fits so well (0 … 1). */
export function orderOf(place: PlaceRow, fit: number, { near }: SearchScope): number {
  const nearness = near ? 1 / (1 + groundDistance(near, place) / halfWay) : 0;
  return weights.fit * fit + weights.importance * place.importance + weights.nearness * nearness;
}

function fitOf(name: string, tokens: readonly Token[]): number {
  const words = significantWords(name);
  const hard = tokens.filter(({ optional }) => !optional);
  const taken = words.map((word) =>
    hard.find((token) => beginningsOf(token).some((start) => word.startsWith(start))),
  );
  const found = new Set(taken.filter((token) => token !== undefined));
  if (found.size === 0) return fits.none;
  const elsewhere = 0.03 * (hard.length - found.size);
  const covered = taken.filter((token) => token !== undefined).length / words.length;
  const asWritten = words.every((word, index) => taken[index]?.word === word);
  if (asWritten) return fits.whole - elsewhere;
  return (taken[0] ? fits.beginning : fits.later) + 0.1 * covered - elsewhere;
}

/** The words of a name but those for kinds of street, which stand first in some languages and last in others. */
function significantWords(name: string): string[] {
  const words = chunksOf(name).flatMap((chunk) => partsOf(chunk));
  const significant = words.filter((word) => streetTypeOf(word) === undefined);
  return significant.length > 0 ? significant : words;
}

/** A street asked for and an avenue found is a worse fit. */
function missedTypes({ search_text: text }: PlaceRow, tokens: readonly Token[]): number {
  const missed = tokens.filter(
    ({ optional, word, streetType }) =>
      optional && ![word, streetType ?? word].some((way) => text.includes(` ${foldWord(way)} `)),
  );
  return 0.08 * missed.length;
}
