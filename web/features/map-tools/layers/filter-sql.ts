/** The operators of a clause. */
export const operators = {
  text: ['is', 'isNot', 'contains', 'begins', 'empty', 'notEmpty'],
  number: ['is', 'isNot', 'more', 'atLeast', 'less', 'atMost', 'empty', 'notEmpty'],
  date: ['on', 'before', 'after', 'empty', 'notEmpty'],
} as const;

export type FieldKind = keyof typeof operators;
export type Operator = (typeof operators)[FieldKind][number];

/** One condition on one field. Dates are `yyyy-mm-dd`; the value of `empty` and `notEmpty` does not matter. */
export interface Clause {
  field: string;
  kind: FieldKind;
  operator: Operator;
  value: string;
}

/** Conditions that must all hold, or of which any one is enough. */
export interface LayerFilter {
  match: 'all' | 'any';
  clauses: readonly Clause[];
}

const comparisons: Partial<Record<Operator, string>> = {
  is: '=',
  isNot: '<>',
  more: '>',
  atLeast: '>=',
  less: '<',
  atMost: '<=',
};

/** Whether a clause is complete. */
export function isComplete({ field, kind, operator, value }: Clause): boolean {
  if (field === '') return false;
  if (operator === 'empty' || operator === 'notEmpty') return true;
  if (kind === 'number') return value.trim() !== '' && Number.isFinite(Number(value));
  if (kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return value !== '';
}

/** The SQL of a filter, each clause in brackets; `''` if it is empty. Incomplete clauses are omitted. */
export function filterSql({ match, clauses }: LayerFilter): string {
  return clauses
    .filter(isComplete)
    .map((clause) => `(${clauseSql(clause)})`)
    .join(match === 'all' ? ' AND ' : ' OR ');
}

function clauseSql({ field, kind, operator, value }: Clause): string {
  switch (operator) {
    case 'empty':
      return kind === 'text' ? `${field} IS NULL OR ${field} = ''` : `${field} IS NULL`;
    case 'notEmpty':
      return kind === 'text' ? `${field} IS NOT NULL AND ${field} <> ''` : `${field} IS NOT NULL`;
    case 'contains':
      return `UPPER(${field}) LIKE UPPER(${quoted(`%${escaped(value)}%`)}) ESCAPE '\\'`;
    case 'begins':
      return `UPPER(${field}) LIKE UPPER(${quoted(`${escaped(value)}%`)}) ESCAPE '\\'`;
    case 'on':
      return `${field} >= DATE '${value}' AND ${field} < DATE '${dayAfter(value)}'`;
    case 'before':
      return `${field} < DATE '${value}'`;
    case 'after':
      return `${field} >= DATE '${dayAfter(value)}'`;
    default:
      return `${field} ${comparisons[operator]} ${kind === 'number' ? String(Number(value)) : quoted(value)}`;
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** `%` and `_` are literal. */
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
