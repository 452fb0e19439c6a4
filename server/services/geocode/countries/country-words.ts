import { foldWord, wordsOf } from '../text/fold.ts';
import { countries, type CountryCodes } from './country-codes.ts';

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

/** Words shorter than this are too common in names to stand for a country. */
const shortestWord = 4;

const names = new Map<string, Intl.DisplayNames>();

/** A country's name in a language (English when the language is unknown), as CLDR has it. */
export function countryName(alpha2: string, language = 'en'): string {
  return displayNames(language).of(alpha2.toUpperCase()) ?? alpha2;
}

function displayNames(language: string): Intl.DisplayNames {
  const known = names.get(language);
  if (known) return known;
  const [supported = 'en'] = safely(() => Intl.DisplayNames.supportedLocalesOf([language])) ?? [];
  const made = new Intl.DisplayNames([supported, 'en'], { type: 'region' });
  // Languages come from requests; keep a reasonable number.
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

let entries: readonly (readonly [word: string, alpha2: string])[] | undefined;

/** Two-letter codes, in lower case, of the countries a folded word names or begins to name. */
export function countriesNamed(word: string): string[] {
  const found = new Set(countries.filter((country) => isCodeOf(country, word)).map(({ alpha2 }) => alpha2));
  if (word.length >= shortestWord) {
    entries ??= readEntries();
    for (const [name, alpha2] of entries) if (name.startsWith(word)) found.add(alpha2);
  }
  return [...found].map((alpha2) => alpha2.toLowerCase());
}

/** Codes that fold to one letter (`KH`, `YE`) are too common as parts of names. */
function isCodeOf({ alpha2, alpha3 }: CountryCodes, word: string): boolean {
  return word.length > 1 && (foldWord(alpha2) === word || foldWord(alpha3) === word);
}

function readEntries(): (readonly [string, string])[] {
  return countries.flatMap(({ alpha2 }) => {
    const words = new Set(languages.flatMap((language) => wordsOf(countryName(alpha2, language))));
    return [...words].filter((word) => word.length >= shortestWord).map((word) => [word, alpha2] as const);
  });
}
