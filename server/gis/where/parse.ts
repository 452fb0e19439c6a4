import { parsePrimary } from './parse-primary.ts';
import {
  type CompareOperator,
  type Condition,
  type Expression,
  isCondition,
  syntaxError,
  type ValueExpression,
} from './syntax-tree.ts';
import { limits } from '../../limits.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import { TokenReader } from './token-reader.ts';
import type { ClauseContext } from './typed-condition.ts';

/** Maximum length of a clause, in characters. */
const longest = 100_000;

/** Where a clause is read. */
type Reading = Pick<ClauseContext, 'onLoop'>;

/**
 * Reads a condition such as `NAME LIKE 'A%' AND LEVELS > 3` (grammar: docs/where-clause.md). `parameter`
 * names the request's parameter in errors.
 * @throws MappingError `services:invalid-query` (400) with the position of the syntax error; TooHeavy for a long text on the
 * event loop
 */
export function parseCondition(text: string, parameter = 'where', reading: Reading = {}): Condition {
  const reader = open(text, parameter, reading);
  return condition(reader, finish(reader, parseOr(reader)));
}

/**
 * Reads a value such as `POPULATION / AREA` or `UPPER(NAME)`.
 * @throws MappingError `services:invalid-query` (400); TooHeavy for a long text on the event loop
 */
export function parseValue(text: string, parameter: string, reading: Reading = {}): ValueExpression {
  const reader = open(text, parameter, reading);
  return value(reader, finish(reader, parseOr(reader)));
}

function open(text: string, parameter: string, { onLoop = false }: Reading): TokenReader {
  if (onLoop && text.length > limits.loopExpressionCharacters) throw new TooHeavy();
  if (text.length > longest)
    throw syntaxError(parameter, longest, `the text is longer than ${longest} characters.`);
  return new TokenReader(text, parameter);
}

function finish(reader: TokenReader, expression: Expression): Expression {
  if (reader.peek().kind !== 'end')
    reader.refuse(isCondition(expression) ? 'AND, OR or the end' : 'an operator or the end');
  return expression;
}

function parseOr(reader: TokenReader): Expression {
  return parseChain(reader, 'OR', parseAnd);
}

function parseAnd(reader: TokenReader): Expression {
  return parseChain(reader, 'AND', parseNot);
}

/** A chain of one connective stays flat, however long it is. */
function parseChain(
  reader: TokenReader,
  keyword: 'AND' | 'OR',
  rule: (reader: TokenReader) => Expression,
): Expression {
  const first = rule(reader);
  if (!reader.sees(keyword)) return first;
  const operands = [condition(reader, first)];
  while (reader.take(keyword)) operands.push(condition(reader, rule(reader)));
  return { kind: keyword === 'AND' ? 'and' : 'or', operands, at: first.at };
}

function parseNot(reader: TokenReader): Expression {
  const { at } = reader.peek();
  if (!reader.take('NOT')) return parsePredicate(reader);
  return reader.nested(() => ({ kind: 'not', operand: condition(reader, parseNot(reader)), at }));
}

function parsePredicate(reader: TokenReader): Expression {
  const left = parseSum(reader);
  const { at } = left;
  const operator = takeComparison(reader);
  if (operator) {
    return {
      kind: 'compare',
      operator,
      left: value(reader, left),
      right: value(reader, parseSum(reader)),
      at,
    };
  }
  if (reader.take('IS')) {
    const negated = reader.take('NOT');
    reader.expect('NULL');
    return { kind: 'isNull', negated, operand: value(reader, left), at };
  }
  const negated = reader.take('NOT');
  if (reader.take('IN'))
    return { kind: 'in', negated, operand: value(reader, left), list: parseList(reader), at };
  if (reader.take('BETWEEN')) {
    const low = value(reader, parseSum(reader));
    reader.expect('AND');
    return {
      kind: 'between',
      negated,
      operand: value(reader, left),
      low,
      high: value(reader, parseSum(reader)),
      at,
    };
  }
  if (reader.take('LIKE')) {
    const pattern = value(reader, parseSum(reader));
    return {
      kind: 'like',
      negated,
      operand: value(reader, left),
      pattern,
      escape: parseEscape(reader, pattern),
      at,
    };
  }
  if (negated) reader.refuse('IN, BETWEEN or LIKE');
  return left;
}

function takeComparison(reader: TokenReader): CompareOperator | undefined {
  const { kind, value } = reader.peek();
  if (kind !== 'symbol') return undefined;
  if (value === '!=') {
    reader.next();
    return '<>';
  }
  if (!['=', '<>', '<', '<=', '>', '>='].includes(value)) return undefined;
  reader.next();
  return value as CompareOperator;
}

function parseList(reader: TokenReader): ValueExpression[] {
  reader.expectSymbol('(');
  const list = [value(reader, parseSum(reader))];
  while (reader.takeSymbol(',')) list.push(value(reader, parseSum(reader)));
  if (!reader.takeSymbol(')')) reader.refuse('“,” or “)”');
  return list;
}

/** LIKE has no escape character by default; a literal pattern must not end with it. */
function parseEscape(reader: TokenReader, pattern: ValueExpression): string | null {
  if (!reader.take('ESCAPE')) return null;
  const token = reader.expectText("a character such as '!'");
  if ([...token.value].length !== 1) reader.fail(token.at, 'ESCAPE takes exactly one character.');
  if (pattern.kind === 'text' && endsInEscape(pattern.value, token.value)) {
    reader.fail(pattern.at, 'the pattern ends with its escape character.');
  }
  return token.value;
}

export function endsInEscape(pattern: string, escape: string): boolean {
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at += 1) {
    if (characters[at] !== escape) continue;
    at += 1;
    if (at >= characters.length) return true;
  }
  return false;
}

/** Sums, differences and concatenations, left-associative. */
function parseSum(reader: TokenReader): Expression {
  return parseOperations(reader, ['+', '-', '||'], parseProduct);
}

function parseProduct(reader: TokenReader): Expression {
  return parseOperations(reader, ['*', '/'], parseSign);
}

function parseOperations(
  reader: TokenReader,
  operators: readonly ('+' | '-' | '||' | '*' | '/')[],
  rule: (reader: TokenReader) => Expression,
): Expression {
  let left = rule(reader);
  for (let count = 1; ; count += 1) {
    const operator = operators.find((candidate) => reader.takeSymbol(candidate));
    if (!operator) return left;
    reader.countOperation(count);
    left = {
      kind: 'arithmetic',
      operator,
      left: value(reader, left),
      right: value(reader, rule(reader)),
      at: left.at,
    };
  }
}

function parseSign(reader: TokenReader): Expression {
  const { at } = reader.peek();
  if (reader.takeSymbol('+')) return reader.nested(() => value(reader, parseSign(reader)));
  if (!reader.takeSymbol('-')) return parsePrimary(reader, { parseInner: parseOr, value, condition });
  const operand = reader.nested(() => value(reader, parseSign(reader)));
  return operand.kind === 'number'
    ? { kind: 'number', value: -operand.value, at }
    : { kind: 'negate', operand, at };
}

function condition(reader: TokenReader, expression: Expression): Condition {
  if (isCondition(expression)) return expression;
  return reader.fail(expression.at, 'expected a condition such as FIELD = 1 but this is a value.');
}

function value(reader: TokenReader, expression: Expression): ValueExpression {
  if (!isCondition(expression)) return expression;
  return reader.fail(expression.at, 'expected a value but this is a condition.');
}
