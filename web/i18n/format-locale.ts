import { baseOf } from './locales.ts';

/**
 * The tag by which dates and numbers are written: the words of the language in use, in the form of the browser's region.
 * English in a British browser is `en-GB`: “1 May 2026”.
 *
 * @param wishes the browser's languages
 */
export function formatLocale(language: string, wishes: readonly string[] = navigator.languages): string {
  if (language.includes('-')) return language;
  const tags = [...wishes.filter((wish) => baseOf(wish) === language), ...wishes];
  const region = tags.map(regionOf).find((one) => one !== undefined);
  const tag = region ? `${language}-${region}` : language;
  // A pair that the browser has no forms for is no better than the language.
  return new Intl.DateTimeFormat(tag).resolvedOptions().locale === tag ? tag : language;
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}
