import type { LayerField } from '../map/layers/layer-fields.ts';
import { sqlLike, sqlLiteral } from '../map/layers/sql.ts';
import { type FieldTime, shiftDay, timeOf, wallTime } from '../map/layers/time-zone.ts';

/** The operators of a clause. */
export const operators = {
  text: ['is', 'isNot', 'oneOf', 'noneOf', 'contains', 'begins', 'empty', 'notEmpty'],
  number: [
    'is',
    'isNot',
    'oneOf',
    'noneOf',
    'between',
    'more',
    'atLeast',
    'less',
    'atMost',
    'empty',
    'notEmpty',
  ],
  date: ['on', 'before', 'after', 'between', 'inLast', 'empty', 'notEmpty'],
} as const;

export type FieldKind = keyof typeof operators;
export type Operator = (typeof operators)[FieldKind][number];

/**
 * One condition on one field. Dates are `yyyy-mm-dd`, or `yyyy-mm-ddThh:mm` except for `on`. The value of
 * `inLast` is a number of days; that of `empty` and `notEmpty` does not matter.
 */
export interface Clause {
  field: string;
  kind: FieldKind;
  /** The time zone of the dates; absent for those without a time, and for days as SQL names them, usually of UTC. */
  time?: FieldTime;
  operator: Operator;
  value: string;
  /** The other end of `between`. */
  to?: string;
  /** The values of `oneOf` and `noneOf`. */
  values?: readonly string[];
}

/** Conditions that must all hold, or of which any one is enough. */
export interface ClauseGroup {
  match: 'all' | 'any';
  clauses: readonly Clause[];
}

/** Conditions and groups of conditions. */
export interface LayerFilter {
  match: 'all' | 'any';
  clauses: readonly (Clause | ClauseGroup)[];
}

export function isGroup(clause: Clause | ClauseGroup): clause is ClauseGroup {
  return 'clauses' in clause;
}

/** A condition on a field, to fill in. */
export function emptyClause(field: Pick<LayerField, 'name' | 'kind' | 'time'> | undefined): Clause {
  const { name = '', kind = 'text', time } = field ?? {};
  return { field: name, kind, operator: operators[kind][0], value: '', ...(time && { time }) };
}

const comparisons: Partial<Record<Operator, string>> = {
  is: '=',
  isNot: '<>',
  more: '>',
  atLeast: '>=',
  less: '<',
  atMost: '<=',
};

/** Whether a clause is complete; a group, whether all of its clauses are. */
export function isComplete(clause: Clause | ClauseGroup): boolean {
  if (isGroup(clause)) return clause.clauses.length > 0 && clause.clauses.every(isComplete);
  const missing = missingValues(clause);
  return clause.field !== '' && !missing.value && !missing.to;
}

/** What a value must become: any text, a number, a date or a number of days. */
export type MissingValue = FieldKind | 'days';

/** The values that a clause lacks or that are of the wrong kind; those of a list count as `value`. */
export function missingValues(clause: Clause): { value?: MissingValue; to?: MissingValue } {
  const { kind, operator, value, to = '', values = [] } = clause;
  const need = (isThere: boolean) => !isThere && { value: kind };
  if (operator === 'empty' || operator === 'notEmpty') return {};
  if (operator === 'inLast') return /^[1-9]\d{0,4}$/.test(value) ? {} : { value: 'days' };
  if (operator === 'oneOf' || operator === 'noneOf')
    return { ...need(values.length > 0 && values.every((one) => isValue(kind, one))) };
  return {
    ...need(isValue(kind, value)),
    ...(operator === 'between' && !isValue(kind, to) && { to: kind }),
  };
}

function isValue(kind: FieldKind, value: string): boolean {
  if (kind === 'number') return value.trim() !== '' && Number.isFinite(Number(value));
  if (kind === 'date')
    return /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(value) && !Number.isNaN(Date.parse(value));
  return value !== '';
}

/** The SQL of a filter, each clause and group in brackets; `''` if it is empty. Incomplete ones are omitted. */
export function filterSql({ match, clauses }: LayerFilter): string {
  return clauses
    .map((clause) => (isGroup(clause) ? filterSql(clause) : isComplete(clause) ? clauseSql(clause) : ''))
    .filter((sql) => sql !== '')
    .map((sql) => `(${sql})`)
    .join(match === 'all' ? ' AND ' : ' OR ');
}

function clauseSql({ field, kind, time, operator, value, to = '', values = [] }: Clause): string {
  const literal = (text: string) => sqlLiteral(kind === 'number' ? Number(text) : text);
  const from = (date: string) => dateLiteral(date, time);
  // A day ends where the next one begins.
  const until = (date: string) => dateLiteral(shiftDay(date, 1), time);
  switch (operator) {
    case 'oneOf':
      return `${field} IN (${values.map(literal).join(', ')})`;
    case 'noneOf':
      return `${field} NOT IN (${values.map(literal).join(', ')})`;
    case 'between':
      // Includes the last day. The order differs from that of `on`, so that `readFilter` can distinguish the two.
      return kind === 'date'
        ? `${field} < ${until(to)} AND ${field} >= ${from(value)}`
        : `${field} BETWEEN ${literal(value)} AND ${literal(to)}`;
    case 'inLast':
      return `${field} >= CURRENT_TIMESTAMP - INTERVAL '${value}' DAY AND ${field} <= CURRENT_TIMESTAMP`;
    case 'empty':
      return kind === 'text' ? `${field} IS NULL OR ${field} = ''` : `${field} IS NULL`;
    case 'notEmpty':
      return kind === 'text' ? `${field} IS NOT NULL AND ${field} <> ''` : `${field} IS NOT NULL`;
    case 'contains':
      return sqlLike(field, value);
    case 'begins':
      return sqlLike(field, value, { begins: true });
    case 'on': {
      const day = value.slice(0, 10);
      return `${field} >= ${from(day)} AND ${field} < ${until(day)}`;
    }
    case 'before':
      return `${field} < ${from(value)}`;
    case 'after':
      return `${field} >= ${until(value)}`;
    default:
      return `${field} ${comparisons[operator]} ${literal(value)}`;
  }
}

/** A day begins at its midnight in the time zone of the clause. */
function dateLiteral(date: string, time: FieldTime | undefined): string {
  if (!time) return `DATE '${date.slice(0, 10)}'`;
  const seconds = date.includes('T') ? `${date}:00` : date;
  return `TIMESTAMP '${wallTime(timeOf(seconds, time.zone), time.sqlZone).replace('T', ' ')}'`;
}
