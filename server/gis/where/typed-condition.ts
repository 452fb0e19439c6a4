import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Field } from '../layer/field.ts';
import type { ValueType } from './functions.ts';
import { type Condition, syntaxError, type ValueExpression } from './syntax-tree.ts';

/** The user and the time of a request: the values of CURRENT_USER and CURRENT_TIMESTAMP. */
export interface ClauseContext {
  /** Epoch milliseconds. */
  now: number;
  /** Username; null: anonymous. */
  user: string | null;
  /** Whether clauses are read on the event loop: long ones are refused with `TooHeavy`. */
  onLoop?: boolean | undefined;
  /** Called for each clause that depends on either, and for a view whose definition does: the same request may have another response later. */
  onVolatile?(): void;
}

/** The scope of names in a clause. */
export interface Scope extends ClauseContext {
  fields: readonly Field[];
  /** The request's parameter, for errors. */
  parameter: string;
  /** Other names, such as the statistics of a group in HAVING. */
  names?: ReadonlyMap<string, Typed>;
  /** Allows COUNT, SUM … (HAVING). */
  aggregates?: boolean;
  /** Set for the condition of a view, which is stored: the time is that of each query, and everyone sees the same. */
  stored?: boolean;
}

/** What is noted about a clause while it is converted to SQL. */
export interface ClauseTraits {
  /** The clause depends on the current time or user. */
  volatile: boolean;
  /** The clause computes, which some values do not allow (the square root of a negative number, a pattern that ends in its escape character). */
  computes: boolean;
}

/** A scope while a clause is converted to SQL. */
export interface CompilingScope extends Scope {
  /** One object for the whole clause, also where parts of it have a scope of their own. */
  traits: ClauseTraits;
  /** Converts a condition within a value (CASE); passed in to avoid a circular import. */
  compile(condition: Condition, scope: CompilingScope): RawBuilder<SqlBool>;
}

/** SQL of a value with its type. `column` is set when it is a plain field. */
export interface Typed {
  sql: RawBuilder<unknown>;
  type: ValueType;
  column?: Field;
}

/** A typed value with its position in the clause. */
export interface TypedNode extends Typed {
  node: ValueExpression;
}

/** Names of the types in errors. */
export const typeNames: Record<ValueType, string> = {
  number: 'a number',
  text: 'text',
  instant: 'a date',
  guid: 'a GUID',
  interval: 'an interval',
  null: 'NULL',
};

const sqlTypes: Record<ValueType, string> = {
  number: 'double precision',
  text: 'text',
  instant: 'timestamp',
  guid: 'uuid',
  interval: 'interval',
  null: 'text',
};

export function typeOfField(field: Pick<Field, 'type'>): ValueType {
  switch (field.type) {
    case 'esriFieldTypeString':
    // Written as text, days and times of day sort as such.
    case 'esriFieldTypeDateOnly':
    case 'esriFieldTypeTimeOnly':
      return 'text';
    case 'esriFieldTypeDate':
      return 'instant';
    case 'esriFieldTypeGUID':
    case 'esriFieldTypeGlobalID':
      return 'guid';
    default:
      return 'number';
  }
}

/** Whether the values of two fields can be compared: days and times of day are texts only in the query language. */
export function areComparable(one: Field, other: Field): boolean {
  if (one.type === other.type) return true;
  const isTemporal = [one, other].some(({ type }) => /^esriFieldType(Date|Time)/.test(type));
  return !isTemporal && typeOfField(one) === typeOfField(other);
}

/**
 * Integers stay integers, so that an index on an integer column is used; PostgreSQL compares them across
 * sizes.
 */
export function numberParameter(value: number): RawBuilder<unknown> {
  return Number.isSafeInteger(value)
    ? sql`cast(${value} as bigint)`
    : sql`cast(${value} as double precision)`;
}

export function instantParameter(epochMilliseconds: number): RawBuilder<unknown> {
  return sql`cast(${new Date(epochMilliseconds).toISOString().slice(0, -1)} as timestamp)`;
}

/** The value's SQL if it has the required type; NULL has every type. */
export function want(value: TypedNode, type: ValueType, scope: Scope): RawBuilder<unknown> {
  if (value.type === type) return value.sql;
  if (value.type === 'null') return sql`cast(null as ${sql.raw(sqlTypes[type])})`;
  throw syntaxError(
    scope.parameter,
    value.node.at,
    `expected ${typeNames[type]} but this is ${typeNames[value.type]}.`,
  );
}

/** Arithmetic uses double precision, so nothing overflows the size of an integer column. */
export function wantDouble(value: TypedNode, scope: Scope): RawBuilder<unknown> {
  return sql`cast(${want(value, 'number', scope)} as double precision)`;
}

/** Any value but an interval as text. */
export function asText(value: TypedNode, scope: Scope): RawBuilder<unknown> {
  if (value.type === 'interval')
    throw syntaxError(scope.parameter, value.node.at, 'an interval cannot become text.');
  return value.type === 'text' ? value.sql : sql`cast(${value.sql} as text)`;
}
