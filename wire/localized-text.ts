/** User-facing text: one for all languages, or by BCP 47 tag with `en` as the fallback. */
export type LocalizedText = string | Record<string, string>;

/** The text for a language, falling back from `pt-BR` to `pt` to `en`. */
export function textFor(text: LocalizedText, language: string): string {
  if (typeof text === 'string') return text;
  const tag = [language, language.split('-')[0] ?? '', 'en'].find((each) => Object.hasOwn(text, each));
  return tag === undefined ? '' : (text[tag] ?? '');
}
