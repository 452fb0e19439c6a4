/** Letters that are drawn together, and the code that stands for them in a label. */
export interface Cluster {
  code: number;
  text: string;
}

/** Unicode's private use area: the codes of clusters. */
const first = 0xe000;
const last = 0xf8ff;

const scripts = [
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Tibetan',
];
/** Danda and double danda, which these scripts share. */
const letter = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}\\u0964\\u0965]`;
/** A sign after which the next letter joins the one before it; in Sinhala only with a joiner. */
const joins =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0c4d\\u0ccd\\u0d4d\\u1039\\u17d2]\\u200d?|\\u0dca\\u200d';
const cluster = new RegExp(
  `${letter}(?:[\\p{M}\\u200c\\u200d]|(?<=${joins})\\p{L})*|[\\u{${first.toString(16)}}-\\u{${last.toString(16)}}]`,
  'gu',
);

export const isClusterCode = (code: number) => code >= first && code <= last;

/**
 * Writes one code for each group of letters that only a font can put together: consonants with their signs
 * and conjuncts in the scripts of South and Southeast Asia. The SDK places a glyph for each code side by
 * side, so that a glyph of the whole group is right where glyphs of its letters are not. The codes are those
 * of one page or worker; the 6,400 of a map are used again from the beginning.
 */
export class Clusters {
  readonly #codes = new Map<string, number>();
  readonly #texts = new Map<number, string>();
  readonly #release: (code: number) => void;
  #next = first;

  /** @param release called with a code before it stands for another cluster */
  constructor(release: (code: number) => void) {
    this.#release = release;
  }

  /** The text with codes in place of its clusters: the same text when it has none. */
  encode(text: string): string {
    return text.replace(cluster, (found) => String.fromCharCode(this.codeOf(found)));
  }

  /** The clusters whose codes an encoded text has. */
  in(encoded: Iterable<string>): Cluster[] {
    return [...new Set(encoded)].flatMap((letter) => this.find(letter.codePointAt(0) ?? 0) ?? []);
  }

  find(code: number): Cluster | undefined {
    const text = this.#texts.get(code);
    return text === undefined ? undefined : { code, text };
  }

  codeOf(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    const code = this.#next;
    this.#next = code === last ? first : code + 1;
    const earlier = this.#texts.get(code);
    if (earlier !== undefined) {
      this.#codes.delete(earlier);
      this.#release(code);
    }
    this.#codes.set(text, code);
    this.#texts.set(code, text);
    return code;
  }
}
