import { type RawBuilder, sql } from 'kysely';
import type { FieldType } from '../layer/field.ts';
import type { ValueType } from './functions.ts';
import { quoteShort, syntaxError } from './syntax-tree.ts';
import { parseGuid, parseInstant, parseTimeOfDay } from './temporal-literal.ts';
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
  const holds = (wanted: FieldType) => typed.some(({ column }) => column?.type === wanted);
  const dayOnly = holds('esriFieldTypeDateOnly');
  const timeOnly = !dayOnly && holds('esriFieldTypeTimeOnly');
  const type = dayOnly ? 'text' : commonType(typed);
  if (type === 'interval') {
    throw syntaxError(scope.parameter, typed[0]?.node.at ?? 0, 'intervals are added to dates, not compared.');
  }
  const beside = { single: holds('esriFieldTypeSingle'), dayOnly, timeOnly };
  return { values: typed.map((value) => convert(value, type, beside, scope)), type };
}

/** The type of the first value that is not a loose literal, else of the first one that is not NULL. */
function commonType(typed: readonly TypedNode[]): ValueType {
  const fixed = typed.find(
    ({ node, type }) => node.kind !== 'text' && node.kind !== 'number' && type !== 'null',
  );
  return (fixed ?? typed.find(({ type }) => type !== 'null'))?.type ?? 'null';
}

/** Whether a field of single precision, of days or of times of day is among the values. */
interface Beside {
  single: boolean;
  dayOnly: boolean;
  timeOnly: boolean;
}

function convert(
  value: TypedNode,
  type: ValueType,
  { single, dayOnly, timeOnly }: Beside,
  scope: Scope,
): RawBuilder<unknown> {
  const { node } = value;
  if ((dayOnly || timeOnly) && (node.kind === 'text' || node.kind === 'number'))
    return sql`cast(${readTemporal(String(node.value), dayOnly, node.at, scope)} as text)`;
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

/** A day or a time of day as it is stored: other spellings of it would compare as other texts. */
function readTemporal(text: string, isDay: boolean, at: number, scope: Scope): string {
  const instant = isDay ? parseInstant(text) : undefined;
  const read = instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 10);
  const found = isDay ? read : parseTimeOfDay(text);
  if (found !== undefined) return found;
  const expected = isDay ? "a day such as '2026-11-21'" : "a time such as '10:30:00'";
  throw syntaxError(scope.parameter, at, `expected ${expected} but found ${quoteShort(`'${text}'`)}.`);
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
