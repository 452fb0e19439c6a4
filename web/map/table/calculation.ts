import { type Fault, MappingError } from '../../../wire/errors.ts';
import { timeOf, wallTime } from '../layers/time-zone.ts';
import type { TableScope } from './columns.ts';

/** Rows that are calculated by one edit, which can be undone. */
export const maxUndone = 5000;

export const calculationLanguages = ['sql', 'arcade'] as const;
export type CalculationLanguage = (typeof calculationLanguages)[number];

/** New values of a field. */
export interface Calculation {
  field: string;
  language: CalculationLanguage;
  expression: string;
  scope: TableScope;
}

/** A field that can be calculated. */
export interface CalculationField {
  name: string;
  title: string;
  /** The time zone in which values are shown that are milliseconds since 1970; absent for other values. */
  timeZone?: string;
}

/** A value as a service stores it; dates are milliseconds since 1970. */
export type Storable = string | number | null;

/** What a calculation would change. */
export interface CalculationPreview {
  /** The first rows with their values. */
  rows: readonly { id: number; before: Storable; after: Storable }[];
  /** The number of rows that are calculated. */
  total: number;
  /** The number of rows whose value changes; undefined if they are too many to compare. */
  changes: number | undefined;
  /** Whether the edit can be undone. */
  undoable: boolean;
}

interface StoredField {
  type: string;
  length?: number | null;
  nullable?: boolean | null;
}

const wholes = new Set(['integer', 'small-integer', 'big-integer', 'long']);
const numbers = new Set([...wholes, 'single', 'double']);

/**
 * A calculated value as the field stores it.
 * @param zone the time zone of the expression's dates; an IANA name
 * @throws MappingError `calculate:bad-value` if the field cannot store it
 */
export function storable(
  calculated: unknown,
  { type, length, nullable }: StoredField,
  zone: string,
): Storable {
  // A blank text is no value of a number or a date; as a number it would be 0.
  const isBlank = typeof calculated === 'string' && calculated.trim() === '';
  const value = isBlank && type !== 'string' ? null : calculated;
  if (value === null || value === undefined || value === '') {
    if (nullable === false)
      throw badValue('no-value', 'The field must have a value, but the expression gives none.');
    return null;
  }
  if (numbers.has(type)) {
    const number =
      typeof value === 'boolean' ? Number(value) : typeof value === 'string' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw notOfKind('number', value);
    return wholes.has(type) ? Math.round(number) : number;
  }
  if (type === 'date') {
    const time = typeof value === 'boolean' ? Number.NaN : milliseconds(value, zone);
    if (!Number.isFinite(time)) throw notOfKind('date', value);
    return time;
  }
  // As a text it would be stored as the word “NaN”.
  if (typeof value === 'number' && !Number.isFinite(value)) throw notOfKind('number', value);
  if (value instanceof Date && Number.isNaN(value.getTime())) throw notOfKind('date', value);
  const text =
    type === 'date-only' && value instanceof Date
      ? wallTime(value.getTime(), zone).slice(0, 10)
      : textOf(value);
  if (length && text.length > length)
    throw badValue(
      'long-text',
      `The field stores at most ${length} characters, but the expression gives ${text.length}.`,
      { most: length, length: text.length },
    );
  return text;
}

function badValue(code: string, message: string, values: Fault['values'] = {}): MappingError {
  return new MappingError('calculate:bad-value', message, {
    status: 400,
    faults: [{ path: '', code, message, values }],
  });
}

function notOfKind(kind: 'number' | 'date', given: unknown): MappingError {
  const value = textOf(given);
  return badValue(`no-${kind}`, `The expression must give a ${kind}, but gives “${value}”.`, { value });
}

/** Arcade gives dates of JavaScript. Texts without an offset are dates of the time zone, not of the device. */
function milliseconds(value: unknown, zone: string): number {
  if (typeof value !== 'string') return Number(value);
  const text = value.trim();
  if (withOffset.test(text)) return Date.parse(text);
  const [, day, time] = isoDate.exec(text) ?? [];
  if (day !== undefined) return timeOf(time === undefined ? day : `${day}T${time}`, zone);
  const asUtc = Date.parse(`${text} UTC`);
  return Number.isNaN(asUtc) ? asUtc : timeOf(new Date(asUtc).toISOString().slice(0, -1), zone);
}

const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/;

/** A time with an offset or the abbreviation of one, and perhaps its name in parentheses. */
const withOffset = /:\d{2}.*(?:Z|UTC?|GMT|[ECMP][SD]T|[+-]\d{2}:?\d{2})(?:\s*\(.*\))?$/i;

function textOf(value: unknown): string {
  // As JSON it would have quotation marks.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
