/** Marks on Latin, Greek and Cyrillic letters, Hebrew points, Arabic vowels: searches omit them. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;

/**
 * Letters that Unicode does not decompose, as typed without that keyboard; and the sigma at the end of a
 * word.
 */
const plain: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const plainLetters = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/**
 * Folds text for the search: case, accents and writing variants (full width, ligatures) are ignored. `Łódź`
 * and `lodz` fold alike, so do `STRASSE` and `Straße`.
 */
export function fold(text: string): string {
  return (
    text
      // Lower, upper and lower case: `ß` becomes `ss`, and so does its capital `ẞ`.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(marks, '')
      .toLowerCase()
      .replace(plainLetters, (letter) => plain[letter] ?? letter)
      .normalize('NFKC')
  );
}

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts written without blanks between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** A lexeme of PostgreSQL may have 2046 bytes; no real word comes near. */
const longestWord = 200;

/** The words of a text, folded, in order. Scripts without blanks are split by their dictionary. */
export function words(text: string): string[] {
  const found: string[] = [];
  for (const [run] of fold(text).matchAll(wordPattern)) {
    if (!unspaced.test(run)) found.push(run.slice(0, longestWord));
    else for (const { segment } of segmenter.segment(run)) found.push(segment.slice(0, longestWord));
  }
  return found;
}

/** A whole value as one term, such as a tag of several words: its folded words separated by single blanks. */
export function wholeTerm(text: string): string {
  return words(text).join(' ').slice(0, longestWord);
}
