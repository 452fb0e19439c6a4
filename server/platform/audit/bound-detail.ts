import { limits } from '../../limits.ts';
import { cut } from '../safety/stored-text.ts';

/** Characters of a text, and elements of a list, in details that are too long; then in those that still are. */
const steps = [
  { text: 300, list: 40 },
  { text: 60, list: 8 },
] as const;

/** Details of an audit entry in a bounded number of characters: long texts and lists end with `…`, lists with the number left out. */
export function boundDetail(detail: Record<string, unknown>): Record<string, unknown> {
  const fits = (value: Record<string, unknown>) =>
    JSON.stringify(value).length <= limits.auditDetailCharacters;
  if (fits(detail)) return detail;
  for (const step of steps) {
    const shortened = shorten(detail, step) as Record<string, unknown>;
    if (fits(shortened)) return shortened;
  }
  return { shortened: '…' };
}

function shorten(value: unknown, step: { text: number; list: number }): unknown {
  if (typeof value === 'string') return value.length > step.text ? `${cut(value, step.text)}…` : value;
  if (Array.isArray(value)) {
    const shown = value.slice(0, step.list).map((each) => shorten(each, step));
    return value.length > step.list ? [...shown, `… ${value.length - step.list}`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shorten(each, step)]));
}
