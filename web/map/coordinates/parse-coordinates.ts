import { toPoint } from 'mgrs';
import { fromWebMercator, mercatorLimit } from '../../../wire/geometry/web-mercator.ts';

/** Degrees in WGS84. */
export interface Position {
  lat: number;
  lng: number;
}

/**
 * Parses a text as coordinates; undefined if it isn't any. Accepted are
 * - decimal degrees: `51.128, 71.43`, `51,128 71,43`, `N 51.128 E 71.43`, `-33.9 18.4`; latitude first,
 *   unless letters say otherwise or the first number is too large for one
 * - degrees, minutes and seconds: `51°07'41"N 71°25'48"E`, `51 07 41 N, 71 25 48 E`, `51° 7.68' N …`
 * - MGRS: `42U WU 12345 67890`
 * - metres of Web Mercator, easting first: `7951234 6635000`
 */
export function parseCoordinates(text: string): Position | undefined {
  const clean = text.trim().replaceAll(/\s+/g, ' ').replaceAll(/[−–]/g, '-');
  if (clean.length < 3 || clean.length > 100) return undefined;
  return parseMgrs(clean) ?? parseDegrees(clean) ?? parsePair(clean);
}

function parseMgrs(text: string): Position | undefined {
  const compact = text.replaceAll(/\s+/g, '').toUpperCase();
  const match = /^\d{1,2}[C-HJ-NP-X][A-HJ-NP-Z][A-HJ-NP-V](\d*)$/.exec(compact);
  if (!match || (match[1] ?? '').length % 2 === 1 || (match[1] ?? '').length > 10) return undefined;
  try {
    const [lng, lat] = toPoint(compact);
    return inRange(lat, lng);
  } catch {
    return undefined;
  }
}

const signs = String.raw`[°º˚d]`;
const minutes = String.raw`['’′m]`;
const seconds = String.raw`(?:["”″s]|''|’’|′′)`;
const letter = '[NSEWСЮВЗ]';
const decimal = String.raw`\d+(?:[.,]\d+)?`;
const half = new RegExp(
  String.raw`^\s*(${letter})?\s*([-+]?)(${decimal})\s*${signs}?(?:\s*(${decimal})\s*${minutes}?)?(?:\s*(${decimal})\s*${seconds}?)?\s*(${letter})?\s*$`,
  'iu',
);

/** Parses halves with letters or degree, minute and second signs. */
function parseDegrees(text: string): Position | undefined {
  if (!/[NSEWСЮВЗ°º˚'’′]/iu.test(text)) return undefined;
  for (const [first, second] of halves(text)) {
    const a = half.exec(first);
    const b = half.exec(second);
    if (!a || !b) continue;
    const one = valueOf(a);
    const two = valueOf(b);
    if (!one || !two || (one.axis && one.axis === two.axis)) continue;
    const turned = one.axis === 'lng' || two.axis === 'lat';
    const [lat, lng] = turned ? [two.value, one.value] : [one.value, two.value];
    const position = inRange(lat, lng);
    if (position) return position;
  }
  return undefined;
}

/** The ways to split a text without runs of spaces in two: at a comma or semicolon with a space, after or before a letter, in the middle. */
function* halves(text: string): Generator<readonly [string, string]> {
  for (const cut of [/ ?[;,] /u, /(?<=[NSEWСЮВЗ]) ?[,;]? ?(?=[-+\d])/iu, / (?=[NSEWСЮВЗ])/iu]) {
    const parts = text.split(cut);
    if (parts.length === 2) yield [parts[0] ?? '', parts[1] ?? ''];
  }
  const words = text.split(/[\s,;]+/u);
  if (words.length % 2 === 0)
    yield [words.slice(0, words.length / 2).join(' '), words.slice(words.length / 2).join(' ')];
}

function valueOf(match: RegExpExecArray): { value: number; axis?: 'lat' | 'lng' } | undefined {
  const [, before = '', sign = '', degrees = '', minute = '0', second = '0', after = ''] = match;
  if (before && after) return undefined;
  const mark = (before || after).toUpperCase();
  const [d, m, s] = [degrees, minute, second].map((part) => Number(part.replace(',', '.')));
  if (d === undefined || m === undefined || s === undefined || m >= 60 || s >= 60) return undefined;
  const negative = sign === '-' || /[SWЮЗ]/u.test(mark);
  const value = (d + m / 60 + s / 3600) * (negative ? -1 : 1);
  if (!mark) return { value };
  return { value, axis: /[NSСЮ]/u.test(mark) ? 'lat' : 'lng' };
}

/** Parses two plain numbers. */
function parsePair(text: string): Position | undefined {
  const point = /^([-+]?\d+(?:\.\d+)?)(?:\s*[,;]\s*|\s+)([-+]?\d+(?:\.\d+)?)$/.exec(text);
  const comma = /^([-+]?\d+,\d+)(?:\s*;\s*|,?\s+)([-+]?\d+,\d+)$/.exec(text);
  const match = point ?? comma;
  if (!match) return undefined;
  const [first = Number.NaN, second = Number.NaN] = match
    .slice(1)
    .map((part) => Number(part.replace(',', '.')));
  return inRange(first, second) ?? inRange(second, first) ?? fromMercator(first, second);
}

function fromMercator(x: number, y: number): Position | undefined {
  // Smaller numbers are mistyped degrees, or not coordinates at all.
  if (Math.max(Math.abs(x), Math.abs(y)) < 1000) return undefined;
  if (Math.abs(x) > mercatorLimit || Math.abs(y) > mercatorLimit) return undefined;
  const { latitude, longitude } = fromWebMercator({ x, y });
  return inRange(latitude, longitude);
}

function inRange(lat: number, lng: number): Position | undefined {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat: lat + 0, lng: lng + 0 } : undefined;
}
