import { parse } from 'csv-parse/browser/esm/sync';
import { ReadError, type ReadFault, type ReadFeature, readLimits, type ReadResult } from './read-features.ts';

/** Names of latitude and longitude columns, in the product's languages. */
const latitudes = /^(lat|latitude|breite|breitengrad|latitud|breedtegraad|широта|ендік|y|ycoord|y_coord)$/iu;
const longitudes =
  /^(lon|lng|long|longitude|länge|längengrad|longitud|lengtegraad|долгота|бойлық|x|xcoord|x_coord)$/iu;

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
  const lat = names.find((name) => latitudes.test(name.trim()));
  const lng = names.find((name) => longitudes.test(name.trim()));
  if (lat === undefined || lng === undefined) throw new ReadError('noPositions', names.join(', '));
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

function rowsOf(text: string): Row[] {
  const [first = ''] = text.split(/\r?\n/, 1);
  // The most frequent separator in the header line.
  const delimiter = [',', ';', '\t', '|'].toSorted(
    (a, b) => first.split(b).length - first.split(a).length,
  )[0];
  try {
    return parse(text, {
      bom: true,
      columns: true,
      delimiter: delimiter ?? ',',
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
