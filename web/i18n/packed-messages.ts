/**
 * The messages of a language as a page loads them, in half the size of a file with keys
 * (tools/translations/plugin.ts writes them): the texts only, in the order of the English texts, which puts
 * similar ones beside each other.
 */
export interface PackedMessages {
  /** Separated by tabs; empty where the language lacks the message. */
  texts: string;
  /**
   * Plural forms that English does not have, such as `few`; each message with a count has them after its
   * other forms.
   */
  forms: readonly string[];
  /** Pairs of characters that are exchanged: letters of another script are stored as ASCII, which compresses better. */
  letters: string;
}

/** The keys of a language's messages, in the order in which they are stored. */
export function storedKeys(english: Readonly<Record<string, string>>, forms: readonly string[]): string[] {
  const place = (key: string) => `${english[key]}\t${key}`;
  return Object.keys(english)
    .toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
    .flatMap((key) =>
      key.endsWith('_other') ? [key, ...forms.map((form) => key.replace(/other$/, form))] : [key],
    );
}

/** The English text of a stored key, which may be a plural form that English does not have. */
export const englishOf = (english: Readonly<Record<string, string>>, key: string) =>
  english[key] ?? english[key.replace(/_[a-z]+$/, '_other')] ?? '';

/** Replaces each character of the pairs by its partner; the same pairs restore the text. */
export function exchangeLetters(text: string, pairs: string): string {
  const partner = new Map<string, string>();
  const letters = [...pairs];
  for (let at = 0; at < letters.length; at += 2) {
    const [one = '', other = ''] = letters.slice(at, at + 2);
    partner.set(one, other).set(other, one);
  }
  return partner.size === 0 ? text : Array.from(text, (letter) => partner.get(letter) ?? letter).join('');
}

/** Stands for the placeholders of a message, by their place in the English text. */
export const placeholderMark = 0xe000;
/** Stands before a text that begins with a small letter; others are stored with a small one, as inside sentences. */
export const smallMark = '\u{e010}';

export const placeholdersOf = (english: string) => [...new Set(english.match(/\{\{\w+\}\}/g))];

/** The text as it was before it was packed (tools/translations/plugin.ts). */
function unpackText(packed: string, english: string): string {
  const [first = ''] = packed;
  const text = first === smallMark ? packed.slice(1) : first.toUpperCase() + packed.slice(first.length);
  return placeholdersOf(english).reduce(
    (unpacked, placeholder, at) =>
      unpacked.replaceAll(String.fromCharCode(placeholderMark + at), placeholder),
    text,
  );
}

/**
 * Messages by key. What a language lacks is absent and falls back to English.
 * @param english the English messages, in any order
 */
export function unpackMessages(
  english: Readonly<Record<string, string>>,
  { texts, forms, letters }: PackedMessages,
): Record<string, string> {
  const values = exchangeLetters(texts, letters).split('\t');
  return Object.fromEntries(
    storedKeys(english, forms)
      .map((key, at) => [key, values[at] ?? ''] as const)
      .filter(([, text]) => text !== '')
      .map(([key, text]) => [key, unpackText(text, englishOf(english, key))]),
  );
}
