export type CopyValue = string | number | null | readonly string[];

/** One line of PostgreSQL's COPY in text format. */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map((value) => (value === null ? '\\N' : escape(written(value)))).join('\t')}\n`;
}

function written(value: string | number | readonly string[]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return `{${value.map((item) => `"${item.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escape(text: string): string {
  return text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
}
