const instant =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(?:Z|(?<=:.*)([+-])(\d{2}):?(\d{2}))?$/;

/** The years that PostgreSQL and ArcGIS clients both write with four digits. */
const [earliest, latest] = [-62_135_596_800_000, 253_402_300_799_999];

/**
 * Reads `2026-11-21`, `2026-11-21 10:30:00` or `2026-11-21T10:30:00.250Z` as UTC, and `2026-11-21T10:30:00+05:00` as it says;
 * undefined for other text.
 */
export function parseInstant(text: string): number | undefined {
  const match = instant.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const milliseconds = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, milliseconds);
  // Roll-overs such as 30 February or 25:00 are rejected.
  const same =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    minute < 60 &&
    second < 60;
  const [, , , , , , , , sign, hours = 0, minutes = 0] = match;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const time = date.getTime() - offset;
  const isOffset = Number(hours) < 24 && Number(minutes) < 60;
  return same && isOffset && year > 0 && time >= earliest && time <= latest ? time : undefined;
}

/** Reads a time of day as `hh:mm:ss`; clients may leave out the seconds. Undefined for other text. */
export function parseTimeOfDay(text: string): string | undefined {
  const [, hours, minutes, seconds = '00'] =
    /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.0{1,9})?)?$/.exec(text.trim()) ?? [];
  return hours === undefined ? undefined : `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}

/** Writes an instant as the text of a TIMESTAMP literal, with milliseconds only if there are some. */
export function printInstant(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString().replace('T', ' ').replace('.000Z', '').replace('Z', '');
}

const guid = /^\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?$/i;

/** A GUID in lower case without braces; undefined for other text. */
export function parseGuid(text: string): string | undefined {
  return guid.exec(text.trim())?.[1]?.toLowerCase();
}

const milliseconds = {
  SECOND: 1000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
  WEEK: 604_800_000,
} as const;

/** A duration: months are separate because they differ in length. */
export interface Interval {
  months: number;
  milliseconds: number;
}

/** Reads the text of INTERVAL '…' with its unit, or range of units: `'3' DAY`, `'1 02:30' DAY TO MINUTE`. */
export function parseInterval(text: string, from: string, to?: string): Interval | undefined {
  const trimmed = text.trim();
  const interval = to === undefined ? parseAmount(trimmed, from) : parseRange(trimmed, from, to);
  // Some thousand years: longer ones exceed the calendar.
  return interval && Math.abs(interval.months) < 1e5 && Math.abs(interval.milliseconds) < 1e14
    ? interval
    : undefined;
}

function parseAmount(trimmed: string, from: string): Interval | undefined {
  if (!/^-?\d{1,15}(\.\d{1,6})?$/.test(trimmed)) return undefined;
  const amount = Number(trimmed);
  if (from === 'YEAR' || from === 'QUARTER' || from === 'MONTH') {
    const months = amount * (from === 'YEAR' ? 12 : from === 'QUARTER' ? 3 : 1);
    return Number.isInteger(months) ? { months, milliseconds: 0 } : undefined;
  }
  const unit = milliseconds[from as keyof typeof milliseconds];
  return unit === undefined ? undefined : { months: 0, milliseconds: Math.round(amount * unit) };
}

/** The units of each range, most significant first. */
const ranges: Record<string, { pattern: RegExp; units: (keyof typeof milliseconds)[] }> = {
  'DAY TO HOUR': { pattern: /^(-?)(\d{1,7}) (\d{1,2})$/, units: ['DAY', 'HOUR'] },
  'DAY TO MINUTE': { pattern: /^(-?)(\d{1,7}) (\d{1,2}):(\d{1,2})$/, units: ['DAY', 'HOUR', 'MINUTE'] },
  'DAY TO SECOND': {
    pattern: /^(-?)(\d{1,7}) (\d{1,2}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)$/,
    units: ['DAY', 'HOUR', 'MINUTE', 'SECOND'],
  },
  'HOUR TO MINUTE': { pattern: /^(-?)(\d{1,7}):(\d{1,2})$/, units: ['HOUR', 'MINUTE'] },
  'HOUR TO SECOND': {
    pattern: /^(-?)(\d{1,7}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)$/,
    units: ['HOUR', 'MINUTE', 'SECOND'],
  },
  'MINUTE TO SECOND': { pattern: /^(-?)(\d{1,7}):(\d{1,2}(?:\.\d{1,3})?)$/, units: ['MINUTE', 'SECOND'] },
};

function parseRange(text: string, from: string, to: string): Interval | undefined {
  const range = ranges[`${from} TO ${to}`];
  const match = range?.pattern.exec(text);
  if (!range || !match) return undefined;
  const sum = range.units.reduce(
    (total, unit, index) => total + Number(match[index + 2]) * milliseconds[unit],
    0,
  );
  return { months: 0, milliseconds: Math.round(match[1] === '-' ? -sum : sum) };
}
