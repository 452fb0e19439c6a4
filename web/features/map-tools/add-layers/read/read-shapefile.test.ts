import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { inferFields } from '../../../../map/add/infer-fields.ts';
import { readShapefile } from './read-shapefile.ts';

/** A shapefile of points, and its table: fields of text of a width. */
function pointFile(points: readonly (readonly [x: number, y: number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(100 + 28 * points.length));
  view.setInt32(0, 9994);
  view.setInt32(24, view.byteLength / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, 1, true);
  for (const [index, [x, y]] of points.entries()) {
    const at = 100 + 28 * index;
    view.setInt32(at, index + 1);
    view.setInt32(at + 4, 10);
    view.setInt32(at + 8, 1, true);
    view.setFloat64(at + 12, x, true);
    view.setFloat64(at + 20, y, true);
  }
  return new Uint8Array(view.buffer);
}

interface Column {
  name: string;
  type: 'C' | 'D' | 'N';
  width: number;
}

function table(columns: readonly Column[], rows: readonly (readonly string[])[]): Uint8Array {
  const header = new Uint8Array(32 * (columns.length + 1) + 1);
  const view = new DataView(header.buffer);
  header[0] = 3;
  view.setUint32(4, rows.length, true);
  view.setUint16(8, header.length, true);
  view.setUint16(10, 1 + columns.reduce((sum, { width }) => sum + width, 0), true);
  const text = new TextEncoder();
  for (const [index, { name, type, width }] of columns.entries()) {
    const at = 32 * (index + 1);
    header.set(text.encode(name), at);
    header.set(text.encode(type), at + 11);
    header[at + 16] = width;
  }
  header[header.length - 1] = 13;
  const records = rows.map(
    (row) => ` ${row.map((value, index) => value.padEnd(columns[index]?.width ?? 0)).join('')}`,
  );
  return new Uint8Array([...header, ...text.encode(records.join(''))]);
}

it('a shapefile is read with empty numbers, and with dates as days, wherever it is read', async () => {
  const columns: Column[] = [
    { name: 'NAME', type: 'C', width: 8 },
    { name: 'HEIGHT', type: 'N', width: 6 },
    { name: 'PLANTED', type: 'D', width: 8 },
  ];
  const rows = [
    ['Oak', '12.5', '20240501'],
    ['Ash', '', ''],
  ];
  const zip = zipSync({
    'trees.shp': pointFile([
      [71.4, 51.1],
      [71.5, 51.2],
    ]),
    'trees.dbf': table(columns, rows),
  });
  const { features, faults } = await readShapefile(zip.buffer as ArrayBuffer);
  expect(faults).toEqual([]);
  const properties = features.map((feature) => feature.properties ?? {});
  expect(properties).toEqual([
    { NAME: 'Oak', HEIGHT: 12.5, PLANTED: '2024-05-01' },
    { NAME: 'Ash', HEIGHT: null, PLANTED: null },
  ]);
  expect(inferFields(properties).map(({ type }) => type)).toEqual(['string', 'double', 'date-only']);
});
