import type { QueryTree, TermValue } from './query-tree.ts';

/** Writes a tree in the search language, so that `parseQuery(printQuery(tree))` is the same tree (positions aside). */
export function printQuery(tree: QueryTree): string {
  switch (tree.kind) {
    case 'everything':
      return '';
    case 'and':
      return tree.parts
        .map((part) => (part.kind === 'or' ? `(${printQuery(part)})` : printQuery(part)))
        .join(' AND ');
    case 'or':
      return tree.parts.map(printQuery).join(' OR ');
    case 'not':
      return `NOT ${tree.part.kind === 'term' ? printQuery(tree.part) : `(${printQuery(tree.part)})`}`;
    case 'term':
      return tree.field === undefined ? printValue(tree.value) : `${tree.field}:${printValue(tree.value)}`;
  }
}

function printValue(value: TermValue): string {
  switch (value.kind) {
    case 'word':
      return escapeWord(value.text) + (value.prefix ? '*' : '');
    case 'phrase':
      return quote(value.text);
    case 'range': {
      const from = value.from === undefined ? '*' : quote(value.from);
      const to = value.to === undefined ? '*' : quote(value.to);
      return `${value.fromIncluded ? '[' : '{'}${from} TO ${to}${value.toIncluded ? ']' : '}'}`;
    }
  }
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function escapeWord(text: string): string {
  const escaped = text.replace(/[\s()[\]{}":^*\\+-]/g, '\\$&');
  return /^(AND|OR|NOT|TO)$/.test(text) ? `\\${text}` : escaped;
}
