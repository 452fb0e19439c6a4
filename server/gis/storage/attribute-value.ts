import { MappingError } from '../../../wire/errors.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import { parseGuid, parseInstant, parseTimeOfDay } from '../where/temporal-literal.ts';

/** The constraints of a field's values. */
type ValueField = Pick<Field, 'name' | 'type' | 'length' | 'nullable'>;

const integers: Partial<Record<Field['type'], number>> = {
  esriFieldTypeSmallInteger: 32_767,
  esriFieldTypeInteger: 2_147_483_647,
  esriFieldTypeBigInteger: Number.MAX_SAFE_INTEGER,
};

/**
 * Converts a value to its field's type: numbers and dates may be sent as text, texts as numbers.
 * @throws MappingError `services:invalid-value` (400) that names the field
 */
export function fitValue(field: ValueField, value: unknown): AttributeValue {
  if (value === null || value === undefined || (value === '' && field.type !== 'esriFieldTypeString')) {
    if (!field.nullable) throw invalid(field, 'needs a value');
    return null;
  }
  switch (field.type) {
    case 'esriFieldTypeString':
      return fitText(field, value);
    case 'esriFieldTypeDate':
      return fitInstant(field, value);
    case 'esriFieldTypeDateOnly':
      return fitDay(field, value);
    case 'esriFieldTypeTimeOnly':
      return fitTime(field, value);
    case 'esriFieldTypeGUID':
    case 'esriFieldTypeGlobalID': {
      const guid = typeof value === 'string' ? parseGuid(value) : undefined;
      if (guid === undefined) throw invalid(field, 'takes a GUID');
      return guid;
    }
    default:
      return fitNumber(field, value);
  }
}

function fitText(field: ValueField, value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (field.length !== undefined && text.length > field.length)
    throw invalid(field, `takes at most ${field.length} characters`);
  if (text.includes('\0')) throw invalid(field, 'cannot contain the character NUL');
  return text.toWellFormed();
}

function fitInstant(
  field: ValueField,
  value: unknown,
  form = 'date such as 2026-11-21T10:30:00Z, or epoch milliseconds',
): number {
  const instant =
    typeof value === 'number' ? value : typeof value === 'string' ? parseInstant(value) : undefined;
  // The years PostgreSQL and ArcGIS clients both write with four digits.
  if (instant === undefined || !(instant >= -62_135_596_800_000 && instant <= 253_402_300_799_999)) {
    throw invalid(field, `takes a ${form}`);
  }
  return Math.round(instant);
}

/** A day as text; an instant at midnight UTC is one too. */
function fitDay(field: ValueField, value: unknown): string {
  const form = 'day such as 2026-11-21';
  const instant = fitInstant(field, value, form);
  if (instant % 86_400_000 !== 0) throw invalid(field, `takes a ${form}`);
  return new Date(instant).toISOString().slice(0, 10);
}

/** A time of day as text. */
function fitTime(field: ValueField, value: unknown): string {
  const time = typeof value === 'string' ? parseTimeOfDay(value) : undefined;
  if (time === undefined) throw invalid(field, 'takes a time such as 10:30:00');
  return time;
}

function fitNumber(field: ValueField, value: unknown): number {
  const number =
    typeof value === 'boolean'
      ? Number(value)
      : typeof value === 'string'
        ? Number(value.trim() || Number.NaN)
        : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalid(field, 'takes a number');
  const max = integers[field.type];
  if (max !== undefined && (!Number.isInteger(number) || Math.abs(number) > max)) {
    throw invalid(field, `takes a whole number up to ${max}`);
  }
  if (field.type !== 'esriFieldTypeSingle') return number;
  if (Math.abs(number) > 3.4e38) throw invalid(field, 'takes a number up to 3.4e38');
  // PostgreSQL rejects numbers that are too small for four bytes.
  return Math.fround(number) === 0 ? 0 : number;
}

function invalid(field: ValueField, problem: string): MappingError {
  return new MappingError('services:invalid-value', `The field ${field.name} ${problem}.`, { status: 400 });
}
