import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MappingError } from '../../wire/errors.ts';
import { previewFile } from '../../server/gis/uploads/read-once.ts';
import { startReading } from '../../server/gis/uploads/reader/start-reading.ts';
import { endlessGeoPackage, geoPackage, listed } from '../rig/geopackage-files.ts';
import { sample } from '../rig/long.ts';
import { zip, zipOfZeros } from '../rig/upload-files.ts';

/** Files made to exhaust a server's memory or time, read as the server reads them. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The result of previewing the file. */
async function endOf(name: string, content: string | Uint8Array): Promise<MappingError | object> {
  const file = path.join(folder, 'bomb');
  await writeFile(file, content);
  return previewFile({ path: file, name }, {}).catch((error: MappingError) => error);
}

/** A record of bytes and numbers, big-endian by default. */
function header(length: number, ...values: [at: number, value: number, littleEndian?: boolean][]): Buffer {
  const bytes = Buffer.alloc(length);
  for (const [at, value, little] of values)
    if (little) bytes.writeUInt32LE(value, at);
    else bytes.writeUInt32BE(value, at);
  return bytes;
}

const million = 1_000_000;
const feature = (properties: string, geometry = 'null') =>
  `{"type":"FeatureCollection","features":[{"type":"Feature","properties":${properties},"geometry":${geometry}}]}`;

const shpHeader = header(100, [0, 9994], [24, 0x7fffffff], [28, 1000, true], [32, 5, true]);

describe('a file that would exhaust memory or time is rejected with a message:', () => {
  const bombs: [string, string, () => string | Uint8Array | Promise<Uint8Array>][] = [
    ['JSON of a million brackets', 'a.geojson', () => '['.repeat(million)],
    [
      'a geometry of a million brackets',
      'a.geojson',
      () => feature('{}', `{"type":"Point","coordinates":${'['.repeat(million)}`),
    ],
    ['a text of 60 MB', 'a.geojson', () => feature(`{"a":"${'x'.repeat(60 * million)}"}`)],
    ['a row of 60 MB', 'a.csv', () => `a,b\n${'x'.repeat(60 * million)}`],
    ['a quoted cell without end', 'a.csv', () => `a,b\n"${'x\n'.repeat(10 * million)}`],
    ['a million columns', 'a.csv', () => `${'a,'.repeat(million)}b\n1\n`],
    [
      'entities of entities',
      'a.kml',
      () => {
        const entities = Array.from(
          { length: 12 },
          (_none, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(20)}">`,
        );
        return `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY e0 "lol">${entities.join('')}]><kml><Placemark><name>&e12;</name><Point><coordinates>bad</coordinates></Point></Placemark></kml>`;
      },
    ],
    ['a million nested elements', 'a.kml', () => `<kml>${'<Folder>'.repeat(million)}`],
    ['an attribute of 60 MB', 'a.gpx', () => `<gpx><wpt lat="${'1'.repeat(60 * million)}" lon="1"/></gpx>`],
    ['an archive of zeros', 'a.kmz', () => zipOfZeros('doc.kml', 60 * million)],
    [
      'a shapefile whose record is 4 GB long',
      'a.zip',
      () =>
        zip({
          'a.shp': Buffer.concat([
            shpHeader,
            header(60, [0, 1], [4, 0x7ffffff0], [8, 5, true], [52, 0x7fffffff, true]),
          ]),
          'a.dbf': Buffer.concat([
            header(32, [0, 0x03000000], [4, 1, true], [8, 0x000a0021, true]),
            Buffer.from([0x0d]),
          ]),
        }),
    ],
    [
      'a table of four billion rows',
      'a.zip',
      () =>
        zip({
          'a.shp': shpHeader,
          'a.dbf': header(64, [0, 0x03000000], [4, 0xffffffff, true], [8, 0xffff0041, true]),
        }),
    ],
    [
      'a FlatGeobuf header of 2 GB',
      'a.fgb',
      () => Buffer.concat([Buffer.from('fgb\x03fgb\x00', 'latin1'), header(100, [0, 0x7fffffff, true])]),
    ],
    [
      'an endless view',
      'a.gpkg',
      () =>
        geoPackage(
          `create view t as with recursive n(i) as (select 1 union all select i from n) select i from n; ${listed('t')}`,
        ),
    ],
    ['a table of pages in circles', 'a.gpkg', endlessGeoPackage],
  ];

  test.each(sample(bombs, 2))('%s', { timeout: 90_000 }, async (_what, name, make) => {
    expect(await endOf(name, await make())).toMatchObject({
      id: 'services:invalid-upload',
      status: 400,
      message: expect.stringMatching(/\w/),
    });
  });
});

describe('reader process', () => {
  const task = async (content: string) => {
    const file = path.join(folder, 'bomb');
    await writeFile(file, content);
    return {
      kind: 'preview',
      path: file,
      name: 'a.geojson',
      folder,
      choices: {},
      now: 0,
      creator: undefined,
    } as const;
  };

  test('that exceeds its memory ends alone, and reports it', async () => {
    const hungry = await task(feature(`{"a":[${'[],'.repeat(3 * million)}[]]}`));
    const reading = await startReading(hungry, { milliseconds: 60_000, heapMegabytes: 64 });
    await expect(reading.next()).rejects.toThrow(/needs more than 64 MB/);
    await reading.stop();
    expect(await endOf('a.csv', 'name,lat,lon\nA,51,71\n')).toMatchObject({ format: 'csv' });
  });

  test('that exceeds its time is killed, and so is one that is cancelled', async () => {
    const slow = await startReading(await task(feature('{}')), { milliseconds: 1 });
    await expect(slow.next()).rejects.toThrow(/takes longer than 0 seconds/);
    await slow.stop();
    const controller = new AbortController();
    const { signal } = controller;
    const cancelled = await startReading(await task(feature('{}')), { milliseconds: 60_000, signal });
    controller.abort(new Error('enough'));
    await expect(cancelled.next()).rejects.toThrow('enough');
    await cancelled.stop();
  });
});
