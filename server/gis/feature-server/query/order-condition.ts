import { type RawBuilder, sql } from 'kysely';
import { print } from '../../where/print.ts';
import { parseValue } from '../../where/parse.ts';
import { namesField } from '../../where/syntax-tree.ts';
import type { Scope, Typed } from '../../where/typed-condition.ts';
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

export interface OrderTerm {
  sql: RawBuilder<unknown>;
  descending: boolean;
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
): OrderTerm[] {
  const terms = splitList(text ?? '');
  if (terms.length > 16) throw parameterError('orderByFields', 'Expected at most 16 fields.');
  return terms.map((term) => {
    const match = /^(.*?)(?:\s+(ASC|DESC))?(?:\s+NULLS\s+(?:FIRST|LAST))?$/is.exec(term);
    const parsed = parseValue(match?.[1] ?? term, 'orderByFields');
    if (!namesField(parsed))
      throw parameterError('orderByFields', 'Expected a field, or a value made of one.');
    const descending = match?.[2]?.toUpperCase() === 'DESC';
    const column = columns.findIndex((one) => one.text === print(parsed));
    if (column >= 0 && parsed.kind !== 'field') return { sql: sql.raw(String(column + 1)), descending };
    const value: Typed = compileValue(parsed, {
      ...scope,
      parameter: 'orderByFields',
    });
    return { sql: value.sql, descending };
  });
}
