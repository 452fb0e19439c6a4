import { type RawBuilder, sql } from 'kysely';
import { findField } from '../layer/field.ts';
import { functions, type QueryFunction, type ValueType } from './functions.ts';
import { type DatePart, quoteShort, syntaxError, type ValueExpression } from './syntax-tree.ts';
import {
  asText,
  type CompilingScope,
  instantParameter,
  numberParameter,
  type Typed,
  type TypedNode,
  typeNames,
  typeOfField,
  want,
  wantDouble,
} from './typed-condition.ts';
import { unify } from './unify-condition.ts';

/** The SQL of a value and its type; every literal is a parameter with an explicit type. */
export function typedValue(node: ValueExpression, scope: CompilingScope): TypedNode {
  return { node, ...compile(node, scope) };
}

function compile(node: ValueExpression, scope: CompilingScope): Typed {
  if (computing.has(node.kind)) scope.traits.computes = true;
  switch (node.kind) {
    case 'number':
      return { sql: numberParameter(node.value), type: 'number' };
    case 'text':
      return { sql: sql`cast(${node.value} as text)`, type: 'text' };
    case 'instant':
      return { sql: instantParameter(node.value), type: 'instant' };
    case 'null':
      return { sql: sql`null`, type: 'null' };
    case 'interval':
      return {
        sql: sql`make_interval(months => cast(${node.months} as integer), secs => cast(${node.milliseconds / 1000} as double precision))`,
        type: 'interval',
      };
    case 'now':
      scope.traits.volatile = true;
      if (node.part === 'TIME') return { sql: timeOfDay(scope), type: 'text' };
      if (scope.stored) return { sql: storedNow(node.part), type: 'instant' };
      return {
        sql: instantParameter(node.part === 'DATE' ? startOfDay(scope.now) : scope.now),
        type: 'instant',
      };
    case 'user':
      scope.traits.volatile = true;
      if (scope.stored)
        throw syntaxError(
          scope.parameter,
          node.at,
          'a view shows everyone the same, so it has no CURRENT_USER.',
        );
      return { sql: sql`cast(${scope.user} as text)`, type: 'text' };
    case 'case':
      return caseOf(
        node,
        sql``,
        node.branches.map(({ when }) => scope.compile(when, scope)),
        scope,
      );
    case 'match':
      return match(node, scope);
    case 'field':
      return field(node, scope);
    case 'negate':
      return { sql: sql`(- ${wantDouble(typedValue(node.operand, scope), scope)})`, type: 'number' };
    case 'arithmetic':
      return arithmetic(node, scope);
    case 'extract':
      return extract(node, scope);
    case 'cast':
      return cast(node, scope);
    case 'trim':
      return trim(node, scope);
    case 'call':
      return call(node, scope);
  }
}

const computing: ReadonlySet<ValueExpression['kind']> = new Set([
  'negate',
  'arithmetic',
  'extract',
  'cast',
  'trim',
  'call',
]);

/** The time of the query that a stored condition is part of. */
function storedNow(part: string): RawBuilder<unknown> {
  return sql`date_trunc(${part === 'DATE' ? 'day' : 'milliseconds'}, statement_timestamp() at time zone 'UTC')`;
}

/** The time of day in UTC, as text. */
function timeOfDay({ stored, now }: CompilingScope): RawBuilder<unknown> {
  const instant = stored ? storedNow('TIMESTAMP') : instantParameter(now);
  return sql`to_char(${instant}, 'HH24:MI:SS')`;
}

function startOfDay(epochMilliseconds: number): number {
  return Math.floor(epochMilliseconds / 86_400_000) * 86_400_000;
}

function field(node: ValueExpression & { kind: 'field' }, scope: CompilingScope): Typed {
  const other = scope.names?.get(node.name.toLowerCase());
  if (other) return other;
  const found = findField(scope.fields, node.name);
  if (!found) throw syntaxError(scope.parameter, node.at, `there is no field ${quoteShort(node.name)}.`);
  const isDay = found.type === 'esriFieldTypeDateOnly' || found.type === 'esriFieldTypeTimeOnly';
  const ref = sql.ref(found.column);
  return { sql: isDay ? sql`cast(${ref} as text)` : ref, type: typeOfField(found), column: found };
}

