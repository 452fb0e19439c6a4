/** The byte order mark with which a file begins: spreadsheets recognise UTF-8 by it. */
export const csvMark = '\uFEFF';

/**
 * A cell of comma-separated values, quoted where necessary (RFC 4180). Spreadsheets run a cell that begins like a formula: text that
 * begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe before it
 * (https://owasp.org/www-community/attacks/CSV_Injection). Numbers stay numbers, also those stored as text: they run nothing, and
 * an apostrophe would change the data for every other program.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = /^[=+\-@\t\r]/.test(text) && !Number.isFinite(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line with its end. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
