import { functions } from './functions.ts';
import {
  type CaseBranch,
  type CastType,
  castTypes,
  type Condition,
  type DatePart,
  dateParts,
  type Expression,
  type TrimSide,
  type ValueExpression,
} from './syntax-tree.ts';
import { parseInstant, parseInterval, parseTimeOfDay } from './temporal-literal.ts';
import type { TokenReader } from './token-reader.ts';
import type { Token } from './tokenize.ts';

/** The expression rules this file needs, passed in to avoid a circular import. */
export interface InnerRules {
  parseInner(reader: TokenReader): Expression;
  value(reader: TokenReader, expression: Expression): ValueExpression;
  condition(reader: TokenReader, expression: Expression): Condition;
}

/** Keywords that begin or join conditions; a field of such a name is written in double quotes. */
const reserved = new Set([
  'AND',
  'OR',
  'NOT',
  'IN',
  'BETWEEN',
  'LIKE',
  'ESCAPE',
  'IS',
  'FROM',
  'FOR',
  'AS',
  'SELECT',
  'UNION',
  'WHERE',
]);

/** A literal, a field, a call or something in parentheses. */
export function parsePrimary(reader: TokenReader, rules: InnerRules): Expression {
  const token = reader.peek();
  const { at } = token;
  if (token.kind === 'number') return { kind: 'number', value: readNumber(reader), at };
  if (token.kind === 'text') return { kind: 'text', value: reader.next().value, at };
  if (token.kind === 'name') return { kind: 'field', name: reader.next().value, at };
  if (token.kind === 'word') return parseWord(reader, rules);
  if (!reader.seesSymbol('(')) reader.refuse('a field, a value or “(”');
  return reader.nested(() => {
    reader.next();
    const inner = rules.parseInner(reader);
    reader.expectSymbol(')');
    return inner;
  });
}

function readNumber(reader: TokenReader): number {
  const token = reader.next();
  const value = Number(token.value);
  if (!Number.isFinite(value)) reader.fail(token.at, 'the number is too large.');
  return value;
}

function parseWord(reader: TokenReader, rules: InnerRules): ValueExpression {
  const token = reader.peek();
  const { at } = token;
  const keyword = token.value.toUpperCase();
  if (reader.peek(1).kind === 'text') {
    if (keyword === 'DATE' || keyword === 'TIMESTAMP') return parseTemporal(reader);
    if (keyword === 'TIME') return parseTimeLiteral(reader);
    if (keyword === 'INTERVAL') return parseIntervalLiteral(reader);
  }
  if (keyword === 'CASE' && beginsCase(reader)) return reader.nested(() => parseCase(reader, rules));
  if (reader.seesSymbol('(', 1)) return reader.nested(() => parseCall(reader, rules));
  if (reserved.has(keyword)) reader.refuse('a field, a value or “(”');
  reader.next();
  if (keyword === 'NULL') return { kind: 'null', at };
  if (keyword === 'CURRENT_DATE') return { kind: 'now', part: 'DATE', at };
  if (keyword === 'CURRENT_TIME') return { kind: 'now', part: 'TIME', at };
  if (keyword === 'CURRENT_TIMESTAMP') return { kind: 'now', part: 'TIMESTAMP', at };
  if (keyword === 'CURRENT_USER') return { kind: 'user', at };
  return { kind: 'field', name: token.value, at };
}

/** Whether CASE is the keyword, and not a field of this name: WHEN or a value follows. */
function beginsCase(reader: TokenReader): boolean {
  const { kind, value } = reader.peek(1);
  if (kind === 'word') return !reserved.has(value.toUpperCase());
  return kind === 'name' || kind === 'number' || kind === 'text';
}

/** `CASE WHEN condition THEN value … [ELSE value] END`, or with a value that is compared: `CASE value WHEN value THEN …`. */
function parseCase(reader: TokenReader, rules: InnerRules): ValueExpression {
  const { at } = reader.next();
  const inner = () => rules.value(reader, rules.parseInner(reader));
  if (reader.sees('WHEN')) {
    const branches = parseBranches(reader, () => rules.condition(reader, rules.parseInner(reader)), inner);
    return { kind: 'case', branches, otherwise: parseElse(reader, inner), at };
  }
  const compared = inner();
  const branches = parseBranches(reader, inner, inner);
  return { kind: 'match', compared, branches, otherwise: parseElse(reader, inner), at };
}

function parseBranches<When extends Expression>(
  reader: TokenReader,
  parseWhen: () => When,
  parseResult: () => ValueExpression,
): CaseBranch<When>[] {
  const branches: CaseBranch<When>[] = [];
  while (reader.take('WHEN')) {
    const when = parseWhen();
    reader.expect('THEN');
    branches.push({ when, result: parseResult() });
  }
  if (branches.length === 0) reader.refuse('WHEN');
  return branches;
}

function parseElse(reader: TokenReader, parseResult: () => ValueExpression): ValueExpression | null {
  const otherwise = reader.take('ELSE') ? parseResult() : null;
  reader.expect('END');
  return otherwise;
}

function parseTemporal(reader: TokenReader): ValueExpression {
  const { at } = reader.next();
  const token = reader.next();
  const value = parseInstant(token.value);
  if (value === undefined)
    return reader.fail(token.at, "expected a date such as '2026-11-21' or '2026-11-21 10:30:00'.");
  return { kind: 'instant', value, at };
}

