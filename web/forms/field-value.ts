import type { TFunction } from 'i18next';
import type { FieldValue, FormField } from '../map/edit/edit-feature.ts';
import { timeOf, wallTime } from '../map/layers/time-zone.ts';

type Input = FormField['input'];

/** Converts a value to the text of its HTML input. */
export function shownValue({ input, value, zone }: Pick<FormField, 'input' | 'value' | 'zone'>): string {
  if (value === null || (typeof value === 'number' && Number.isNaN(value))) return '';
  switch (input) {
    case 'date-time':
      return timeIn(zone, Number(value));
    case 'day':
      return timeIn(zone, Number(value)).slice(0, 10);
    case 'date-time-offset':
      return withoutZeroes(String(value).replace(/(\.\d+)?(Z|[+-]\d\d:?\d\d)$/i, ''));
    case 'time':
      return withoutZeroes(String(value));
    default:
      return String(value);
  }
}

/** Converts the text of an input to a value; undefined if it is invalid. An empty input is null. */
export function typedValue(
  input: Input,
  typed: string,
  { zone, value }: Pick<FormField, 'zone' | 'value'>,
): FieldValue | undefined {
  if (typed.trim() === '') return null;
  switch (input) {
    case 'number':
      return numberFrom(typed);
    case 'whole-number': {
      const number = numberFrom(typed);
      return Number.isInteger(number) ? number : undefined;
    }
    case 'date-time':
    case 'day':
      return isDate(typed) ? timeOf(typed, zone) : undefined;
    case 'date-time-offset':
      return `${withSeconds(typed)}${offsetOf(value, typed, zone)}`;
    case 'time':
      return withSeconds(typed);
    default:
      return typed;
  }
}

/** The UTC offset of a time: that of the previous value, otherwise the time zone's at that time. */
export function offsetOf(value: FieldValue, typed: string, zone: string): string {
  const known = /([+-]\d\d:\d\d|Z)$/i.exec(typeof value === 'string' ? value : '')?.[1];
  if (known) return known.toUpperCase() === 'Z' ? '+00:00' : known;
  const minutes = isDate(typed) ? (timeOf(typed, 'UTC') - timeOf(typed, zone)) / 60_000 : 0;
  const two = (number: number) => String(Math.floor(Math.abs(number))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** Parses a number in common notations: digits of any script, a point or a comma, spaces between thousands. */
function numberFrom(typed: string): number | undefined {
  const latin = [...typed].map((letter) => digit(letter) ?? letter).join('');
  const text = latin
    .replaceAll(/[\s\u00a0\u202f'’٬]/g, '')
    .replaceAll('٫', '.')
    .replaceAll('−', '-');
  // A single comma is a decimal comma.
  const plain = /^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text;
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** The digits of every script follow each other in Unicode, from zero to nine. */
function digit(letter: string): string | undefined {
  const code = letter.codePointAt(0) ?? 0;
  if (!isDigit(code)) return undefined;
  let first = code;
  while (isDigit(first - 1)) first -= 1;
  return String((code - first) % 10);
}

/** Whether a text is a day, or a day with a time. */
const isDate = (text: string) => !Number.isNaN(Date.parse(text));

/** `yyyy-mm-ddThh:mm`, with seconds if they are not zero. */
const timeIn = (zone: string, milliseconds: number) =>
  Number.isNaN(new Date(milliseconds).getTime()) ? '' : withoutZeroes(wallTime(milliseconds, zone));

const withoutZeroes = (time: string) => time.replace(/^((?:.*T)?\d\d:\d\d):00(\.0+)?$/, '$1');
const withSeconds = (time: string) => (/\d\d:\d\d:\d\d/.test(time) ? time : `${time}:00`);

/** Describes what is wrong with a field's value and what the field accepts; undefined for a valid value. */
export function faultText(
  t: TFunction,
  field: FormField,
  formats: { number: (value: number) => string; date: (milliseconds: number, zone: string) => string },
): string | undefined {
  const { fault, input, least, most, minLength = 0, maxLength = 0 } = field;
  switch (fault) {
    case undefined:
      return undefined;
    case 'too-short':
      return t('edit.fault.too-short', { count: minLength, number: formats.number(minLength) });
    case 'too-long':
      return t('edit.fault.too-long', { count: maxLength, number: formats.number(maxLength) });
    case 'malformed':
      return t(
        input === 'number' || input === 'whole-number' ? `edit.fault.${input}` : 'edit.fault.malformed',
      );
    case 'out-of-range': {
      const dated = input !== 'number' && input !== 'whole-number';
      const shown = (value: number) => (dated ? formats.date(value, field.zone) : formats.number(value));
      if (least !== undefined && most !== undefined)
        return t('edit.fault.between', { least: shown(least), most: shown(most) });
      if (least !== undefined)
        return t(dated ? 'edit.fault.earliest' : 'edit.fault.least', { least: shown(least) });
      if (most !== undefined)
        return t(dated ? 'edit.fault.latest' : 'edit.fault.most', { most: shown(most) });
      return t('edit.fault.out-of-range');
    }
    default:
      return t(`edit.fault.${fault}`);
  }
}
