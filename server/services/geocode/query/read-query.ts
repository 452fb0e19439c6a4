import type { LonLat } from '../../../../wire/geometry/web-mercator.ts';
import { chunksOf, foldWord, partsOf } from '../text/fold.ts';
import { isHouseNumber, numberKey } from '../text/house-number.ts';
import { readCoordinates } from './read-coordinates.ts';
import { readToken, type Token } from './token.ts';

/** One way to understand a text: words of names and surroundings, and perhaps the number of a house. */
export interface Reading {
  tokens: readonly Token[];
  /** As `numberKey` writes it. */
  houseNumber?: string;
}

export interface Query {
  readings: readonly Reading[];
  coordinates?: LonLat;
}

/** More words than this narrow nothing down. */
const mostTokens = 10;

const houseWords = new Set(['дом', 'д', 'үй', 'house', 'no', 'номер', 'building', 'bldg'].map(foldWord));

/** Reads what somebody typed. Any text has a query; one without letters and digits has no readings. */
export function readQuery(text: string): Query {
  const coordinates = readCoordinates(text);
  const chunks = chunksOf(text);
  const readings = [readName(chunks), ...readJoined(chunks), ...readAddresses(chunks)].filter(
    ({ tokens }) => tokens.length > 0,
  );
  return { readings, ...(coordinates && { coordinates }) };
}

function readName(chunks: readonly string[]): Reading {
  return { tokens: readTokens(chunks.flatMap(partsOf)) };
}

/** What is typed with a hyphen may be written as one word in the data. */
function readJoined(chunks: readonly string[]): Reading[] {
  const joined = chunks.map((chunk) => partsOf(chunk).join(''));
  return joined.some((word, index) => word !== partsOf(chunks[index] ?? '')[0])
    ? [{ tokens: readTokens(joined.map(foldWord).filter((word) => word !== '')) }]
    : [];
}

/** Each of the last two numbers may be a house's; the rest is the street and where it lies. */
function readAddresses(chunks: readonly string[]): Reading[] {
  const places = chunks
    .flatMap((chunk, index) => (isHouseNumber(chunk) ? [index] : []))
    .slice(-2)
    .reverse();
  return places.flatMap((at) => {
    const letter = /^\p{L}$/u.test(chunks[at + 1] ?? '') && /^\d+$/.test(chunks[at] ?? '') ? 1 : 0;
    const before = at - (houseWords.has(partsOf(chunks[at - 1] ?? '')[0] ?? '') ? 1 : 0);
    const rest = [...chunks.slice(0, before), ...chunks.slice(at + 1 + letter)];
    const tokens = readTokens(rest.flatMap(partsOf));
    const houseNumber = numberKey(chunks.slice(at, at + 1 + letter).join(''));
    return tokens.length > 0 ? [{ tokens, houseNumber }] : [];
  });
}

function readTokens(words: readonly string[]): Token[] {
  const tokens = [...new Set(words)].slice(0, mostTokens).map(readToken);
  // "Avenue" alone is what somebody looks for.
  return tokens.every(({ optional }) => optional)
    ? tokens.map((token) => ({ ...token, optional: false }))
    : tokens;
}
