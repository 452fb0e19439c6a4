import { sql } from 'kysely';
import type { SortTerm } from '../../storage/feature-store.ts';
import { print } from '../../where/print.ts';
import { parseValue } from '../../where/parse.ts';
import { namesField } from '../../where/syntax-tree.ts';
import type { Scope } from '../../where/typed-condition.ts';
import { compileValue } from '../../where/where-condition.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';

/** Splits at commas outside quotes and parentheses: `UPPER(NAME), "a,b" DESC`. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === "'" || character === '"') quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/**
 * Reads `NAME DESC, POP / AREA ASC`: fields or values, each with its direction.
 * @param columns the first columns of the result, with their text as the query language writes it: PostgreSQL does not
 * recognise an expression with parameters that is written twice
 */
export function readOrder(
  text: string | undefined,
  scope: Omit<Scope, 'parameter'>,
  columns: readonly { text: string }[] = [],
): SortTerm[] {
  const terms = splitList(text ?? '');
  if (terms.length > 16) throw parameterError('orderByFields', 'Expected at most 16 fields.');
  return terms.map((term) => {
    const { text: value, ...direction } = splitDirection(term);
    const parsed = parseValue(value, 'orderByFields', scope);
    if (!namesField(parsed))
      throw parameterError('orderByFields', 'Expected a field, or a value made of one.');
    const column = columns.findIndex((one) => one.text === print(parsed));
    if (column >= 0 && parsed.kind !== 'field') return { sql: sql.raw(String(column + 1)), ...direction };
    return { sql: compileValue(parsed, { ...scope, parameter: 'orderByFields' }).sql, ...direction };
  });
}

/** Separates a value from `ASC`, `DESC`, `NULLS FIRST` and `NULLS LAST`, in linear time. */
function splitDirection(term: string): { text: string } & Omit<SortTerm, 'sql'> {
  const [beforePlace, place] = withoutLast(term, ['FIRST', 'LAST']);
  const [beforeNulls, nulls] = place ? withoutLast(beforePlace, ['NULLS']) : [term, undefined];
  const [text, direction] = withoutLast(nulls ? beforeNulls : term, ['DESC', 'ASC']);
  return { text, descending: direction === 'DESC', nullsFirst: nulls ? place === 'FIRST' : undefined };
}

/** A text without its last word if that is one of some words, and that word. */
function withoutLast(text: string, words: readonly string[]): [rest: string, word: string | undefined] {
  const word = words.find((each) => text.slice(-each.length).toUpperCase() === each);
  const before = word === undefined ? '' : text.slice(0, -word.length);
  const rest = before.trimEnd();
  return rest !== '' && rest.length < before.length ? [rest, word] : [text, undefined];
}
