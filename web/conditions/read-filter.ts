import type { LayerField } from '../map/layers/layer-fields.ts';
import { shiftDay, timeOf, wallTime } from '../map/layers/time-zone.ts';
import { type Clause, type ClauseGroup, filterSql, type LayerFilter, type Operator } from './filter-sql.ts';

const text = String.raw`'((?:[^']|'')*)'`;
const day = String.raw`((?:DATE '\d{4}-\d\d-\d\d|TIMESTAMP '\d{4}-\d\d-\d\d \d\d:\d\d:00)')`;
const numeric = String.raw`(-?\d[\d.]*(?:e[+-]?\d+)?)`;

/** The pattern of each kind of clause; the first group is the field, the last the value. */
const shapes: readonly [RegExp, Clause['kind'], Operator | Readonly<Record<string, Operator>>][] = [
  [/^(\w+) IS NULL OR \w+ = ''$/, 'text', 'empty'],
  [/^(\w+) IS NOT NULL AND \w+ <> ''$/, 'text', 'notEmpty'],
  [/^(\w+) IS NULL$/, 'number', 'empty'],
  [/^(\w+) IS NOT NULL$/, 'number', 'notEmpty'],
  [new RegExp(String.raw`^UPPER\((\w+)\) LIKE UPPER\('%((?:[^']|'')*)%'\) ESCAPE '\\'$`), 'text', 'contains'],
  [new RegExp(String.raw`^UPPER\((\w+)\) LIKE UPPER\('((?:[^']|'')*)%'\) ESCAPE '\\'$`), 'text', 'begins'],
  [new RegExp(`^(\\w+) (=|<>) ${text}$`), 'text', { '=': 'is', '<>': 'isNot' }],
  [
    new RegExp(`^(\\w+) (=|<>|>=|>|<=|<) ${numeric}$`),
    'number',
    { '=': 'is', '<>': 'isNot', '>': 'more', '>=': 'atLeast', '<': 'less', '<=': 'atMost' },
  ],
];

/** What a condition has to know of a field. */
type FieldOf = (field: string) => Pick<LayerField, 'kind' | 'time'> | undefined;

/**
 * Parses a condition written by `filterSql`, so that it can be edited. Returns undefined for any other condition of a
 * map's author.
 *
 * @param fieldOf finds a field; undefined for one the layer does not have
 */
export function readFilter(sql: string, fieldOf: FieldOf): LayerFilter | undefined {
  const parts = splitClauses(sql);
  if (!parts) return undefined;
  const clauses = parts.clauses.map((clause) => readPart(clause, fieldOf));
  if (!clauses.every((clause) => clause !== undefined)) return undefined;
  const filter = { match: parts.match, clauses };
  // Accept only conditions that would be written again identically, apart from the order of the ends of a day.
  return inOrder(filterSql(filter)) === inOrder(sql) ? filter : undefined;
}

/** Days of another time zone are ranges of times in that of the map. */
function inOrder(sql: string): string {
  return sql.replaceAll(dayOf, (all, field, start, other, end) =>
    field === other ? `${field} < ${end} AND ${field} >= ${start}` : all,
  );
}

function readPart(sql: string, fieldOf: FieldOf): Clause | ClauseGroup | undefined {
  if (!sql.startsWith('(')) return readClause(sql, fieldOf);
  const parts = splitClauses(sql);
  const clauses = parts?.clauses.map((clause) => readClause(clause, fieldOf));
  return parts && clauses?.every((clause) => clause !== undefined)
    ? { match: parts.match, clauses }
    : undefined;
}

const list = new RegExp(String.raw`^(\w+) (NOT )?IN \((.*)\)$`);
const betweenNumbers = new RegExp(String.raw`^(\w+) BETWEEN ${numeric} AND ${numeric}$`);
const betweenDays = new RegExp(String.raw`^(\w+) < ${day} AND \w+ >= ${day}$`);
const dayOf = new RegExp(String.raw`(\w+) >= ${day} AND (\w+) < ${day}`, 'g');
const oneDay = new RegExp(`^${dayOf.source}$`);
const oneEnd = new RegExp(String.raw`^(\w+) (<|>=) ${day}$`);
const inLast = /^(\w+) >= CURRENT_TIMESTAMP - INTERVAL '(\d+)' DAY AND .*$/;

/** Clauses with several values. */
function readLongClause(sql: string, fieldOf: FieldOf): Clause | undefined {
  const [, field = '', not, values] = list.exec(sql) ?? [];
  const kind = fieldOf(field)?.kind;
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
  if (number && fieldOf(number)?.kind === 'number')
    return { field: number, kind: 'number', operator: 'between', value: from ?? '', to: to ?? '' };
  const [, dated, days] = inLast.exec(sql) ?? [];
  if (dated && fieldOf(dated)?.kind === 'date')
    return { field: dated, kind: 'date', operator: 'inLast', value: days ?? '' };
  return undefined;
}

function readClause(sql: string, fieldOf: FieldOf): Clause | undefined {
  const long = readLongClause(sql, fieldOf) ?? readDates(sql, fieldOf);
  if (long) return long;
  for (const [shape, kind, operator] of shapes) {
    const match = shape.exec(sql);
    if (!match) continue;
    const [, field = '', second = '', third] = match;
    const known = fieldOf(field)?.kind;
    if (!known) return undefined;
    const found = typeof operator === 'string' ? operator : operator[second];
    if (!found) return undefined;
    const raw = (third ?? second).replaceAll("''", "'");
    const value = found === 'contains' || found === 'begins' ? raw.replaceAll(/\\(.)/g, '$1') : raw;
    return {
      field,
      kind: kind === 'number' ? known : kind,
      operator: found,
      value,
    };
  }
  return undefined;
}

/** Clauses with dates as literals. */
function readDates(sql: string, fieldOf: FieldOf): Clause | undefined {
  const [, inOne, first = '', , second = ''] = oneDay.exec(sql) ?? [];
  const [, ranged, until = '', from = ''] = betweenDays.exec(sql) ?? [];
  const [, ended, sign, end = ''] = oneEnd.exec(sql) ?? [];
  const name = inOne ?? ranged ?? ended ?? '';
  const field = fieldOf(name);
  const isTimed = sql.includes('TIMESTAMP');
  if (field?.kind !== 'date' || (isTimed && !field.time)) return undefined;
  const time = isTimed ? field.time : undefined;
  const read = (literal: string) => readDate(literal, time);
  const clause = { field: name, kind: 'date' as const, ...(time && { time }) };
  if (ended && sign === '<') return { ...clause, operator: 'before', value: read(end) };
  if (ended) return { ...clause, operator: 'after', value: shiftDay(read(end), -1) };
  const [value, to] = [read(inOne ? first : from), shiftDay(read(inOne ? second : until), -1)];
  return inOne && value === to && !value.includes('T')
    ? { ...clause, operator: 'on', value }
    : { ...clause, operator: 'between', value, to };
}

/** The day of a literal that is its midnight in the time zone of the clause, else the time. */
function readDate(literal: string, time: LayerField['time']): string {
  const [, date = '', clock] = /'([^ ']*)(?: ([^']*))?'/.exec(literal) ?? [];
  if (!time) return date;
  const stamp = timeOf(`${date}T${clock ?? '00:00:00'}`, time.sqlZone);
  const wall = wallTime(stamp, time.zone);
  const day = wall.slice(0, 10);
  return timeOf(day, time.zone) === stamp ? day : wall.slice(0, 16);
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
