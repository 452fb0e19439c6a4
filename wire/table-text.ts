/** The encoding of a text file, as far as its first bytes show. */
export interface GuessedEncoding {
  encoding: string;
  /** Length of the byte order mark. */
  mark: number;
}

/**
 * Guesses by the byte order mark, then by whether the bytes are valid UTF-8. Otherwise one of the two most
 * common older encodings: Cyrillic words are runs of high bytes, in western words these are isolated.
 * @param head the first bytes; may end within a character
 */
export function guessEncoding(head: Uint8Array): GuessedEncoding {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (isUtf8(head)) return { encoding: 'utf-8', mark: 0 };
  return { encoding: isCyrillic(head) ? 'windows-1251' : 'windows-1252', mark: 0 };
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isCyrillic(head: Uint8Array): boolean {
  let high = 0;
  let together = 0;
  for (let at = 0; at < head.length; at += 1) {
    if ((head[at] as number) < 0xc0) continue;
    high += 1;
    if ((head[at - 1] ?? 0) >= 0xc0 || (head[at + 1] ?? 0) >= 0xc0) together += 1;
  }
  return together > high / 2;
}

const candidates = [',', ';', '\t', '|'] as const;

/**
 * Guesses the delimiter: the one that splits most of the first lines into the same number of values, more
 * than one; else a comma.
 * @param head the beginning of the text
 */
export function guessDelimiter(head: string): string {
  const lines = linesOutsideQuotes(head).slice(0, 30);
  const scored = candidates.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length);
    const first = counts[0] ?? 1;
    const agreeing = counts.filter((count) => count === first).length;
    return { delimiter, score: first > 1 ? agreeing * 1000 + Math.min(first, 999) : 0 };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return best.delimiter;
}

/** Lines without quoted values; the last one may be truncated, so it does not count. */
function linesOutsideQuotes(text: string): string[] {
  const lines = text.replaceAll(/"(?:[^"]|"")*"/g, '""').split(/\r\n|\n|\r/);
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.filter((line) => line.trim() !== '');
}

/** Columns by position. */
export interface CoordinateColumns {
  longitude: number;
  latitude: number;
}

/** Common names of coordinate columns, folded; those further to the left take precedence. */
const latitudes = [
  'latitude',
  'lat',
  'latdd',
  'ylat',
  'breitengrad',
  'breite',
  'latitud',
  'latitudine',
  'breedtegraad',
  'широта',
  'ендік',
  'geolat',
  'gpslat',
  'y',
  'ycoord',
  'pointy',
  'coordy',
];
const longitudes = [
  'longitude',
  'lon',
  'lng',
  'long',
  'longdd',
  'xlon',
  'xlong',
  'laengengrad',
  'längengrad',
  'laenge',
  'länge',
  'longitud',
  'longitudine',
  'lengtegraad',
  'долгота',
  'бойлық',
  'geolon',
  'geolng',
  'gpslon',
  'x',
  'xcoord',
  'pointx',
  'coordx',
];

/**
 * Finds the coordinate columns by name; undefined when none, or only one of them, matches.
 * @param names the names of all columns
 */
export function guessCoordinates(names: readonly string[]): CoordinateColumns | undefined {
  const folded = names.map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const find = (wanted: readonly string[]) => {
    const known = wanted.find((name) => folded.includes(name));
    if (known !== undefined) return folded.indexOf(known);
    // “stop_lat”, “Latitude (WGS84)”: a word among others.
    const words = names.map((name) => name.toLowerCase().split(/[^\p{L}]+/u));
    return words.findIndex((of) => wanted.slice(0, -4).some((name) => name.length > 2 && of.includes(name)));
  };
  const latitude = find(latitudes);
  const longitude = find(longitudes);
  return latitude < 0 || longitude < 0 || latitude === longitude ? undefined : { latitude, longitude };
}
