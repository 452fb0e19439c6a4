import { describe, expect, test } from 'vitest';
import { readOnlyLayer, readUpload, zip, zipOfZeros } from '../../../../testing/rig/upload-files.ts';

const csv = 'name,lat,lon\nA,51,71\n';

/** The names within an archive, changed in place: libraries refuse to write such names. */
const renamed = (archive: Buffer, from: string, to: string) => {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at, 'latin1');
  return bytes;
};

describe('archive', () => {
  test('with one file is that file', async () => {
    expect(
      await readOnlyLayer('a.zip', await zip({ 'data/trees.csv': csv, 'readme.md': 'x' })),
    ).toMatchObject({ name: 'trees', featureCount: 1 });
    expect(
      await readOnlyLayer('a.zip', await zip({ 'trees.csv': csv, '__MACOSX/._trees.csv': 'x' })),
    ).toMatchObject({ name: 'trees' });
  });

  test('that becomes too large is abandoned during extraction', async () => {
    const bomb = await zipOfZeros('doc.kml', 60_000_000);
    expect(bomb.length).toBeLessThan(200_000);
    await expect(readUpload('a.kmz', bomb)).rejects.toThrow(/more than 200 times larger/);
  });

  test('with very many files is not searched', async () => {
    const many = Object.fromEntries(Array.from({ length: 2001 }, (_none, n) => [`${n}.txt`, '']));
    await expect(readUpload('a.zip', await zip(many))).rejects.toThrow(/more than 2000 files/);
  });

  test.each([
    ['above its folder', 'aa/bb.kml', '../b.kml'],
    ['of the system', 'aaa/b.kml', '/etc/.kml'],
    ['of a drive', 'aa/b.kml', 'C:\\b.kml'],
  ])('with a name %s writes nothing there', async (_what, from, to) => {
    const archive = renamed(await zip({ [from]: '<kml/>' }), from, to);
    await expect(readUpload('a.zip', archive)).rejects.toThrow(/can’t be unpacked|holds no features/);
  });

  test('with a password is reported as such', async () => {
    const archive = Buffer.from(await zip({ 'a.csv': csv }));
    const central = archive.indexOf(Buffer.from('PK\x01\x02'));
    archive.writeUInt16LE(archive.readUInt16LE(central + 8) | 1, central + 8);
    await expect(readUpload('a.zip', archive)).rejects.toThrow(/password/);
  });

  test('with false lengths or a truncated end is rejected', async () => {
    const archive = await zip({ 'a.csv': csv.repeat(50) });
    await expect(readUpload('a.zip', archive.subarray(0, -30))).rejects.toThrow(/can’t be unpacked/);
    const lying = Buffer.from(archive);
    lying.writeUInt32LE(5, lying.indexOf(Buffer.from('PK\x01\x02')) + 24);
    await expect(readUpload('a.zip', lying)).rejects.toThrow(/can’t be unpacked/);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['nothing to read', { 'a.doc': 'x' }, /contains no supported file/],
    ['several files', { 'a.csv': csv, 'b.geojson': '{}' }, /several data files/],
    ['a file geodatabase', { 'city.gdb/a0000.gdbtable': 'x' }, /file geodatabase/],
    ['an archive', { 'a.csv': 'PK\x03\x04 and so on' }, /Archives inside archives/],
    ['a broken shapefile', { 'a.shp': 'x' }, /isn’t a \.shp file/],
  ])('of %s is rejected with advice', async (_what, contents, message) => {
    await expect(readUpload('a.zip', await zip(contents))).rejects.toThrow(message);
  });

  test.each([
    ['PK\x05\x06', /archive is empty/],
    ['\x1f\x8b\x08', /gzip/],
    ['%PDF-1.7', /PDF/],
    ['\x89PNG\r\n', /image/],
    ['\xd0\xcf\x11\xe0', /Excel/],
    ['Rar!\x1a', /rar/],
    ['\0\0\x27\n\0\0', /Only the \.shp file/],
  ])('rejects a file that begins with %j, with advice', async (beginning, message) => {
    await expect(readUpload('a.bin', Buffer.from(beginning, 'latin1'))).rejects.toThrow(message);
  });
});
