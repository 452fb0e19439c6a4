import { parseGuid, parseInstant } from '../../where/temporal-literal.ts';

/** What a value looks like. `none` is an empty one, which says nothing. */
export type ValueKind =
  'none' | 'boolean' | 'integer' | 'big' | 'double' | 'comma' | 'date' | 'guid' | 'text';

const integer = /^[+-]?\d+$/;
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;
const commaDecimal = /^[+-]?\d+,\d+$/;
const digit = /\d/;

/** The kind of a value from a format with types (GeoJSON): a number in quotation marks is a text there. */
export function kindOfTyped(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return kindOfNumber(value);
  if (typeof value !== 'string') return 'text';
  return parseInstant(value) === undefined ? 'text' : 'date';
}

/** The kind of a value from a format that knows texts only (CSV, KML). */
export function kindOfText(text: string): ValueKind {
  const trimmed = text.trim();
  if (trimmed === '') return 'none';
  // Most texts have letters, and are told at once.
  if (!digit.test(trimmed)) return 'text';
  if (integer.test(trimmed)) return kindOfDigits(trimmed);
  if (decimal.test(trimmed)) return Number.isFinite(Number(trimmed)) ? 'double' : 'text';
  if (commaDecimal.test(trimmed)) return 'comma';
  if (parseInstant(trimmed) !== undefined) return 'date';
  return parseGuid(trimmed) === undefined ? 'text' : 'guid';
}

/** Postal codes and telephone numbers begin with a zero, which a number would lose. */
function kindOfDigits(digits: string): ValueKind {
  if (/^[+-]?0\d/.test(digits) || digits.startsWith('+')) return 'text';
  return kindOfNumber(Number(digits));
}

function kindOfNumber(number: number): ValueKind {
  if (!Number.isInteger(number)) return 'double';
  if (Math.abs(number) <= 2_147_483_647) return 'integer';
  // Beyond this, digits would be lost: of a text none is, of a number they are already.
  return Number.isSafeInteger(number) ? 'big' : 'double';
}
