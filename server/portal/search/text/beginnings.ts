import { limits } from '../../../limits.ts';
import type { QueryTree } from '../grammar/query-tree.ts';
import { termLexeme, type TermKind } from './term-lexeme.ts';
import { words } from './words.ts';

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
