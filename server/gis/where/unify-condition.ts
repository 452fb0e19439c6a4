import { type RawBuilder, sql } from 'kysely';
import type { ValueType } from './functions.ts';
import { quoteShort, syntaxError } from './syntax-tree.ts';
import { parseGuid, parseInstant } from './temporal-literal.ts';
import {
  instantParameter,
  numberParameter,
  type Scope,
  type TypedNode,
  typeNames,
} from './typed-condition.ts';

/**
 * Converts values that are compared to one type. Clients are loose with literals: a number beside a text
 * field is read as text, a text beside a number, date or GUID is parsed as such if possible. Anything else is
 * rejected.
 * @throws MappingError `services:invalid-query` (400)
 */
export function unify(
  typed: readonly TypedNode[],
  scope: Scope,
): { values: RawBuilder<unknown>[]; type: ValueType } {
  const dayOnly = typed.some(({ column }) => column?.type === 'esriFieldTypeDateOnly');
  const type = dayOnly ? 'text' : commonType(typed);
  if (type === 'interval') {
    throw syntaxError(scope.parameter, typed[0]?.node.at ?? 0, 'intervals are added to dates, not compared.');
  }
  const single = typed.some(({ column }) => column?.type === 'esriFieldTypeSingle');
  return { values: typed.map((value) => convert(value, type, { single, dayOnly }, scope)), type };
}

/** The type of the first value that is not a loose literal, else of the first one that is not NULL. */
function commonType(typed: readonly TypedNode[]): ValueType {
  const fixed = typed.find(
    ({ node, type }) => node.kind !== 'text' && node.kind !== 'number' && type !== 'null',
  );
  return (fixed ?? typed.find(({ type }) => type !== 'null'))?.type ?? 'null';
}

/** @param beside whether a field of single precision, or of days, is among the values */
function convert(
  value: TypedNode,
  type: ValueType,
  { single, dayOnly }: { single: boolean; dayOnly: boolean },
  scope: Scope,
): RawBuilder<unknown> {
  const { node } = value;
  if (value.type === type) {
    // 0.1 in a single precision field is not 0.1 in double precision: compare in the field's own precision.
    if (single && node.kind === 'number' && Math.abs(node.value) < 3e38)
      return sql`cast(${node.value} as real)`;
    return value.sql;
  }
  if (value.type === 'null') return sql`null`;
  if (value.type === 'instant' && dayOnly) return sql`to_char(${value.sql}, 'YYYY-MM-DD')`;
  if (node.kind === 'number' && type === 'text') return sql`cast(${String(node.value)} as text)`;
  if (node.kind === 'text') {
    const literal = readAs(node.value, type);
    if (literal) return literal;
    throw syntaxError(
      scope.parameter,
      node.at,
      `expected ${typeNames[type]} but found ${quoteShort(`'${node.value}'`)}.`,
    );
  }
  throw syntaxError(
    scope.parameter,
    node.at,
    `expected ${typeNames[type]} but this is ${typeNames[value.type]}.`,
  );
}

function readAs(text: string, type: ValueType): RawBuilder<unknown> | undefined {
  if (type === 'number') {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    return Number.isFinite(number) ? numberParameter(number) : undefined;
  }
  if (type === 'instant') {
    const instant = parseInstant(text);
    return instant === undefined ? undefined : instantParameter(instant);
  }
  const guid = type === 'guid' ? parseGuid(text) : undefined;
  return guid === undefined ? undefined : sql`cast(${guid} as uuid)`;
}
