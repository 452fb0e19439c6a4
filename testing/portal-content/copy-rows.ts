import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type CopyValue = string | number | boolean | null | readonly string[];

/** Loads rows by COPY, as fast as PostgreSQL accepts them. */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const target = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(lines(rows)), target);
}

/** Text format, a few hundred lines per chunk. */
function* lines(rows: Iterable<readonly CopyValue[]>): Generator<string> {
  let piece = '';
  for (const row of rows) {
    piece += `${row.map(cell).join('\t')}\n`;
    if (piece.length < 60_000) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function cell(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escape(value);
  return escape(`{${value.map((part) => `"${part.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
}

function escape(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (mark) => `\\${{ '\\': '\\', '\t': 't', '\n': 'n', '\r': 'r' }[mark]}`);
}
