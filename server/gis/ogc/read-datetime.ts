import { parseInstant } from '../where/temporal-literal.ts';
import { invalidParameter } from './crs.ts';

const day = 86_400_000;
const full = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/**
 * Reads the parameter `datetime`: an instant (RFC 3339), a day, or two of them with a slash between, either of which may be open
 * (`..` or nothing). The result is the value of the query parameter `time`.
 * @throws MappingError `ogc:invalid-parameter` (400)
 */
export function readDatetime(text: string): string {
  const parts = text.split('/').map((part) => part.trim());
  if (parts.length > 2) throw invalid();
  const [from = '', to] = parts;
  if (to === undefined) {
    const [first, last] = readSpan(from);
    return `${first},${last}`;
  }
  const [first, last] = [from, to].map((part) => (part === '' || part === '..' ? undefined : readSpan(part)));
  if (first && last && first[0] > last[1]) throw invalid();
  return `${first?.[0] ?? 'null'},${last?.[1] ?? 'null'}`;
}

/** The first and the last millisecond of a day or an instant. */
function readSpan(text: string): [number, number] {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const exists = parseInstant(text.slice(0, 10)) !== undefined;
  const instant = exists && (isDay || full.test(text)) ? Date.parse(text) : Number.NaN;
  if (!Number.isFinite(instant)) throw invalid();
  return [instant, isDay ? instant + day - 1 : instant];
}

function invalid() {
  return invalidParameter(
    'datetime',
    'Expected a date such as 2026-11-21T10:30:00Z, or two with a slash between, such as 2026-11-21T00:00:00Z/..',
  );
}
