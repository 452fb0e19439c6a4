import type { Place } from '../place.ts';
import { findCategory } from '../kinds/categories.ts';
import { toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import { cellOf } from '../search/cells.ts';
import { wordsOf } from '../text/fold.ts';
import { numberKey, streetKey, streetTypeOf } from '../text/street-words.ts';

const byKind = {
  address: 0.15,
  street: 0.3,
  poi: 0.2,
  neighbourhood: 0.45,
  city: 0.4,
  region: 0.75,
  country: 0.95,
} as const;

/**
 * Importance of a place, 0 … 1: from its source, else by population for cities, else by kind and category.
 */
export function importanceOf(place: Pick<Place, 'kind' | 'category' | 'population' | 'importance'>): number {
  if (place.importance !== undefined) return Math.max(0, Math.min(1, place.importance));
  if (place.kind === 'city' && place.population && place.population > 1) {
    const capital = place.category === 'capital' ? 0.05 : 0;
    return Math.max(byKind.city, Math.min(0.94, Math.log10(place.population) / 7.6 + capital));
  }
  if (place.kind === 'poi') return findCategory(place.category ?? '')?.importance ?? byKind.poi;
  return byKind[place.kind];
}

/** Ten classes of importance, 9 the highest; the index of words is read from the highest down. */
export function rankOf(importance: number): number {
  return Math.max(0, Math.min(9, Math.floor(importance * 10)));
}

/** Maximum number of words of one place; a capital has two hundred names. */
const maxWords = 400;

/** Words that find a place by themselves: those of its names, and its category as `#cafe`. */
export function indexedWords(place: Place): string[] {
  if (place.kind === 'address') return [];
  const words = place.names.flatMap(wordsOf);
  return [...new Set([...words, ...categoryMark(place)])].slice(0, maxWords);
}

/**
 * All words a query about a place may contain, separated by blanks: names, kind of street, category,
 * surroundings, country.
 */
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

/** The columns of `place` that `placeRows` fills, in order. */
export const placeColumns = [
  'id',
  'gazetteer_id',
  'source_id',
  'kind',
  'category',
  'name',
  'other_names',
  'street',
  'street_key',
  'house_number',
  'number_key',
  'neighbourhood',
  'city',
  'region',
  'postal',
  'country_code',
  'longitude',
  'latitude',
  'extent_west',
  'extent_south',
  'extent_east',
  'extent_north',
  'spot',
  'population',
  'importance',
  'search_text',
] as const;

export interface PlaceRows {
  place: readonly CopyValue[];
  /** word, place, gazetteer, rank, cell. */
  words: (readonly CopyValue[])[];
  /** place, gazetteer, spot. */
  streetPoints: (readonly CopyValue[])[];
}

/** A place as the rows of the three tables that hold it. */
export function placeRows(place: Place, id: number, gazetteer: number): PlaceRows {
  const importance = importanceOf(place);
  const words = indexedWords(place);
  const rank = rankOf(importance);
  const cell = cellOf(place);
  const [name = '', ...others] = place.names;
  const street = place.kind === 'street' ? name : place.street;
  const key = street && place.kind !== 'poi' ? streetKey(street, place.city, place.countryCode) : null;
  const along = place.kind === 'street' ? (place.along ?? [[place.longitude, place.latitude]]) : [];
  return {
    place: [
      id,
      gazetteer,
      place.id,
      place.kind,
      place.category ?? null,
      name,
      others,
      street ?? null,
      key,
      place.houseNumber ?? null,
      place.houseNumber ? numberKey(place.houseNumber) : null,
      place.neighbourhood ?? null,
      place.city ?? null,
      place.region ?? null,
      place.postal ?? null,
      place.countryCode?.toUpperCase() ?? null,
      place.longitude,
      place.latitude,
      ...(place.extent ?? [null, null, null, null]),
      spot(place.longitude, place.latitude),
      place.population ?? null,
      importance,
      searchText(place, words),
    ],
    words: words.map((word) => [word, id, gazetteer, rank, cell]),
    streetPoints: along.map(([longitude, latitude]) => [id, gazetteer, spot(longitude, latitude)]),
  };
}

function spot(longitude: number, latitude: number): string {
  const { x, y } = toWebMercator({ longitude, latitude });
  return `(${x},${y})`;
}

export type CopyValue = string | number | null | readonly string[];

/** One line of PostgreSQL's COPY in text format. */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map((value) => (value === null ? '\\N' : escape(written(value)))).join('\t')}\n`;
}

function written(value: string | number | readonly string[]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return `{${value.map((item) => `"${item.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escape(text: string): string {
  return text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
}
