import { wholeTerm } from './words.ts';

const letters = { tag: 't', keyword: 'k', category: 'c', owner: 'o', type: 'y', title: 'i' } as const;

export type TermKind = keyof typeof letters;

/**
 * A whole value as one lexeme. The colon distinguishes it from words, which contain letters and digits only;
 * a category keeps the slashes of its path.
 */
export function termLexeme(kind: TermKind, value: string): string {
  const term = kind === 'category' ? value.split('/').map(wholeTerm).join('/') : wholeTerm(value);
  return `${letters[kind]}:${term}`;
}

/**
 * The terms of an item in a category: its path, the paths of all above it, and each name.
 * `/Categories/Water/Rivers` gives three paths and three names.
 */
export function categoryTerms(path: string): string[] {
  const names = path.split('/').filter((name) => name.trim() !== '');
  const paths = names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`);
  return [...paths, ...names];
}
