import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomNumbers } from '../../../../testing/portal-content/random-numbers.ts';
import { runs } from '../../../../testing/rig/long.ts';
import { geoPackage, listed } from '../../../../testing/rig/geopackage-files.ts';
import { zip } from '../../../../testing/rig/upload-files.ts';
import { sheetRows, workbook } from '../../../../testing/rig/workbook-files.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { openUpload } from '../open-upload.ts';
import { previewUpload } from '../preview-upload.ts';
import type { UploadChoices } from '../upload-source.ts';

const point = (n: number) => ({
  type: 'Feature' as const,
  properties: { n, name: `tree ${n}`, when: '2020-01-01' },
  geometry: { type: 'Point' as const, coordinates: [n, n, 3] },
});
const points = { type: 'FeatureCollection' as const, features: [1, 2, 3].map(point) };
const areas = {
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } },
  features: [
    {
      type: 'Feature',
      properties: { list: [1], inner: { a: 1 } },
      geometry: {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      properties: null,
      geometry: { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] },
    },
  ],
};
const csv = 'name,lon,lat,when,n\n"a ""b""",1,2,2020-01-01,5\nü,71.5,51.2,,1e3\n';
const kml = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
  <Schema id="s" name="s"><SimpleField name="f" type="int"/></Schema><Folder><name>F</name><Placemark><name>a &amp; b</name>
  <ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="f">1</SimpleData></SchemaData><Data name="x"><value>1</value></Data>
  </ExtendedData><TimeStamp><when>2020-01-01</when></TimeStamp><MultiGeometry><Point><coordinates>1,2,3</coordinates></Point>
  <Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon>
  </MultiGeometry></Placemark></Folder></Document></kml>`;
const gpx = `<?xml version="1.0"?><gpx version="1.1"><wpt lat="1" lon="2"><ele>3</ele><time>2020-01-01T00:00:00Z</time></wpt>
  <rte><rtept lat="1" lon="2"/><rtept lat="1" lon="3"/></rte><trk><name>t</name><trkseg><trkpt lat="1" lon="2"/>
  <trkpt lat="1" lon="3"/></trkseg></trk></gpx>`;

const sheet = `<worksheet><sheetData>${sheetRows([
  ['name', 'lat', 'lon', 'old'],
  ['oak', 51, 71.5, true],
  ['elm', null, null, null],
])}<row r="9"><c r="A9" t="s"><v>0</v></c><c r="D9" s="1"><v>46348.5</v></c></row></sheetData></worksheet>`;
const parts = { texts: ['<t>ash</t>'], formats: ['d.m.yy'] };
const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
const partOf = (name: string) => (content: Uint8Array) =>
  workbook({ A: sheet.slice(22, -24) }, { ...parts, others: { [name]: content } });

type Pack = (content: Uint8Array) => Promise<Uint8Array>;

/** Valid files, by name; or a valid part, and what packs it. */
const files: [name: string, content: () => string | Uint8Array | Promise<Uint8Array>, pack?: Pack][] = [
  ['comma.csv', () => csv],
  ['semicolon.csv', () => '\ufeffname;x;y\r\na;1,5;2,5\r\n"\n";3;4\r\n'],
  ['utf16.csv', () => Buffer.from('\ufeffname\na\n', 'utf16le')],
  ['points.geojson', () => JSON.stringify(points)],
  ['areas.json', () => JSON.stringify(areas)],
  ['sequence.json', () => points.features.map((feature) => `\x1e${JSON.stringify(feature)}`).join('\n')],
  ['a.kml', () => kml],
  ['a.gpx', () => gpx],
  ['a.fgb', () => serialize(points)],
  ['a.kmz', () => zip({ 'doc.kml': kml })],
  ['a.zip', () => zip({ 'a.csv': csv })],
  ['a.xlsx', () => partOf('a')(Buffer.alloc(0))],
  ['sheet.xlsx', () => sheet, partOf('xl/worksheets/sheet1.xml')],
  ['styles.xlsx', () => styles, partOf('xl/styles.xml')],
  ['texts.xlsx', () => '<sst><si><t>ash</t></si></sst>', partOf('xl/sharedStrings.xml')],
  [
    'a.gpkg',
    () =>
      geoPackage(
        `create table trees (fid integer primary key, name text); insert into trees values (1, 'oak'); ${listed('trees')}`,
      ),
  ],
];

const pieces = ['null', '1e999', '-1', '"__proto__"', '[', '[[[[', '{', '<', '&x;', '\0', '"', '\n', ',,'];
const bytes = [0, 1, 0x7f, 0x80, 0xff, ...Buffer.from('",<{[')];
const seed = Number(process.env['FC_SEED'] ?? (process.env['CI'] ? 20_261_122 : Date.now() % 2 ** 31));
const random = randomNumbers(seed);
const below = (max: number) => Math.floor(random() * max);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

/** A file with a few bytes changed, removed, repeated or inserted. */
function damage(sound: Uint8Array): Buffer {
  let file = Buffer.from(sound);
  for (let times = below(6); times > 0 && file.length > 0; times -= 1) {
    const at = below(file.length);
    const [head, tail] = [file.subarray(0, at), file.subarray(at)];
    file = pick([
      () => Buffer.from(file.with(at, pick(bytes))),
      () => Buffer.from(file.fill(pick([0, 0xff]), at, Math.min(file.length, at + 4))),
      () => Buffer.from(head),
      () => Buffer.concat([head, file.subarray(below(file.length))]),
      () => Buffer.concat([head, Buffer.from(pick(pieces)), tail]),
    ])();
  }
  return file;
}

const choices = (): UploadChoices => ({
  encoding: pick([undefined, 'utf-16le', 'x', 'windows-1251', 'shift_jis', 'replacement', '__proto__']),
  delimiter: pick([undefined, ';', '"', '\n', ' ', '\0', '\ud800']),
  longitude: pick([undefined, 'lon', '__proto__']),
  latitude: pick([undefined, 'lat', 'toString']),
  noCoordinates: pick([undefined, true]),
  wkid: pick([undefined, 3857, -1, 0, 2 ** 40, 32642]),
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function preview(name: string, content: Uint8Array, given: UploadChoices): Promise<void> {
  const place = path.join(folder, 'file');
  const own = path.join(folder, 'own');
  await writeFile(place, content);
  await rm(own, { recursive: true, force: true });
  await mkdir(own);
  const source = await openUpload({ path: place, name, meter: { read: 0, total: 0 } }, given, own);
  try {
    await previewUpload(source);
  } finally {
    await source.close();
  }
}

test.each(files)(
  'a damaged %s is read or rejected with a reason',
  async (name, content, pack: Pack = async (part) => part) => {
    const sound = Buffer.from(await content());
    await preview(name, await pack(sound), {});
    for (let left = runs(60, 600); left > 0; left -= 1) {
      const file = Buffer.from(await pack(damage(sound)));
      const given = random() < 0.3 ? choices() : {};
      const outcome = await preview(name, file, given).catch((error: unknown) => error);
      const failed = outcome !== undefined && !(outcome instanceof MappingError);
      expect(failed && { seed, given, file: file.toString('latin1'), outcome }).toBe(false);
    }
  },
);

test('a FlatGeobuf with an index but without features ends', async () => {
  const file = Buffer.from(serialize(points));
  // Where the header has the number of features.
  for (let at = 12; at < 200; at += 1) {
    const count = Buffer.from(file);
    count.fill(0, at, at + 1);
    const outcome = await preview('a.fgb', count, {}).catch((error: unknown) => error);
    expect(outcome ?? new MappingError('none', '')).toBeInstanceOf(MappingError);
  }
});
