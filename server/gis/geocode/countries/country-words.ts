import { foldWord, wordsOf } from '../text/fold.ts';
import { countries } from './country-codes.ts';

/** Languages in which a country may be named beside a place ("Paris France", «Алматы Казахстан»). */
const languages = [
  'en',
  'ru',
  'kk',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'tr',
  'pl',
  'nl',
  'uk',
  'ar',
  'fa',
  'zh',
  'ja',
  'ko',
];

/** Shorter words are too common in names to mean a country. */
const shortestWord = 4;

const names = new Map<string, Intl.DisplayNames>();

/** A country's name in a language (English for an unknown language), from CLDR. */
export function countryName(alpha2: string, language = 'en'): string {
  return displayNames(language).of(alpha2.toUpperCase()) ?? alpha2;
}

function displayNames(language: string): Intl.DisplayNames {
  const known = names.get(language);
  if (known) return known;
  const [supported = 'en'] = safely(() => Intl.DisplayNames.supportedLocalesOf([language])) ?? [];
  const made = new Intl.DisplayNames([supported, 'en'], { type: 'region' });
  // Languages come from requests; cache a limited number.
  if (names.size < 100) names.set(language, made);
  return made;
}

function safely<Value>(attempt: () => Value): Value | undefined {
  try {
    return attempt();
  } catch {
    return undefined;
  }
}

/** Folded words of country names with their codes, sorted by word. */
let entries: readonly (readonly [word: string, alpha2: string])[] | undefined;

/** Two-letter codes, in lower case, of the countries a folded word names or is a prefix of. */
export function countriesNamed(word: string): string[] {
  const found = new Set(byCode.get(word));
  if (word.length >= shortestWord) {
    entries ??= readEntries();
    for (const [name, alpha2] of entries.slice(firstFrom(entries, word))) {
      if (!name.startsWith(word)) break;
      found.add(alpha2);
    }
  }
  return countries.flatMap(({ alpha2 }) => (found.has(alpha2) ? [alpha2.toLowerCase()] : []));
}

/** Countries by their folded codes. Codes that fold to one letter (`KH`, `YE`) are too common as parts of names. */
const byCode = readCodes();

function readCodes(): ReadonlyMap<string, readonly string[]> {
  const codes = new Map<string, string[]>();
  for (const { alpha2, alpha3 } of countries)
    for (const code of [foldWord(alpha2), foldWord(alpha3)].filter(({ length }) => length > 1))
      codes.set(code, [...(codes.get(code) ?? []), alpha2]);
  return codes;
}

function readEntries(): (readonly [string, string])[] {
  const all = countries.flatMap(({ alpha2 }) => {
    const words = new Set(languages.flatMap((language) => wordsOf(countryName(alpha2, language))));
    return [...words].filter((word) => word.length >= shortestWord).map((word) => [word, alpha2] as const);
  });
  return all.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Index of the first word not before this one. */
function firstFrom(sorted: readonly (readonly [string, string])[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.[0] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
