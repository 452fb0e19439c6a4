import { TokenReader } from '../../where/token-reader.ts';
import type { Cql2 } from './cql2.ts';
import { isGeometryWord, readWkt } from './read-wkt.ts';

/** Names of functions that are operators in CQL2 JSON. */
const functions = new Set([
  ...['INTERSECTS', 'EQUALS', 'DISJOINT', 'TOUCHES', 'WITHIN', 'OVERLAPS', 'CROSSES', 'CONTAINS'].map(
    (name) => `S_${name}`,
  ),
  'CASEI',
]);

const comparisons = ['=', '<>', '<', '<=', '>', '>='];

/**
 * Reads CQL2 Text (OGC 21-065r2, annex B) as the tree that CQL2 JSON writes.
 * @throws MappingError `services:invalid-query` (400) with the position of the syntax error
 */
export function readCql2Text(text: string, parameter: string): Cql2 {
  const reader = new TokenReader(text, parameter);
  const tree = readOr(reader);
  if (reader.peek().kind !== 'end') reader.refuse('AND, OR or the end');
  return tree;
}

function readOr(reader: TokenReader): Cql2 {
  return readChain(reader, 'OR', readAnd);
}

function readAnd(reader: TokenReader): Cql2 {
  return readChain(reader, 'AND', readNot);
}

/** A chain of one connective is one node, however long it is. */
function readChain(reader: TokenReader, keyword: 'AND' | 'OR', rule: (reader: TokenReader) => Cql2): Cql2 {
  const { at } = reader.peek();
  const args = [rule(reader)];
  while (reader.take(keyword)) args.push(rule(reader));
  return args.length === 1 ? (args[0] as Cql2) : { op: keyword.toLowerCase(), args, at };
}

function readNot(reader: TokenReader): Cql2 {
  const { at } = reader.peek();
  if (!reader.take('NOT')) return readPredicate(reader);
  return reader.nested(() => ({ op: 'not', args: [readNot(reader)], at }));
}

function readPredicate(reader: TokenReader): Cql2 {
  const { at } = reader.peek();
  const left = readSum(reader);
  const { kind, value } = reader.peek();
  if (kind === 'symbol' && comparisons.includes(value)) {
    reader.next();
    return { op: value, args: [left, readSum(reader)], at };
  }
  if (reader.take('IS')) {
    const negated = reader.take('NOT');
    reader.expect('NULL');
    return negate(negated, { op: 'isNull', args: [left], at }, at);
  }
  const negated = reader.sees('NOT') && reader.take('NOT');
  if (reader.take('LIKE')) return negate(negated, { op: 'like', args: [left, readSum(reader)], at }, at);
  if (reader.take('IN')) return negate(negated, { op: 'in', args: [left, readList(reader)], at }, at);
  if (reader.take('BETWEEN')) {
    const low = readSum(reader);
    reader.expect('AND');
    return negate(negated, { op: 'between', args: [left, low, readSum(reader)], at }, at);
  }
  if (negated) reader.refuse('LIKE, IN or BETWEEN');
  return left;
}

function negate(negated: boolean, predicate: Cql2, at: number): Cql2 {
  return negated ? { op: 'not', args: [predicate], at } : predicate;
}

function readList(reader: TokenReader): Cql2[] {
  reader.expectSymbol('(');
  const list = [readSum(reader)];
  while (reader.takeSymbol(',')) list.push(readSum(reader));
  if (!reader.takeSymbol(')')) reader.refuse('“,” or “)”');
  return list;
}

function readSum(reader: TokenReader): Cql2 {
  return readOperations(reader, ['+', '-'], readProduct);
}

function readProduct(reader: TokenReader): Cql2 {
  return readOperations(reader, ['*', '/'], readSign);
}

function readOperations(
  reader: TokenReader,
  operators: readonly string[],
  rule: (reader: TokenReader) => Cql2,
): Cql2 {
  const { at } = reader.peek();
  let left = rule(reader);
  for (let count = 1; ; count += 1) {
    const op = operators.find((candidate) => reader.takeSymbol(candidate));
    if (op === undefined) return left;
    reader.countOperation(count);
    left = { op, args: [left, rule(reader)], at };
  }
}

function readSign(reader: TokenReader): Cql2 {
  const { at } = reader.peek();
  if (reader.takeSymbol('+')) return reader.nested(() => readSign(reader));
  if (!reader.takeSymbol('-')) return readOperand(reader);
  const operand = reader.nested(() => readSign(reader));
  return typeof operand === 'number' ? -operand : { op: '*', args: [-1, operand], at };
}

function readOperand(reader: TokenReader): Cql2 {
  const token = reader.peek();
  if (reader.takeSymbol('(')) {
    const inner = reader.nested(() => readOr(reader));
    reader.expectSymbol(')');
    return inner;
  }
  if (token.kind === 'number') return Number(reader.next().value);
  if (token.kind === 'text') return reader.next().value;
  if (token.kind === 'name') return { property: reader.next().value, at: token.at };
  if (token.kind !== 'word') return reader.refuse('a property, a value or “(”');
  return readWord(reader);
}

/** A boolean, a date, a geometry, a function, or a property. */
function readWord(reader: TokenReader): Cql2 {
  const { value, at } = reader.next();
  const name = value.toUpperCase();
  if (name === 'TRUE' || name === 'FALSE') return name === 'TRUE';
  const opens = reader.seesSymbol('(');
  if (opens && (name === 'DATE' || name === 'TIMESTAMP')) {
    reader.next();
    const text = reader.expectText("a date such as '2026-11-21'").value;
    reader.expectSymbol(')');
    return name === 'DATE' ? { date: text, at } : { timestamp: text, at };
  }
  if (isGeometryWord(name) && (opens || reader.sees('Z') || reader.sees('EMPTY')))
    return { ...readWkt(reader, name), at };
  if (!opens) return { property: value, at };
  if (!functions.has(name)) return reader.fail(at, `the function ${value.slice(0, 24)} is not supported.`);
  reader.next();
  const args = [readSum(reader)];
  while (reader.takeSymbol(',')) args.push(readSum(reader));
  reader.expectSymbol(')');
  return { op: name.toLowerCase(), args, at };
}
