import { MappingError } from '../../../../wire/errors.ts';
import { quoted } from '../../../../wire/search-text.ts';

/** 400 for an unreadable query; `position` is counted from 0, messages count from 1. */
export function queryError(message: string, position: number): MappingError {
  return new MappingError(
    'portal:query-invalid',
    `The search cannot be read at character ${position + 1}: ${message}`,
    { status: 400, faults: [{ path: `character ${position + 1}`, message }] },
  );
}

/**
 * A parsed `q` or `filter` (grammar: docs/portal-search.md). `and` and `or` have at least two parts and never
 * contain their own kind, `not` never contains a `not`; build them with `all`, `any` and `negate`.
 */
export type QueryTree =
  | { kind: 'everything' }
  | { kind: 'and'; parts: readonly QueryTree[] }
  | { kind: 'or'; parts: readonly QueryTree[] }
  | { kind: 'not'; part: QueryTree }
  | TermTree;

/** `field` is lower case; undefined: free text. `position` is where the term begins, counted from 0. */
export interface TermTree {
  kind: 'term';
  field: string | undefined;
  value: TermValue;
  position: number;
}

export type TermValue =
  /** A bare word; `prefix` when it ended in `*`. The text is empty only for a lone `*`. */
  | { kind: 'word'; text: string; prefix: boolean }
  /** Words in double quotes. */
  | { kind: 'phrase'; text: string }
  /** `[from TO to]` with both ends in, `{from TO to}` with both ends out; undefined: open (`*`). */
  | {
      kind: 'range';
      from: string | undefined;
      to: string | undefined;
      fromIncluded: boolean;
      toIncluded: boolean;
    };

export function all(parts: readonly QueryTree[]): QueryTree {
  return joined('and', parts);
}

export function any(parts: readonly QueryTree[]): QueryTree {
  return joined('or', parts);
}

export function negate(part: QueryTree): QueryTree {
  return part.kind === 'not' ? part.part : { kind: 'not', part };
}

function joined(kind: 'and' | 'or', parts: readonly QueryTree[]): QueryTree {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  return flat.length === 1 && flat[0] ? flat[0] : { kind, parts: flat };
}

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
      return quoted(value.text);
    case 'range': {
      const from = value.from === undefined ? '*' : quoted(value.from);
      const to = value.to === undefined ? '*' : quoted(value.to);
      return `${value.fromIncluded ? '[' : '{'}${from} TO ${to}${value.toIncluded ? ']' : '}'}`;
    }
  }
}

function escapeWord(text: string): string {
  const escaped = text.replace(/[\s()[\]{}":^*\\+-]/g, '\\$&');
  return /^(AND|OR|NOT|TO)$/.test(text) ? `\\${text}` : escaped;
}
