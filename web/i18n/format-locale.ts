import { baseOf, closest, isLanguage, nativeName, writtenTag } from '../../wire/languages.ts';
import { translatedLanguages } from './translations.ts';

/** The number and date format that the user chose at the portal, or else their organisation: a country (ISO 3166-1). */
let chosen: string | undefined;
const listeners = new Set<() => void>();

/**
 * Uses the number and date format of a portal (`cultureFormat` of the user and of `portals/self`): a country
 * such as `gb`, or a locale such as `de-CH`. Anything else, and undefined, means the format of the browser.
 * https://developers.arcgis.com/rest/users-groups-and-items/languages/
 */
export function setPortalFormat(cultureFormat: string | null | undefined): void {
  const country = /(?:^|[-_])([a-z]{2})$/i.exec(cultureFormat ?? '')?.[1];
  const next = country?.toUpperCase();
  if (next === chosen) return;
  chosen = next;
  for (const listener of listeners) listener();
}

export const portalFormat = {
  get: () => chosen,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/**
 * The locale tag for dates and numbers: the current language with the formats of the user's or organisation's
 * country at the portal, else of the browser's region. English in a British browser is `en-GB`: “1 May 2026”.
 * A language of a region keeps it, or has the formats of the reader's region if that reads the same language:
 * European Portuguese in Angola is `pt-AO`.
 *
 * @param preferred the browser's languages
 * @param available the languages that are translated, which decide what a region reads
 */
export function formatLocale(
  language: string,
  preferred: readonly string[] = navigator.languages,
  country = chosen,
  available: readonly string[] = translatedLanguages(),
): string {
  const tag = regionalTag(language, preferred, country, available);
  const system = digits[baseOf(language)];
  // The tag may name digits or a calendar already.
  return system ? new Intl.Locale(tag, { numberingSystem: system }).toString() : tag;
}

/**
 * The digits of languages that are read with two kinds of them, by region: those of their messages, and of
 * the map SDK.
 */
const digits: Readonly<Record<string, string>> = { ar: 'latn', ur: 'latn' };

function regionalTag(
  language: string,
  preferred: readonly string[],
  country: string | undefined,
  available: readonly string[],
): string {
  if (language.includes('-'))
    return preferred.find((tag) => isSupported(tag) && closest(tag, available) === language) ?? language;
  const tags = [...preferred.filter((tag) => baseOf(tag) === language), ...preferred];
  const region = tags.map(regionOf).find((one) => one !== undefined);
  const written = writtenTag(language);
  const pairs = [country, region].filter((one) => one !== undefined).map((one) => `${written}-${one}`);
  // If the browser supports no pair, the language is used.
  return pairs.find(isSupported) ?? written;
}

/** Tags whose formats were requested; a format takes long to create. */
const supported = new Map<string, boolean>();

function isSupported(tag: string): boolean {
  const known = supported.get(tag) ?? isFormat(tag);
  supported.set(tag, known);
  return known;
}

function isFormat(tag: string): boolean {
  try {
    return new Intl.DateTimeFormat(tag).resolvedOptions().locale === tag;
  } catch {
    return false;
  }
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}

/**
 * The name of a language or region, by `Intl`, in a language; in English where the browser does not know that
 * language: otherwise it would be in the browser's own. Undefined for what has no name.
 */
export function nameOfCode(code: string, type: 'language' | 'region', language: string): string | undefined {
  try {
    return new Intl.DisplayNames([language, 'en'], { type, fallback: 'none' }).of(code);
  } catch {
    // Any short text may be a tag.
    return undefined;
  }
}

/** A language's own name, of any tag; the tag itself if it has none. */
export function languageName(tag: string): string {
  // Generic Arabic is not an option itself, but has a name. Tags in stored texts may be any short text.
  return isLanguage(tag) ? nativeName(tag) : (nameOfCode(tag, 'language', tag) ?? tag);
}
