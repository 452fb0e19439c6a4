import { parseJson } from '../../platform/safety/json-shape.ts';

/**
 * Reads `categories`: each value is a list, as a JSON array or separated by commas, of which any may match; when the
 * parameter repeats, every list must match.
 */
export function readCategories(values: readonly string[]): string[][] {
  return values.map(readList).filter((list) => list.length > 0);
}

function readList(value: string): string[] {
  return (parseArray(value) ?? value.split(',')).map((name) => name.trim()).filter((name) => name !== '');
}

function parseArray(value: string): string[] | undefined {
  try {
    const parsed: unknown = parseJson(value);
    if (Array.isArray(parsed)) return parsed.filter((name) => typeof name === 'string');
  } catch {
    // Not JSON: a comma-separated list.
  }
  return undefined;
}
