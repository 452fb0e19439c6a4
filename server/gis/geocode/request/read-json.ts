import { parseJson } from '../../../platform/safety/json-shape.ts';

/** The object in a JSON parameter, or undefined for anything else. */
export function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A number, or the text of one; undefined for anything else, for NaN and for infinity. */
export function finite(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
