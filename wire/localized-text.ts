import { closest } from './languages.ts';

/** User-facing text: one for all languages, or by BCP 47 tag with `en` as the fallback. */
export type LocalizedText = string | Record<string, string>;

/** The text for a language, or for the nearest one (`zh-HK` reads `zh-TW`), falling back to `en`. */
export function textFor(text: LocalizedText, language: string): string {
  if (typeof text === 'string') return text;
  const tags = Object.keys(text);
  const tag = tags.find((each) => each === language) ?? closest(language, tags) ?? 'en';
  return Object.hasOwn(text, tag) ? (text[tag] ?? '') : '';
}
