import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Condition, quoteShort, syntaxError, type ValueExpression } from './syntax-tree.ts';
import {
  type ClauseTraits,
  type CompilingScope,
  type Scope,
  type Typed,
  typeNames,
} from './typed-condition.ts';
import { unify } from './unify-condition.ts';
import { typedValue } from './value-condition.ts';

/** A condition in PostgreSQL. */
export interface CompiledCondition extends ClauseTraits {
  sql: RawBuilder<SqlBool>;
}

/**
 * Converts a condition to SQL over the columns of a layer's table. Fields are looked up in the scope, every
 * literal is a parameter, so the text of a request never becomes part of a statement.
 * @throws MappingError `services:invalid-query` (400) for unknown fields and mismatched types
 */
export function compileCondition(condition: Condition, scope: Scope): CompiledCondition {
  return noting(scope, (compiling) => ({ sql: compile(condition, compiling), ...compiling.traits }));
}

/**
 * The SQL of a value and its type.
 * @throws MappingError `services:invalid-query` (400)
 */
export function compileValue(value: ValueExpression, scope: Scope): Typed {
  return noting(scope, (compiling) => {
    const { sql, type, column } = typedValue(value, compiling);
    return { sql, type, ...(column && { column }) };
  });
}

/** Converts one clause, and reports to the request if it depends on the time or the user. */
function noting<T>(scope: Scope, convert: (compiling: CompilingScope) => T): T {
  const traits = { volatile: false, computes: false };
  const converted = convert({ ...scope, traits, compile });
  if (traits.volatile) scope.onVolatile?.();
  return converted;
}

function compile(node: Condition, scope: CompilingScope): RawBuilder<SqlBool> {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const parts = node.operands.map((operand) => compile(operand, scope));
      return sql<SqlBool>`(${sql.join(parts, node.kind === 'and' ? sql` and ` : sql` or `)})`;
    }
    case 'not':
      return sql<SqlBool>`(not ${compile(node.operand, scope)})`;
    case 'isNull':
      return sql<SqlBool>`(${typedValue(node.operand, scope).sql} is ${not(node)}null)`;
    case 'located':
      return sql<SqlBool>`(case when box is not null then objectid = any(cast(${node.ids} as bigint[])) end)`;
    case 'compare': {
      const [left, right] = together([node.left, node.right], scope);
      return sql<SqlBool>`(${left} ${sql.raw(node.operator)} ${right})`;
    }
    case 'between': {
      const [operand, low, high] = together([node.operand, node.low, node.high], scope);
      return sql<SqlBool>`(${operand} ${not(node)}between ${low} and ${high})`;
    }
    case 'in': {
      const [operand, ...list] = together([node.operand, ...node.list], scope);
      return sql<SqlBool>`(${operand} ${not(node)}in (${sql.join(list)}))`;
    }
    case 'like': {
      const [operand, pattern] = [text(node.operand, scope), text(node.pattern, scope)];
      // One that ends in its escape character is an error of PostgreSQL; the parser has refused literals that do.
      if (node.escape !== null && node.pattern.kind !== 'text') scope.traits.computes = true;
      // PostgreSQL's own default is the backslash; the standard has none.
      return sql<SqlBool>`(${operand} ${not(node)}like ${pattern} escape ${node.escape ?? ''})`;
    }
  }
}

function together(nodes: readonly ValueExpression[], scope: CompilingScope): RawBuilder<unknown>[] {
  return unify(
    nodes.map((node) => typedValue(node, scope)),
    scope,
  ).values;
}

function text(node: ValueExpression, scope: CompilingScope): RawBuilder<unknown> {
  const typed = typedValue(node, scope);
  if (typed.type === 'text') return typed.sql;
  if (typed.type === 'null') return sql`cast(null as text)`;
  const what = node.kind === 'field' ? `the field ${quoteShort(node.name)}` : 'this';
  throw syntaxError(scope.parameter, node.at, `LIKE compares text, but ${what} is ${typeNames[typed.type]}.`);
}

function not({ negated }: { negated: boolean }): RawBuilder<unknown> {
  return negated ? sql`not ` : sql``;
}
