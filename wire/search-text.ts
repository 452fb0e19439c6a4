/** Types of items that open as maps here. */
export const webMapsOnly = 'type:"Web Map" -type:"Web Application"';

/**
 * Converts typed text to a clause of the portal's query language: every word must match, the last one as a prefix.
 * Special characters of the language are removed, so no input can break or widen the query.
 *
 * @returns an empty text when nothing searchable was typed
 */
export function searchText(typed: string): string {
  const words = typed
    .toLowerCase() // AND, OR and NOT are operators in capitals only.
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter(Boolean);
  const last = words.pop();
  return last === undefined ? '' : [...words, `${last}*`].join(' ');
}

/** A quoted value: `quoted('Ada "A"')` is `"Ada \"A\""`. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
}

/** Clauses that must all hold; empty ones are left out. */
export function allOf(...clauses: string[]): string {
  return clauses
    .filter(Boolean)
    .map((clause) => `(${clause})`)
    .join(' AND ');
}

/** Clauses of which one must hold; empty when there are none. */
export function anyOf(...clauses: string[]): string {
  return clauses.filter(Boolean).join(' OR ');
}
