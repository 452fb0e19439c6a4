import type { LonLat } from '../../../../wire/geometry/web-mercator.ts';
import { countriesNamed } from '../countries/countries.ts';
import { categoriesNamed } from '../kinds/categories.ts';
import { chunksOf, foldWord, partsOf } from '../text/fold.ts';
import { isHouseNumber, numberKey, streetTypeOf } from '../text/street-words.ts';

const number = String.raw`[+-]?\d{1,3}(?:\.\d{1,12})?`;
/**
 * Of a text with single blanks: one optional blank per position, or a row of blanks would be tried in every
 * division.
 */
const pair = new RegExp(`^(${number}) ?°? ?([NS])? ?[,; ] ?(${number}) ?°? ?([EW])?$`, 'iu');

/**
 * Reads "latitude, longitude" in decimal degrees (`51.128, 71.43`, `51.1N 71.4E`); undefined for other text.
 */
export function readCoordinates(text: string): LonLat | undefined {
  const [, first, northSouth, second, eastWest] = pair.exec(text.trim().replaceAll(/\s+/g, ' ')) ?? [];
  // Two bare whole numbers are more likely a house and its part than a place in the sea.
  if (!first || !second || !/[.NSEW]/i.test(text)) return undefined;
  const latitude = Number(first) * (northSouth?.toUpperCase() === 'S' ? -1 : 1);
  const longitude = Number(second) * (eastWest?.toUpperCase() === 'W' ? -1 : 1);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { longitude, latitude } : undefined;
}

/** One interpretation of a text: words of names and surroundings, and perhaps a house number. */
export interface Reading {
  tokens: readonly Token[];
  /** As `numberKey` writes it. */
  houseNumber?: string;
}

export interface Query {
  readings: readonly Reading[];
}

/** Further words do not narrow the results. */
const maxTokens = 10;

const houseWords = new Set(['дом', 'д', 'үй', 'house', 'no', 'номер', 'building', 'bldg'].map(foldWord));

/** Interprets a typed text. Any text has a query; one without letters and digits has no readings. */
export function readQuery(text: string): Query {
  const chunks = chunksOf(text);
  const readings = [...readNames(chunks), ...readAddresses(chunks)];
  return { readings: readings.filter(({ tokens }) => tokens.length > 0) };
}

/** A hyphenated word may be two words in the data, or one. */
function readNames(chunks: readonly string[]): Reading[] {
  const words = chunks.map(partsOf);
  const apart = { tokens: readTokens(words.flat()) };
  if (words.every((parts) => parts.length < 2)) return [apart];
  return [
    apart,
    { tokens: readTokens(words.map((parts) => foldWord(parts.join(''))).filter((word) => word !== '')) },
  ];
}

/** Each of the last two numbers may be a house number; the rest is the street and its surroundings. */
function readAddresses(chunks: readonly string[]): Reading[] {
  const places = chunks
    .flatMap((chunk, index) => (isHouseNumber(chunk) ? [index] : []))
    .slice(-2)
    .toReversed();
  return places.flatMap((at) => {
    const letter = /^\p{L}$/u.test(chunks[at + 1] ?? '') && /^\p{Nd}+$/u.test(chunks[at] ?? '') ? 1 : 0;
    const before = at - (houseWords.has(partsOf(chunks[at - 1] ?? '')[0] ?? '') ? 1 : 0);
    const rest = [...chunks.slice(0, before), ...chunks.slice(at + 1 + letter)];
    const houseNumber = numberKey(chunks.slice(at, at + 1 + letter).join(''));
    return readNames(rest).map(({ tokens }) => ({ tokens, houseNumber }));
  });
}

function readTokens(words: readonly string[]): Token[] {
  const tokens = [...new Set(words)].slice(0, maxTokens).map(readToken);
  // "Avenue" by itself is searched for.
  return tokens.every(({ optional }) => optional)
    ? tokens.map((token) => ({ ...token, optional: false }))
    : tokens;
}

/** One word of a query. */
export interface Token {
  /** Folded. Matches index words that begin with it. */
  word: string;
  /**
   * Names a kind of street or means "city": ranks higher when it matches, excludes nothing when it does not.
   */
  optional: boolean;
  /** The kind of street. */
  streetType?: string;
  /** Alternatives to the word: `#cafe` any café, `@kz` anything in Kazakhstan. */
  marks: readonly string[];
}

const cityWords = new Set(['city', 'город', 'г', 'қаласы', 'қ'].map(foldWord));

export function readToken(word: string): Token {
  const streetType = streetTypeOf(word);
  return {
    word,
    optional: streetType !== undefined || cityWords.has(word),
    ...(streetType && { streetType }),
    marks: [
      ...categoriesNamed(word).map(({ key }) => `#${key}`),
      ...countriesNamed(word).map((code) => `@${code}`),
    ],
  };
}

/**
 * The folded prefixes of a token. A digraph cut in its middle folds to another letter than the whole:
 * "Astrak" is a prefix of "Astrakhan", which folds to `astrahan`.
 */
export function beginningsOf({ word }: Token): string[] {
  const last = word.length > 1 ? word.at(-1) : '';
  if (last === 'k') return [word, `${word.slice(0, -1)}h`];
  if (last === 'z') return [word, `${word.slice(0, -1)}j`];
  return [word];
}
