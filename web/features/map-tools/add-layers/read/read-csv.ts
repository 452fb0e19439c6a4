import { parse } from 'csv-parse/browser/esm/sync';
import { guessCoordinates, guessDelimiter, guessEncoding } from '../../../../../wire/table-text.ts';
import { ReadError, type ReadFault, type ReadFeature, readLimits, type ReadResult } from './read-features.ts';

interface Row {
  record: Record<string, string>;
  info: { lines: number };
}

/** Reads a table of points: a header line, then one point per line, with columns for latitude and longitude. */
export function readCsv(text: string): ReadResult {
  const rows = rowsOf(text);
  if (rows.length === 0) throw new ReadError('empty');
  if (rows.length > readLimits.features) throw new ReadError('count', String(rows.length));
  const names = Object.keys(rows[0]?.record ?? {});
  const columns = guessCoordinates(names);
  if (!columns) throw new ReadError('noPositions', names.join(', '));
  const { [columns.latitude]: lat = '', [columns.longitude]: lng = '' } = names;
  const features: ReadFeature[] = [];
  const faults: ReadFault[] = [];
  for (const { record, info } of rows) {
    const y = degrees(record[lat], 90);
    const x = degrees(record[lng], 180);
    if (x === undefined || y === undefined) {
      faults.push({
        kind: 'line',
        place: info.lines,
        problem: 'position',
        text: `${record[lat] ?? ''}, ${record[lng] ?? ''}`,
      });
    } else {
      features.push({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [x, y] },
        properties: Object.fromEntries(names.map((name) => [name, valueOf(record[name] ?? '')])),
      });
    }
  }
  if (features.length === 0) throw new ReadError('projection');
  return { features, faults };
}

/** Bytes or characters from which the encoding and the delimiter are guessed. */
const headLength = 100_000;

/** The text of a table: spreadsheets of many years save it in the encoding of their country. */
export function decodeTable(bytes: Uint8Array): string {
  return new TextDecoder(guessEncoding(bytes.subarray(0, headLength)).encoding).decode(bytes);
}

function rowsOf(text: string): Row[] {
  try {
    return parse(text, {
      bom: true,
      columns: true,
      delimiter: guessDelimiter(text.slice(0, headLength)),
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    }) as unknown as Row[];
  } catch (cause) {
    throw new ReadError('broken', cause instanceof Error ? cause.message : '');
  }
}

/** Decimal commas are supported. */
function degrees(text: string | undefined, max: number): number | undefined {
  const value = Number((text ?? '').trim().replace(',', '.') || Number.NaN);
  return Math.abs(value) <= max ? value : undefined;
}

/** Numbers stay numbers, unless they look like codes (`007`). */
function valueOf(text: string): string | number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(trimmed) ? Number(trimmed) : text;
}