function arithmetic(node: ValueExpression & { kind: 'arithmetic' }, scope: CompilingScope): Typed {
  const left = typedValue(node.left, scope);
  const right = typedValue(node.right, scope);
  if (node.operator === '||')
    return { sql: sql`(${asText(left, scope)} || ${asText(right, scope)})`, type: 'text' };
  const operator = sql.raw(node.operator);
  if (left.type === 'instant' && (node.operator === '+' || node.operator === '-')) {
    return { sql: sql`(${left.sql} ${operator} ${want(right, 'interval', scope)})`, type: 'instant' };
  }
  const [a, b] = [wantDouble(left, scope), wantDouble(right, scope)];
  // Division by zero gives NULL, not an error: a feature without an area has no density.
  if (node.operator === '/') return { sql: sql`(${a} / nullif(${b}, 0))`, type: 'number' };
  return { sql: sql`(${a} ${operator} ${b})`, type: 'number' };
}

function extract(node: ValueExpression & { kind: 'extract' }, scope: CompilingScope): Typed {
  const value = typedValue(node.operand, scope);
  const part = sql.raw(node.part.toLowerCase());
  const operand = partedColumn(value, node.part) ?? want(value, 'instant', scope);
  return { sql: sql`cast(extract(${part} from ${operand}) as double precision)`, type: 'number' };
}

/** A day, or a time of day for the parts that it has: texts elsewhere in the query language. */
function partedColumn({ column }: TypedNode, part: DatePart): RawBuilder<unknown> | undefined {
  if (column?.type === 'esriFieldTypeDateOnly') return sql`cast(${sql.ref(column.column)} as timestamp)`;
  const isTime = column?.type === 'esriFieldTypeTimeOnly' && ['HOUR', 'MINUTE', 'SECOND'].includes(part);
  return isTime ? sql.ref(column.column) : undefined;
}

function trim(node: ValueExpression & { kind: 'trim' }, scope: CompilingScope): Typed {
  const operand = want(typedValue(node.operand, scope), 'text', scope);
  const characters = node.characters ? want(typedValue(node.characters, scope), 'text', scope) : sql`' '`;
  const name = { LEADING: 'ltrim', TRAILING: 'rtrim', BOTH: 'btrim' }[node.side];
  return { sql: sql`${sql.raw(name)}(${operand}, ${characters})`, type: 'text' };
}

/** The branches of a value that is compared. It is converted once: in the condition of each branch, it would grow with every CASE within it. */
function match(node: ValueExpression & { kind: 'match' }, scope: CompilingScope): Typed {
  const compared = typedValue(node.compared, scope);
  const { values, type } = unify(
    [compared, ...node.branches.map(({ when }) => typedValue(when, scope))],
    scope,
  );
  const [given, ...whens] = values;
  // PostgreSQL compares values with a NULL only if it has their type.
  return caseOf(node, compared.type === 'null' ? want(compared, type, scope) : sql`${given}`, whens, scope);
}

/** The first branch whose condition holds; all results have one type, as in a comparison. */
function caseOf(
  node: ValueExpression & { kind: 'case' | 'match' },
  compared: RawBuilder<unknown>,
  whens: readonly RawBuilder<unknown>[],
  scope: CompilingScope,
): Typed {
  const results = [...node.branches.map(({ result }) => result), ...(node.otherwise ? [node.otherwise] : [])];
  const { values, type } = unify(
    results.map((result) => typedValue(result, scope)),
    scope,
  );
  const branches = whens.map((when, index) => sql`when ${when} then ${values[index]}`);
  const otherwise = node.otherwise ? sql`else ${values.at(-1)}` : sql``;
  return { sql: sql`(case ${compared} ${sql.join(branches, sql` `)} ${otherwise} end)`, type };
}

