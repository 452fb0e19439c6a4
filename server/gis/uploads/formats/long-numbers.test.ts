import { describe, expect, test } from 'vitest';
import { geoPackage, listed } from '../../../../testing/rig/geopackage-files.ts';
import { readOnlyLayer, zip } from '../../../../testing/rig/upload-files.ts';

/** A table of dBASE with one column of whole numbers, without decimals. */
function dbf(name: string, length: number, values: readonly string[]): Buffer {
  const header = Buffer.alloc(65);
  header[0] = 3;
  header.writeUInt32LE(values.length, 4);
  header.writeUInt16LE(65, 8);
  header.writeUInt16LE(length + 1, 10);
  header.write(name, 32, 'latin1');
  header.write('N', 43, 'latin1');
  header[48] = length;
  header[64] = 0x0d;
  return Buffer.concat([header, Buffer.from(values.map((value) => ` ${value.padStart(length)}`).join(''))]);
}

/** Shapes of points, none of which has a place. */
function emptyShapes(count: number): Buffer {
  const bytes = Buffer.alloc(100 + count * 12);
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(bytes.length / 2, 24);
  bytes.writeInt32LE(1000, 28);
  bytes.writeInt32LE(1, 32);
  for (let index = 0; index < count; index += 1) {
    bytes.writeInt32BE(index + 1, 100 + index * 12);
    bytes.writeInt32BE(2, 104 + index * 12);
  }
  return bytes;
}

const long = '9007199254740993';

describe('whole numbers with more digits than a number keeps', () => {
  const files: [string, (values: readonly string[]) => Promise<[string, Buffer]>][] = [
    [
      'a GeoPackage',
      async (values) => [
        'a.gpkg',
        geoPackage(
          `create table parcels (fid integer primary key, code integer);
           insert into parcels (code) values ${values.map((value) => `(${value})`).join()}; ${listed('parcels')}`,
        ),
      ],
    ],
    [
      'a shapefile',
      async (values) => [
        'a.zip',
        await zip({ 'p.shp': emptyShapes(values.length), 'p.dbf': dbf('code', 18, values) }),
      ],
    ],
  ];

  test.each(files)('of %s are text, digit by digit', async (_format, make) => {
    const layer = await readOnlyLayer(...(await make([long, '7'])));
    expect(layer.fields).toMatchObject({ code: 'String' });
    expect(layer.features.map(({ properties }) => String(Object.values(properties).at(-1)))).toEqual([
      long,
      '7',
    ]);
  });

  test.each(files)('do not make text of shorter ones of %s', async (_format, make) => {
    const layer = await readOnlyLayer(...(await make(['9007199254740991', '7'])));
    expect(layer.fields['code']).toMatch(/BigInteger|Double/);
  });
});
