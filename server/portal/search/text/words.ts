import { fold } from '../../../../wire/fold.ts';
import { limits } from '../../../limits.ts';
import { inTurn } from '../../../platform/budgets/in-turn.ts';
import type { QueryTree } from '../grammar/query-tree.ts';

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts written without blanks between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** A lexeme of PostgreSQL may have 2046 bytes; no real word or path of a category comes near. */
const [longestWord, longestPath] = [200, 600];

/** Characters of a script without blanks that are split at a time: two milliseconds. */
const pieceCharacters = 1000;

/**
 * Where a search has more characters of scripts without blanks between words than it may have, in the folded text. Splitting them
 * takes long, and only their dictionary can count the words, of about two characters each.
 */
export function unspacedExcess(text: string): number | undefined {
  const max = limits.searchWords * 2;
  let count = 0;
  for (const { 0: run, index } of fold(text).matchAll(wordPattern)) {
    if (!unspaced.test(run)) continue;
    count += run.length;
    if (count > max) return index + run.length - (count - max);
  }
  return undefined;
}

/** The words of a text, folded, in order. Scripts without blanks are split by their dictionary. */
export function words(text: string): string[] {
  return [...wordPieces(text)].flat();
}

/** Pauses after every piece of a long text, because splitting Han or Thai takes a quarter of a second for 50,000 characters. */
export async function wordsInTurns(text: string): Promise<string[]> {
  const found: string[] = [];
  let characters = 0;
  for (const piece of wordPieces(text)) {
    for (const word of piece) {
      found.push(word);
      characters += word.length;
    }
    if (characters < pieceCharacters) continue;
    characters = 0;
    await inTurn();
  }
  return found;
}

function* wordPieces(text: string): Generator<string[]> {
  for (const [run] of fold(text).matchAll(wordPattern)) {
    if (unspaced.test(run)) yield* segmentPieces(run);
    else yield [run.slice(0, longestWord)];
  }
}

function* segmentPieces(run: string): Generator<string[]> {
  for (let at = 0; at < run.length;) {
    const isLast = at + pieceCharacters >= run.length;
    const segments = [...segmenter.segment(run.slice(at, at + pieceCharacters))];
    // The last word may go on in the next piece.
    const cut = isLast || segments.length === 1 ? undefined : segments.pop();
    yield segments.map(({ segment }) => segment.slice(0, longestWord));
    at += cut?.index ?? pieceCharacters;
  }
}

/** A whole value as one term, such as a tag of several words: its folded words separated by single blanks. */
export function asTerm(text: string): string {
  return words(text).join(' ').slice(0, longestWord);
}

/** A whole value to compare with others, of which scripts without blanks are not split into words: that takes long. */
export function plainTerm(text: string): string {
  return (fold(text).match(wordPattern) ?? []).join(' ');
}

const letters = { tag: 't', keyword: 'k', category: 'c', owner: 'o', type: 'y', title: 'i' } as const;

export type TermKind = keyof typeof letters;

/**
 * A whole value as one lexeme. The colon distinguishes it from words, which contain letters and digits only;
 * a category keeps the slashes of its path.
 */
export function termLexeme(kind: TermKind, value: string): string {
  const term =
    kind === 'category' ? value.split('/').map(asTerm).join('/').slice(0, longestPath) : asTerm(value);
  return `${letters[kind]}:${term}`;
}

/** The lexemes by which a value is found: of a category those of `categoryTerms`, otherwise one. */
export function termLexemes(kind: TermKind, value: string): string[] {
  return kind === 'category'
    ? categoryTerms(value).map((term) => `${letters.category}:${term}`)
    : [termLexeme(kind, value)];
}

/** The names in the path of a category: the root, and its levels. */
export function categoryNames(path: string): string[] {
  return path.split('/').filter((name) => name.trim() !== '');
}

/**
 * The folded terms of an item in a category: its path, the paths of all above it, and each name.
 * `/Categories/Water/Rivers` gives three paths and three names. Names below the deepest level are not indexed.
 */
function categoryTerms(path: string): string[] {
  const names = categoryNames(path)
    .slice(0, 1 + limits.categoryDepth)
    .map(asTerm);
  const paths = names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`.slice(0, longestPath));
  return [...paths, ...names];
}

/**
 * The lexemes of which the free words of a search may be prefixes: the word itself, and whole terms of these
 * kinds.
 */
export function beginningsOf(tree: QueryTree, terms: readonly TermKind[]): string[] {
  const typed = [...new Set(lastWords(tree))].slice(0, limits.searchBeginnings);
  return typed.flatMap((word) => [word, ...terms.map((kind) => termLexeme(kind, word))]);
}

function lastWords(tree: QueryTree): string[] {
  if (tree.kind === 'and' || tree.kind === 'or') return tree.parts.flatMap(lastWords);
  if (tree.kind !== 'term' || tree.field !== undefined || tree.value.kind !== 'word') return [];
  // Of several words in one, such as `wi-fi`, the last may be a prefix.
  return words(tree.value.text).slice(-1);
}
