/** SQL of conditions that services and the SDK's layers understand. */
import { wallTime } from './time-zone.ts';

/** A value as an SQL literal: numbers as they are, texts in quotes. */
export function sqlLiteral(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/** Texts of a field that contain a text anywhere, or begin with it, in any case. `%` and `_` are literal. */
export function sqlLike(field: string, text: string, { begins = false } = {}): string {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return `UPPER(${field}) LIKE UPPER(${sqlLiteral(`${begins ? '' : '%'}${escaped}%`)}) ESCAPE '\\'`;
}

/** The condition that all of the conditions hold; absent and empty ones are omitted. */
export function sqlAll(...conditions: readonly (string | null | undefined)[]): string {
  const some = conditions.filter((condition) => condition && condition !== '1=1');
  const [only, ...others] = some;
  if (!only) return '1=1';
  return others.length > 0 ? some.map((condition) => `(${condition})`).join(' AND ') : only;
}

/**
 * A time in milliseconds since 1970 as an SQL literal of a field with or without a time of day.
 *
 * @param zone the time zone of SQL dates with a time (`FieldTime.sqlZone`); an IANA name
 */
export function sqlInstant(value: number, type: 'date' | 'date-only', zone: string): string {
  const [day = '', time = ''] = new Date(value).toISOString().split(/[TZ]/);
  if (type === 'date-only') return `DATE '${day}'`;
  if (zone === 'UTC') return `TIMESTAMP '${day} ${time}'`;
  const milliseconds = time.slice('hh:mm:ss'.length);
  return `TIMESTAMP '${wallTime(value, zone).replace('T', ' ')}${milliseconds}'`;
}
