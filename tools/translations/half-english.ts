import { writtenTag } from '../../wire/languages.ts';
import { baseOf, type Translation } from './catalogues.ts';
import { withoutNames } from './left-in-english.ts';

const unit = /^(?:[kcm]?m[²³]?|ft²?|mi²?|px|pt)$/;
/** Addresses, identifiers, acronyms and single letters. */
const sign = /^\p{L}$|[\d_.:/@]|\p{Lu}.*\p{Lu}/u;
const run = /(?<![@\p{Script=Latin}])\p{Script=Latin}[\p{Script=Latin}\p{N}_.:/@-]*/gu;

/** Whether a language has another script than English. */
const hasOtherScript = (language: string) =>
  new Intl.Locale(writtenTag(language)).maximize().script !== 'Latn';

/** The Latin words of a text besides placeholders, names, units and signs, in lower case. */
const latinWords = (text: string) =>
  (withoutNames(text).match(run) ?? [])
    .map((word) => word.replace(/[.:-]+$/, ''))
    .filter((word) => !unit.test(word) && !sign.test(word))
    .map((word) => word.toLowerCase());

/**
 * The messages of languages with another script that contain an English word, although the languages have a word for it: less
 * than two thirds of them keep it in that message, as they do names of programs and words of code, and it is not the language's
 * own (`shared` of its file).
 *
 * @returns `language key: words`
 */
export function halfEnglish(translations: readonly Translation[]): string[] {
  const others = translations.filter(({ language }) => hasOtherScript(language));
  const found = others.flatMap(({ language, shared = '', messages }) =>
    Object.entries(messages).map(([key, text]) => {
      const words = [...new Set(latinWords(text))];
      return { language, key, words, base: baseOf(key), own: new Set(shared.split(' ')) };
    }),
  );
  const keeping = new Map<string, Set<string>>();
  for (const { language, base, words } of found)
    for (const word of words) {
      const place = `${base} ${word}`;
      keeping.set(place, (keeping.get(place) ?? new Set()).add(language));
    }
  const isKept = (place: string) => (keeping.get(place)?.size ?? 0) >= (others.length * 2) / 3;
  return found.flatMap(({ language, key, words, base, own }) => {
    const foreign = words.filter((word) => !own.has(word) && !isKept(`${base} ${word}`));
    return foreign.length > 0 ? [`${language} ${key}: ${foreign.join(' ')}`] : [];
  });
}
