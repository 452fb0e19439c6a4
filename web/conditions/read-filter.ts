import { type Clause, type ClauseGroup, filterSql, type LayerFilter, type Operator } from './filter-sql.ts';

const text = String.raw`'((?:[^']|'')*)'`;
const day = String.raw`DATE '(\d{4}-\d\d-\d\d)'`;
const numeric = String.raw`(-?\d[\d.]*(?:e[+-]?\d+)?)`;

/** The pattern of each kind of clause; the first group is the field, the last the value. */
const shapes: readonly [RegExp, Clause['kind'], Operator | Readonly<Record<string, Operator>>][] = [
  [/^(\w+) IS NULL OR \w+ = ''$/, 'text', 'empty'],
  [/^(\w+) IS NOT NULL AND \w+ <> ''$/, 'text', 'notEmpty'],
  [/^(\w+) IS NULL$/, 'number', 'empty'],
  [/^(\w+) IS NOT NULL$/, 'number', 'notEmpty'],
  [new RegExp(String.raw`^UPPER\((\w+)\) LIKE UPPER\('%((?:[^']|'')*)%'\) ESCAPE '\\'$`), 'text', 'contains'],
  [new RegExp(String.raw`^UPPER\((\w+)\) LIKE UPPER\('((?:[^']|'')*)%'\) ESCAPE '\\'$`), 'text', 'begins'],
  [new RegExp(String.raw`^(\w+) >= ${day} AND .*$`), 'date', 'on'],
  [new RegExp(String.raw`^(\w+) < ${day}$`), 'date', 'before'],
  [new RegExp(String.raw`^(\w+) >= ${day}$`), 'date', 'after'],
  [new RegExp(`^(\\w+) (=|<>) ${text}$`), 'text', { '=': 'is', '<>': 'isNot' }],
  [
    new RegExp(`^(\\w+) (=|<>|>=|>|<=|<) ${numeric}$`),
    'number',
    { '=': 'is', '<>': 'isNot', '>': 'more', '>=': 'atLeast', '<': 'less', '<=': 'atMost' },
  ],
];

/**
 * Parses a condition written by `filterSql`, so that it can be edited. Returns undefined for any other condition of a
 * map's author.
 *
 * @param kindOf the kind of a field; undefined for one the layer does not have
 */
export function readFilter(
  sql: string,
  kindOf: (field: string) => Clause['kind'] | undefined,
): LayerFilter | undefined {
  const parts = splitClauses(sql);
  if (!parts) return undefined;
  const clauses = parts.clauses.map((clause) => readPart(clause, kindOf));
  if (!clauses.every((clause) => clause !== undefined)) return undefined;
  const filter = { match: parts.match, clauses };
  // Accept only conditions that would be written again identically.
  return filterSql(filter) === sql ? filter : undefined;
}

function readPart(
  sql: string,
  kindOf: (field: string) => Clause['kind'] | undefined,
): Clause | ClauseGroup | undefined {
  if (!sql.startsWith('(')) return readClause(sql, kindOf);
  const parts = splitClauses(sql);
  const clauses = parts?.clauses.map((clause) => readClause(clause, kindOf));
  return parts && clauses?.every((clause) => clause !== undefined)
    ? { match: parts.match, clauses }
    : undefined;
}

const list = new RegExp(String.raw`^(\w+) (NOT )?IN \((.*)\)$`);
const betweenNumbers = new RegExp(String.raw`^(\w+) BETWEEN ${numeric} AND ${numeric}$`);
const betweenDays = new RegExp(String.raw`^(\w+) < ${day} AND \w+ >= ${day}$`);
const inLast = /^(\w+) >= CURRENT_TIMESTAMP - INTERVAL '(\d+)' DAY AND .*$/;

/** Clauses with several values. */
function readLongClause(
  sql: string,
  kindOf: (field: string) => Clause['kind'] | undefined,
): Clause | undefined {
  const [, field = '', not, values] = list.exec(sql) ?? [];
  const kind = kindOf(field);
  if (values !== undefined && kind)
    return {
      field,
      kind,
      operator: not ? 'noneOf' : 'oneOf',
      value: '',
      values: (values.match(/'(?:[^']|'')*'|[^', ]+/g) ?? []).map((one) =>
        one.startsWith("'") ? one.slice(1, -1).replaceAll("''", "'") : one,
      ),
    };
  const [, number, from, to] = betweenNumbers.exec(sql) ?? [];
  if (number && kindOf(number) === 'number')
    return { field: number, kind: 'number', operator: 'between', value: from ?? '', to: to ?? '' };
  const [, date, end, start] = betweenDays.exec(sql) ?? [];
  if (date && end && kindOf(date) === 'date')
    return { field: date, kind: 'date', operator: 'between', value: start ?? '', to: dayBefore(end) };
  const [, dated, days] = inLast.exec(sql) ?? [];
  if (dated && kindOf(dated) === 'date')
    return { field: dated, kind: 'date', operator: 'inLast', value: days ?? '' };
  return undefined;
}

function readClause(sql: string, kindOf: (field: string) => Clause['kind'] | undefined): Clause | undefined {
  const long = readLongClause(sql, kindOf);
  if (long) return long;
  for (const [shape, kind, operator] of shapes) {
    const match = shape.exec(sql);
    if (!match) continue;
    const [, field = '', second = '', third] = match;
    const known = kindOf(field);
    if (!known) return undefined;
    const found = typeof operator === 'string' ? operator : operator[second];
    if (!found) return undefined;
    const raw = (third ?? second).replaceAll("''", "'");
    const value = found === 'contains' || found === 'begins' ? raw.replaceAll(/\\(.)/g, '$1') : raw;
    return {
      field,
      kind: kind === 'number' ? known : kind,
      operator: found,
      value: found === 'after' ? dayBefore(value) : value,
    };
  }
  return undefined;
}

/** `(a) AND (b)` → a, b. Brackets inside texts are ignored. */
function splitClauses(sql: string): { match: LayerFilter['match']; clauses: string[] } | undefined {
  const clauses: string[] = [];
  let match: LayerFilter['match'] = 'all';
  let rest = sql;
  for (;;) {
    const end = closingBracket(rest);
    if (end === undefined) return undefined;
    clauses.push(rest.slice(1, end));
    rest = rest.slice(end + 1);
    if (rest === '') return { match, clauses };
    const joint = /^ (AND|OR) (?=\()/.exec(rest);
    if (!joint) return undefined;
    match = joint[1] === 'OR' ? 'any' : 'all';
    rest = rest.slice(joint[0].length);
  }
}

function closingBracket(sql: string): number | undefined {
  if (!sql.startsWith('(')) return undefined;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < sql.length; at++) {
    const sign = sql[at];
    if (sign === "'") inText = !inText;
    else if (!inText && sign === '(') depth++;
    else if (!inText && sign === ')' && --depth === 0) return at;
  }
  return undefined;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
