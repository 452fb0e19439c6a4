import { countriesNamed } from '../countries/country-words.ts';
import { categoriesNamed } from '../kinds/categories.ts';
import { foldWord } from '../text/fold.ts';
import { streetTypeOf } from '../text/street-words.ts';

/** One word of a query. */
export interface Token {
  /** Folded. Matches index words that begin with it. */
  word: string;
  /**
   * Names a kind of street or means "city": ranks higher when it matches, excludes nothing when it does not.
   */
  optional: boolean;
  /** The kind of street. */
  streetType?: string;
  /** Alternatives to the word: `#cafe` any café, `@kz` anything in Kazakhstan. */
  marks: readonly string[];
}

const cityWords = new Set(['city', 'город', 'г', 'қаласы', 'қ'].map(foldWord));

export function readToken(word: string): Token {
  const streetType = streetTypeOf(word);
  return {
    word,
    optional: streetType !== undefined || cityWords.has(word),
    ...(streetType && { streetType }),
    marks: [
      ...categoriesNamed(word).map(({ key }) => `#${key}`),
      ...countriesNamed(word).map((code) => `@${code}`),
    ],
  };
}

/**
 * The folded prefixes of a token. A digraph cut in its middle folds to another letter than the whole:
 * "Astrak" is a prefix of "Astrakhan", which folds to `astrahan`.
 */
export function beginningsOf({ word }: Token): string[] {
  const last = word.length > 1 ? word.at(-1) : '';
  if (last === 'k') return [word, `${word.slice(0, -1)}h`];
  if (last === 'z') return [word, `${word.slice(0, -1)}j`];
  return [word];
}
