import { type Condition, type Expression, isCondition, type ValueExpression } from './syntax-tree.ts';
import { printInstant } from './temporal-literal.ts';

/** Writes an expression as text that `parseCondition` and `parseValue` read back to the same tree. */
export function print(expression: Expression): string {
  return isCondition(expression) ? printCondition(expression) : printValue(expression);
}

function printCondition(node: Condition): string {
  switch (node.kind) {
    case 'compare':
      return `${operand(node.left)} ${node.operator} ${operand(node.right)}`;
    case 'in':
      return `${operand(node.operand)} ${negation(node)}IN (${node.list.map(operand).join(', ')})`;
    case 'between':
      return `${operand(node.operand)} ${negation(node)}BETWEEN ${operand(node.low)} AND ${operand(node.high)}`;
    case 'like':
      return `${operand(node.operand)} ${negation(node)}LIKE ${operand(node.pattern)}${
        node.escape === null ? '' : ` ESCAPE ${quote(node.escape)}`
      }`;
    case 'isNull':
      return `${operand(node.operand)} IS ${negation(node)}NULL`;
    case 'located':
      return node.ids.length === 0 ? '1 = 0' : `"OBJECTID" IN (${node.ids.join(', ')})`;
    case 'not':
      return `NOT (${printCondition(node.operand)})`;
    case 'and':
    case 'or':
      return node.operands.map(member).join(node.kind === 'and' ? ' AND ' : ' OR ');
  }
}

function printValue(node: ValueExpression): string {
  switch (node.kind) {
    case 'number':
      return Object.is(node.value, -0) ? '-0' : String(node.value);
    case 'text':
      return quote(node.value);
    case 'instant':
      return `TIMESTAMP '${printInstant(node.value)}'`;
    case 'null':
      return 'NULL';
    case 'interval':
      return node.months === 0
        ? `INTERVAL '${node.milliseconds / 1000}' SECOND`
        : `INTERVAL '${node.months}' MONTH`;
    case 'now':
      return `CURRENT_${node.part}`;
    case 'user':
      return 'CURRENT_USER';
    case 'case':
    case 'match': {
      const compared = node.kind === 'match' ? `${printValue(node.compared)} ` : '';
      const branches = node.branches.map(
        ({ when, result }) => `WHEN ${print(when)} THEN ${printValue(result)} `,
      );
      const otherwise = node.otherwise ? `ELSE ${printValue(node.otherwise)} ` : '';
      return `CASE ${compared}${branches.join('')}${otherwise}END`;
    }
    case 'field':
      return `"${node.name.replaceAll('"', '""')}"`;
    case 'negate':
      return `-${operand(node.operand)}`;
    case 'arithmetic':
      return `${operand(node.left)} ${node.operator} ${operand(node.right)}`;
    case 'extract':
      return `EXTRACT(${node.part} FROM ${printValue(node.operand)})`;
    case 'cast':
      return `CAST(${printValue(node.operand)} AS ${node.type})`;
    case 'trim':
      return `TRIM(${node.side} ${node.characters ? `${operand(node.characters)} ` : ''}FROM ${operand(node.operand)})`;
    case 'call':
      return printCall(node.name, node.parameters.map(operand));
  }
}

function printCall(name: string, parameters: string[]): string {
  if (name === 'POSITION') return `POSITION(${parameters.join(' IN ')})`;
  return `${name}(${parameters.length === 0 ? '*' : parameters.join(', ')})`;
}

function negation({ negated }: { negated: boolean }): string {
  return negated ? 'NOT ' : '';
}

function member(node: Condition): string {
  return node.kind === 'and' || node.kind === 'or' ? `(${printCondition(node)})` : printCondition(node);
}

function operand(node: ValueExpression): string {
  const bare =
    node.kind !== 'arithmetic' && node.kind !== 'negate' && !(node.kind === 'number' && node.value < 0);
  return bare ? printValue(node) : `(${printValue(node)})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