const castable: Record<string, readonly ValueType[]> = {
  INTEGER: ['number', 'text', 'null'],
  FLOAT: ['number', 'text', 'null'],
  VARCHAR: ['number', 'text', 'instant', 'guid', 'null'],
  TIMESTAMP: ['instant', 'text', 'null'],
};

function cast(node: ValueExpression & { kind: 'cast' }, scope: CompilingScope): Typed {
  const operand = typedValue(node.operand, scope);
  if (!castable[node.type]?.includes(operand.type)) {
    throw syntaxError(scope.parameter, node.at, `${typeNames[operand.type]} cannot be cast to ${node.type}.`);
  }
  switch (node.type) {
    case 'INTEGER':
      return { sql: sql`cast(trunc(cast(${operand.sql} as numeric)) as bigint)`, type: 'number' };
    case 'FLOAT':
      return { sql: sql`cast(${operand.sql} as double precision)`, type: 'number' };
    case 'VARCHAR':
      return { sql: sql`cast(${operand.sql} as text)`, type: 'text' };
    case 'TIMESTAMP':
      return { sql: sql`cast(${operand.sql} as timestamp)`, type: 'instant' };
  }
}

function call(node: ValueExpression & { kind: 'call' }, scope: CompilingScope): Typed {
  const known = functions[node.name];
  if (!known || (known.aggregate && !scope.aggregates)) {
    throw syntaxError(scope.parameter, node.at, `${node.name.slice(0, 24)} cannot be used here.`);
  }
  if (known.aggregate && node.parameters.length === 0) return { sql: sql`count(*)`, type: 'number' };
  // Aggregates cannot be nested.
  const inner = known.aggregate ? { ...scope, aggregates: false } : scope;
  const typed = node.parameters.map((parameter) => typedValue(parameter, inner));
  if (known.takes[0] === 'same') {
    const [first] = typed;
    // PostgreSQL orders UUIDs but has no minimum or maximum of them.
    if (known.aggregate && first?.type === 'guid')
      return { sql: sql`cast(${sql.raw(known.sql)}(${asText(first, scope)}) as uuid)`, type: 'guid' };
    const { values, type } = unify(typed, scope);
    return { sql: sql`${sql.raw(known.sql)}(${sql.join(values)})`, type };
  }
  const parameters = typed.map((value, index) => asParameter(node.name, known, value, index, scope));
  // PostgreSQL expects the text before the substring.
  if (node.name === 'POSITION') parameters.reverse();
  return {
    sql: sql`${sql.raw(known.sql)}(${sql.join(parameters)})`,
    type: known.gives === 'text' ? 'text' : 'number',
  };
}

/** PostgreSQL has these for only one numeric type. */
const parameterTypes: Record<string, readonly string[]> = {
  MOD: ['numeric', 'numeric'],
  ROUND: ['numeric', 'integer'],
  TRUNCATE: ['numeric', 'integer'],
  SUBSTRING: ['text', 'integer', 'integer'],
};

function asParameter(
  name: string,
  known: QueryFunction,
  value: TypedNode,
  index: number,
  scope: CompilingScope,
): RawBuilder<unknown> {
  const takes = known.takes[Math.min(index, known.takes.length - 1)];
  if (takes === 'any') return known.aggregate ? value.sql : asText(value, scope);
  // Case is folded by Unicode's rules, whatever the database's locale.
  if (name === 'UPPER' || name === 'LOWER') return sql`${want(value, 'text', scope)} collate "und-x-icu"`;
  if (takes === 'text' || takes === 'instant') return want(value, takes, scope);
  const number = wantDouble(value, scope);
  // A zero divisor gives NULL, as in a division.
  if (name === 'MOD' && index === 1) return sql`nullif(cast(${number} as numeric), 0)`;
  const type = parameterTypes[name]?.[index];
  return type ? sql`cast(${number} as ${sql.raw(type)})` : number;
}
