/** Marks on Latin, Greek and Cyrillic letters, Hebrew points, Arabic vowels: searches omit them. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;

/** Characters without a sound of their own: the tatweel that stretches Arabic words, joiners, and marks of the writing direction. */
const silent = /[\u0640\u061c\u200c-\u200f\u2066-\u2069]/g;

/**
 * Letters of the Arabic script that keyboards and languages write differently, as the analysers of Lucene unify them.
 * https://lucene.apache.org/core/10_0_0/analysis/common/org/apache/lucene/analysis/ar/ArabicNormalizer.html
 * https://lucene.apache.org/core/10_0_0/analysis/common/org/apache/lucene/analysis/fa/PersianNormalizer.html
 */
const arabic: Readonly<Record<string, string>> = {
  '\u0649': '\u064a', // alef maksura: yeh
  '\u06cc': '\u064a', // Farsi yeh
  '\u06d2': '\u064a', // yeh barree
  '\u06a9': '\u0643', // keheh: kaf
  '\u0629': '\u0647', // teh marbuta: heh
  '\u06be': '\u0647', // heh doachashmee
  '\u06c1': '\u0647', // heh goal
  '\u06d5': '\u0647', // ae, the rest of heh with yeh above
};

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
const arabicLetters = new RegExp(`[${Object.keys(arabic).join('')}]`, 'g');

/**
 * Folds text for searches: case, accents, digits and writing variants (full width, ligatures, Arabic letters) are ignored. `Łódź`
 * and `lodz` fold alike, so do `STRASSE` and `Straße`, `İzmir` and `izmir`, `کتاب` and `كتاب`.
 */
export function fold(text: string): string {
  return foldScripts(
    // Lower, upper and lower case: `ß` becomes `ss`, and so does its capital `ẞ`.
    text.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD').replace(marks, ''),
  )
    .toLowerCase()
    .replace(plainLetters, (letter) => plain[letter] ?? letter)
    .normalize('NFKC');
}

/** Unifies letters of the Arabic script and the digits of all scripts, and drops what has no sound. */
export function foldScripts(text: string): string {
  return text
    .replace(silent, '')
    .replace(arabicLetters, (letter) => arabic[letter] ?? letter)
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit);
}

const digit = /^\p{Nd}$/u;

/** The digits of a script follow each other from zero to nine; some scripts follow another. */
function asciiDigit(written: string): string {
  const code = written.codePointAt(0) ?? 0;
  let before = 0;
  while (digit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
