import { baseOf } from './locales.ts';

/**
 * The locale tag for dates and numbers: the current language with the formats of the browser's region.
 * English in a British browser is `en-GB`: “1 May 2026”.
 *
 * @param wishes the browser's languages
 */
export function formatLocale(language: string, wishes: readonly string[] = navigator.languages): string {
  if (language.includes('-')) return language;
  const tags = [...wishes.filter((wish) => baseOf(wish) === language), ...wishes];
  const region = tags.map(regionOf).find((one) => one !== undefined);
  const tag = region ? `${language}-${region}` : language;
  // If the browser does not support the pair, the language is used.
  return new Intl.DateTimeFormat(tag).resolvedOptions().locale === tag ? tag : language;
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}
