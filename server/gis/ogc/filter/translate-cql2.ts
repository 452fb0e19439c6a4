import { limits } from '../../../limits.ts';
import { endsInEscape } from '../../where/parse.ts';
import {
  type ArithmeticOperator,
  type CompareOperator,
  type Condition,
  quoteShort,
  syntaxError,
  type ValueExpression,
} from '../../where/syntax-tree.ts';
import { parseInstant } from '../../where/temporal-literal.ts';
import { type Cql2, type Cql2Operation, isOperation, isSpatial, offsetOf } from './cql2.ts';

/** Nesting of operations: no filter overflows the stack. */
const deepest = 64;

/** Gives the condition of a spatial predicate. */
export type SpatialLeaf = (predicate: Cql2Operation) => Condition;

/**
 * Converts a CQL2 filter to a condition of the query language.
 * @throws MappingError `services:invalid-query` (400)
 */
export function translateCql2(filter: Cql2, spatial: SpatialLeaf): Condition {
  return condition(filter, spatial, 0);
}

const comparisons = ['=', '<>', '<', '<=', '>', '>='];
const arithmetic = ['+', '-', '*', '/'];

function condition(node: Cql2, spatial: SpatialLeaf, depth: number): Condition {
  const at = offsetOf(node);
  if (depth > deepest) throw refuse(node, `this is nested more than ${deepest} deep.`);
  if (typeof node === 'boolean') return constant(node, at);
  if (!isOperation(node)) throw refuse(node, 'expected a predicate such as name = 1.');
  if (isSpatial(node)) return spatial(node);
  const { args } = node;
  const op = node.op === 'isNull' ? node.op : node.op.toLowerCase();
  const inner = (each: Cql2) => condition(each, spatial, depth + 1);
  if (op === 'and' || op === 'or') {
    const [first, second] = args;
    if (first === undefined || second === undefined) throw refuse(node, `${op} takes two operands or more.`);
    return { kind: op, operands: args.map(inner), at };
  }
  if (op === 'not') return { kind: 'not', operand: inner(operands(node, 1)[0] as Cql2), at };
  if (comparisons.includes(op)) {
    const [left, right] = operands(node, 2).map((each) => value(each, depth + 1)) as Two;
    return { kind: 'compare', operator: op as CompareOperator, left, right, at };
  }
  if (op === 'isNull')
    return { kind: 'isNull', negated: false, operand: value(operands(node, 1)[0] as Cql2, depth), at };
  if (op === 'between') {
    const [operand, low, high] = operands(node, 3).map((each) => value(each, depth + 1)) as Three;
    return { kind: 'between', negated: false, operand, low, high, at };
  }
  if (op === 'in') return inList(node, depth);
  if (op === 'like') return like(node, depth);
  throw refuse(node, `the operator ${quoteShort(node.op)} is not supported.`);
}

type Two = [ValueExpression, ValueExpression];
type Three = [ValueExpression, ValueExpression, ValueExpression];

function inList(node: Cql2Operation, depth: number): Condition {
  const [operand, list] = operands(node, 2) as [Cql2, Cql2];
  if (!Array.isArray(list) || list.length === 0) throw refuse(node, 'in takes a value and a list of values.');
  const members = (list as readonly Cql2[]).map((each) => value(each, depth + 1));
  return {
    kind: 'in',
    negated: false,
    operand: value(operand, depth + 1),
    list: members,
    at: offsetOf(node),
  };
}

function like(node: Cql2Operation, depth: number): Condition {
  const [operand, pattern] = operands(node, 2).map((each) => value(each, depth + 1)) as Two;
  if (pattern.kind === 'text' && endsInEscape(pattern.value, '\\'))
    throw refuse(node, 'the pattern ends with its escape character.');
  return { kind: 'like', negated: false, operand, pattern, escape: '\\', at: offsetOf(node) };
}

function value(node: Cql2, depth: number): ValueExpression {
  const at = offsetOf(node);
  if (depth > deepest) throw refuse(node, `this is nested more than ${deepest} deep.`);
  if (typeof node === 'number') {
    if (Number.isFinite(node)) return { kind: 'number', value: node, at };
    throw refuse(node, 'expected a finite number.');
  }
  if (typeof node === 'string') return { kind: 'text', value: text(node), at };
  // Layers have no fields of truth values; clients write them as 1 and 0.
  if (typeof node === 'boolean') return { kind: 'number', value: Number(node), at };
  if (typeof node === 'object' && node !== null) {
    if ('property' in node && typeof node.property === 'string')
      return { kind: 'field', name: text(node.property), at };
    if ('date' in node) return instant(node.date, node);
    if ('timestamp' in node) return instant(node.timestamp, node);
    if (isOperation(node)) return operation(node, depth);
  }
  throw refuse(node, 'expected a property or a value.');
}

function operation(node: Cql2Operation, depth: number): ValueExpression {
  const at = offsetOf(node);
  if (node.op.toLowerCase() === 'casei') {
    const parameters = operands(node, 1).map((each) => value(each, depth + 1));
    return { kind: 'call', name: 'UPPER', parameters, at };
  }
  if (arithmetic.includes(node.op)) {
    const [left, right] = operands(node, 2).map((each) => value(each, depth + 1)) as Two;
    return { kind: 'arithmetic', operator: node.op as ArithmeticOperator, left, right, at };
  }
  throw refuse(node, `the operator ${quoteShort(node.op)} does not give a value.`);
}

function operands(node: Cql2Operation, count: number): readonly Cql2[] {
  if (node.args.length === count) return node.args;
  throw refuse(node, `${quoteShort(node.op)} takes ${count} ${count === 1 ? 'operand' : 'operands'}.`);
}

function instant(given: unknown, node: Cql2): ValueExpression {
  const milliseconds = typeof given === 'string' ? parseInstant(given) : undefined;
  if (milliseconds === undefined)
    throw refuse(node, 'expected a date such as 2026-11-21 or 2026-11-21T10:30:00Z.');
  return { kind: 'instant', value: milliseconds, at: offsetOf(node) };
}

function text(given: string): string {
  if (given.includes('\0') || !given.isWellFormed() || given.length > limits.loopCharacters)
    throw syntaxError('filter', 0, 'a text cannot be read.');
  return given;
}

function constant(isTrue: boolean, at: number): Condition {
  const one: ValueExpression = { kind: 'number', value: 1, at };
  return { kind: 'compare', operator: '=', left: one, right: isTrue ? one : { ...one, value: 0 }, at };
}

function refuse(node: Cql2, problem: string) {
  return syntaxError('filter', offsetOf(node), problem);
}
