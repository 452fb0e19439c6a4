import { fold } from './fold.ts';

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts written without blanks between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** A lexeme of PostgreSQL may have 2046 bytes; no word people search for comes near. */
const longestWord = 200;

/** The words of a text, folded, in order. Scripts without blanks are cut by their dictionary. */
export function words(text: string): string[] {
  const found: string[] = [];
  for (const [run] of fold(text).matchAll(wordPattern)) {
    if (!unspaced.test(run)) found.push(run.slice(0, longestWord));
    else for (const { segment } of segmenter.segment(run)) found.push(segment.slice(0, longestWord));
  }
  return found;
}

/** A whole value as one term, such as a tag of several words: its folded words with single blanks between. */
export function wholeTerm(text: string): string {
  return words(text).join(' ').slice(0, longestWord);
}