/** `TIME '10:30:00'`: times of day are texts in the query language. */
function parseTimeLiteral(reader: TokenReader): ValueExpression {
  const { at } = reader.next();
  const token = reader.next();
  const value = parseTimeOfDay(token.value);
  if (value === undefined) return reader.fail(token.at, "expected a time such as '10:30:00'.");
  return { kind: 'text', value, at };
}

function parseIntervalLiteral(reader: TokenReader): ValueExpression {
  const { at } = reader.next();
  const text = reader.next();
  const from = takeDatePart(reader);
  const to = reader.take('TO') ? takeDatePart(reader) : undefined;
  const interval = parseInterval(text.value, from, to);
  if (!interval) return reader.fail(text.at, `expected an interval of ${to ? `${from} TO ${to}` : from}.`);
  return { kind: 'interval', ...interval, at };
}

function takeDatePart(reader: TokenReader): DatePart {
  const part = dateParts.find((candidate) => reader.take(candidate));
  return part ?? reader.refuse(dateParts.join(', '));
}

function parseCall(reader: TokenReader, rules: InnerRules): ValueExpression {
  const token: Token = reader.next();
  const name = token.value.toUpperCase();
  const { at } = token;
  const inner = () => rules.value(reader, rules.parseInner(reader));
  reader.expectSymbol('(');
  switch (name) {
    case 'EXTRACT': {
      const part = takeDatePart(reader);
      reader.expect('FROM');
      return closed(reader, { kind: 'extract', part, operand: inner(), at });
    }
    case 'CAST': {
      const operand = inner();
      reader.expect('AS');
      return closed(reader, { kind: 'cast', type: takeCastType(reader), operand, at });
    }
    case 'TRIM':
      return closed(reader, parseTrim(reader, inner, at));
    case 'POSITION': {
      const wanted = plainValue(reader, rules);
      if (!reader.takeSymbol(',')) reader.expect('IN');
      return closed(reader, { kind: 'call', name, parameters: [wanted, inner()], at });
    }
    default:
      return parseOrdinaryCall(reader, token, inner);
  }
}

/** `POSITION(a IN b)`: the IN belongs to POSITION, so the first operand is a plain value. */
function plainValue(reader: TokenReader, rules: InnerRules): ValueExpression {
  return rules.value(reader, parsePrimary(reader, rules));
}

function parseTrim(reader: TokenReader, inner: () => ValueExpression, at: number): ValueExpression {
  const sides: readonly TrimSide[] = ['LEADING', 'TRAILING', 'BOTH'];
  const named = sides.find((candidate) => reader.take(candidate));
  const side = named ?? 'BOTH';
  if (named && reader.take('FROM')) return { kind: 'trim', side, characters: null, operand: inner(), at };
  const first = inner();
  if (reader.take('FROM')) return { kind: 'trim', side, characters: first, operand: inner(), at };
  return { kind: 'trim', side, characters: null, operand: first, at };
}

const castNames: Record<string, CastType> = {
  INT: 'INTEGER',
  INTEGER: 'INTEGER',
  SMALLINT: 'INTEGER',
  BIGINT: 'INTEGER',
  FLOAT: 'FLOAT',
  DOUBLE: 'FLOAT',
  REAL: 'FLOAT',
  NUMERIC: 'FLOAT',
  DECIMAL: 'FLOAT',
  VARCHAR: 'VARCHAR',
  CHAR: 'VARCHAR',
  DATE: 'TIMESTAMP',
  TIMESTAMP: 'TIMESTAMP',
};

function takeCastType(reader: TokenReader): CastType {
  const token = reader.peek();
  const type = token.kind === 'word' ? castNames[token.value.toUpperCase()] : undefined;
  if (!type) return reader.refuse(castTypes.join(', '));
  reader.next();
  // A length or precision is parsed and ignored.
  if (reader.takeSymbol('(')) {
    do {
      if (reader.peek().kind !== 'number') reader.refuse('a number');
      reader.next();
    } while (reader.takeSymbol(','));
    reader.expectSymbol(')');
  }
  return type;
}

function parseOrdinaryCall(reader: TokenReader, token: Token, inner: () => ValueExpression): ValueExpression {
  const name = token.value.toUpperCase();
  const known = functions[name];
  if (!known) return reader.fail(token.at, `there is no function ${name.slice(0, 24)}.`);
  const parameters: ValueExpression[] = [];
  if (known.aggregate && reader.takeSymbol('*'))
    return closed(reader, { kind: 'call', name, parameters, at: token.at });
  if (!reader.seesSymbol(')')) {
    const separated = () =>
      reader.takeSymbol(',') || (name === 'SUBSTRING' && takeSubstringWord(reader, parameters.length));
    do parameters.push(inner());
    while (separated());
  }
  if (parameters.length < known.least || parameters.length > known.most) {
    reader.fail(
      token.at,
      `${name} takes ${known.least === known.most ? known.least : `${known.least} to ${known.most}`} values.`,
    );
  }
  return closed(reader, { kind: 'call', name, parameters, at: token.at });
}

/** `SUBSTRING(a FROM b FOR c)` besides `SUBSTRING(a, b, c)`. */
function takeSubstringWord(reader: TokenReader, count: number): boolean {
  return reader.take(count === 1 ? 'FROM' : 'FOR');
}

function closed(reader: TokenReader, expression: ValueExpression): ValueExpression {
  reader.expectSymbol(')');
  return expression;
}
