import { foldScripts } from '../../../../wire/fold.ts';
import { letters } from './letters.ts';

/** Accents, Hebrew points and Arabic short vowels. Vowel signs of Indic scripts and kana marks are part of the word. */
const accents = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f\u0670]/gu;

/** Punctuation inside words that is typed inconsistently. */
const apostrophes = /['’‘ʼʻʿʾ`´ʹʺ]/gu;

const longestWord = 40;

/**
 * Unifies spellings of one sound, so that «Абая», “Abay” and “Abai”, «Қазақстан» and “Kazakhstan” match.
 * Every rule preserves prefixes: the folded beginning of a word is (except for a cut digraph) the beginning
 * of the folded word.
 */
const sounds: readonly [RegExp, string][] = [
  [/q/g, 'k'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/zh/g, 'j'],
  [/y/g, 'i'],
  [/^ie/, 'e'],
  [/([a-z])\1+/g, '$1'],
];

/** One word as in the index: without compatibility forms, case and accents, Cyrillic in Latin letters. */
export function foldWord(word: string): string {
  return foldPlain(plain(word));
}

function foldPlain(word: string): string {
  let folded = Array.from(word, (letter) => letters[letter] ?? letter).join('');
  for (const [sound, written] of sounds) folded = folded.replace(sound, written);
  return Array.from(folded).slice(0, longestWord).join('');
}

/** Without accents, apostrophes and capitals, in its own script and with ASCII digits. */
function plain(text: string): string {
  return foldScripts(
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(accents, '')
      .replace(apostrophes, '')
      .replace(/\u0307/gu, ''),
  );
}

/** The pieces of a text between blanks and commas, as written. */
export function chunksOf(text: string): string[] {
  return text.split(/[\s,;|()«»"“”]+/u).filter((chunk) => /[\p{L}\p{N}]/u.test(chunk));
}

/** The folded words of a chunk: the parts between hyphens, dots and slashes. */
export function partsOf(chunk: string): string[] {
  return (plain(chunk).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map(foldPlain).filter((word) => word !== '');
}

/**
 * All words under which a name is found: its parts, and hyphenated words also joined («Сары-Арка» as
 * «Сарыарқа»).
 */
export function wordsOf(text: string): string[] {
  return chunksOf(text).flatMap((chunk) => {
    const parts = partsOf(chunk);
    return parts.length > 1 ? [...parts, foldWord(parts.join(''))] : parts;
  });
}
