/**
 * Texts of the map SDK in languages that it does not have, by its English text: most of its components have
 * the same words, such as “Close”, each under a key of its own. `{name}` stands for a value.
 */
export type SdkTexts = Readonly<Record<string, string>>;

const files = import.meta.glob<SdkTexts>('/translations/map-sdk/*.json', { import: 'texts' });

/** Files by language, `km`. */
const byLanguage = new Map(
  Object.entries(files).map(([file, load]) => [file.replace(/^.*\/|\.json$/g, ''), load]),
);

/** @returns nothing for a language that the SDK has itself, as far as this application is translated into it */
export function textsOf(language: string): Promise<SdkTexts> | undefined {
  return byLanguage.get(language.split('-', 1)[0] ?? '')?.();
}

/** The messages of a component of the SDK, in English, with the texts that are known in another language. */
export function translated<Messages>(english: Messages, texts: SdkTexts): Messages {
  if (typeof english === 'string')
    return (Object.hasOwn(texts, english) ? texts[english] : english) as Messages;
  if (Array.isArray(english)) return english.map((one) => translated<unknown>(one, texts)) as Messages;
  if (typeof english !== 'object' || english === null) return english;
  const entries = Object.entries(english).map(([key, value]) => [key, translated<unknown>(value, texts)]);
  return Object.fromEntries(entries) as Messages;
}
