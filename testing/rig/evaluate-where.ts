import type { Condition, ValueExpression } from '../../server/gis/where/syntax-tree.ts';

/**
 * A second, independent implementation of the query language: the value of a condition for one row, in
 * three-valued logic.
 */

export interface Row {
  n: number | null;
  d: number | null;
  t: string | null;
  w: number | null;
}

type Value = number | string | null;

export function evaluate(condition: Condition, row: Row): boolean | null {
  switch (condition.kind) {
    case 'and':
      return all(condition.operands.map((operand) => evaluate(operand, row)));
    case 'or':
      return negate(all(condition.operands.map((operand) => negate(evaluate(operand, row)))));
    case 'not':
      return negate(evaluate(condition.operand, row));
    case 'located':
      throw new Error('Models have no geometry.');
    case 'isNull':
      return (valueOf(condition.operand, row) === null) !== condition.negated;
    case 'compare':
      return compare(condition.operator, valueOf(condition.left, row), valueOf(condition.right, row));
    case 'between': {
      const operand = valueOf(condition.operand, row);
      const within = all([
        compare('>=', operand, valueOf(condition.low, row)),
        compare('<=', operand, valueOf(condition.high, row)),
      ]);
      return condition.negated ? negate(within) : within;
    }
    case 'in': {
      const operand = valueOf(condition.operand, row);
      const none = all(condition.list.map((member) => compare('<>', operand, valueOf(member, row))));
      return condition.negated ? none : negate(none);
    }
    case 'like': {
      const [operand, pattern] = [valueOf(condition.operand, row), valueOf(condition.pattern, row)];
      if (operand === null || pattern === null) return null;
      return like(String(operand), String(pattern)) !== condition.negated;
    }
  }
}

function all(parts: (boolean | null)[]): boolean | null {
  if (parts.includes(false)) return false;
  return parts.includes(null) ? null : true;
}

function negate(part: boolean | null): boolean | null {
  return part === null ? null : !part;
}

function compare(operator: string, left: Value, right: Value): boolean | null {
  if (left === null || right === null) return null;
  switch (operator) {
    case '=':
      return left === right;
    case '<>':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    default:
      return left >= right;
  }
}

function like(text: string, pattern: string): boolean {
  const source = [...pattern].map((character) => {
    if (character === '%') return '[^]*';
    return character === '_' ? '[^]' : character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`, 'u').test(text);
}

function valueOf(node: ValueExpression, row: Row): Value {
  switch (node.kind) {
    case 'number':
    case 'text':
    case 'instant':
      return node.value;
    case 'null':
      return null;
    case 'field':
      return row[node.name as keyof Row];
    case 'negate':
      return whenKnown([valueOf(node.operand, row)], ([value]) => -Number(value) + 0);
    case 'extract':
      return whenKnown([valueOf(node.operand, row)], ([value]) => new Date(Number(value)).getUTCDate());
    case 'arithmetic':
      return arithmetic(node, row);
    case 'call':
      return whenKnown(
        node.parameters.map((parameter) => valueOf(parameter, row)),
        ([value]) => call(node.name, value as string | number),
      );
    default:
      throw new Error(`no meaning given to ${node.kind}`);
  }
}

function arithmetic(node: ValueExpression & { kind: 'arithmetic' }, row: Row): Value {
  const left = valueOf(node.left, row);
  if (node.right.kind === 'interval') return left === null ? null : Number(left) + node.right.milliseconds;
  return whenKnown([left, valueOf(node.right, row)], ([a, b]) => {
    if (node.operator === '||') return `${a}${b}`;
    if (node.operator === '/') return Number(b) === 0 ? null : Number(a) / Number(b) + 0;
    if (node.operator === '*') return Number(a) * Number(b) + 0;
    return node.operator === '+' ? Number(a) + Number(b) : Number(a) - Number(b) + 0;
  });
}

function call(name: string, value: string | number): Value {
  if (name === 'ABS') return Math.abs(Number(value));
  if (name === 'CHAR_LENGTH') return [...String(value)].length;
  return name === 'UPPER' ? String(value).toUpperCase() : String(value).toLowerCase();
}

function whenKnown(values: Value[], compute: (values: Value[]) => Value): Value {
  return values.includes(null) ? null : compute(values);
}
