/**
 * Texts as PostgreSQL stores them. It rejects NUL, and in JSON also half of a surrogate pair, both of which JSON of callers may contain,
 * and texts that are cut by their length.
 */

/** A text without NUL and without halves of characters. */
export function storedText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** The JSON of a value for a column of type `jsonb`, its texts and names as `storedText`. */
export function storedJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Only an escape can be one of them.
  return unstorable.test(json) ? JSON.stringify(storable(JSON.parse(json))) : json;
}

const unstorable = /\\u(?:0000|d[89a-f])/;

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storedText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storedText(name), storable(each)]));
}

/** The beginning of a text, of at most so many UTF-16 units: a character of two is left out as a whole. */
export function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text;
}
