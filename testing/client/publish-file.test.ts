import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/platform/database/connect.ts';
import { findService } from '../../server/gis/storage/service-store.ts';
import { previewFile } from '../../server/gis/uploads/read-once.ts';
import { publishFile, type PublishRequest } from '../../server/gis/uploads/publish-file.ts';
import type { UploadProgress } from '../../wire/upload.ts';
import { createTestDatabase } from '../rig/test-database.ts';

let database: Database;
let drop: () => Promise<void>;
let folder: string;

beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await drop();
});

async function publish(
  name: string,
  content: string,
  serviceName: string,
  more: Partial<PublishRequest> = {},
) {
  const file = path.join(folder, 'file');
  await writeFile(file, content);
  const progress: UploadProgress[] = [];
  await publishFile(database, {
    file: { path: file, name },
    choices: {},
    service: { serviceName },
    signal: new AbortController().signal,
    onProgress: (step) => progress.push(step),
    finish: () => Promise.resolve(),
    ...more,
  });
  return progress;
}

const csv = (rows: number) =>
  `name,lat,lon\n${Array.from({ length: rows }, (_none, row) => `Tree ${row},51.${row % 1000},71.4\n`).join('')}`;

describe('publishing a file', () => {
  test('reports its progress truthfully', async () => {
    const progress = await publish('trees.csv', csv(20_000), 'Rows');
    const found = await findService(database, 'Rows', 'root');
    expect(found?.layers).toMatchObject([
      { name: 'trees', featureCount: 20_000, geometryType: 'esriGeometryPoint' },
    ]);
    const shares = progress.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(new Set(progress.map(({ stage }) => stage))).toEqual(new Set(['reading', 'writing', 'indexing']));
    expect(progress.at(-1)).toMatchObject({ stage: 'indexing', featureCount: 20_000 });
    expect(shares.at(-1)).toBeCloseTo(0.9, 9);
  });

  test('makes a layer for each type of geometry, and a table for none', async () => {
    const geometries = [
      { type: 'Point', coordinates: [71, 51] },
      {
        type: 'MultiPoint',
        coordinates: [
          [71, 51],
          [72, 52],
        ],
      },
      {
        type: 'LineString',
        coordinates: [
          [71, 51, 5],
          [72, 52, 6],
        ],
      },
      null,
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [1, 2] },
          {
            type: 'LineString',
            coordinates: [
              [1, 2],
              [3, 4],
            ],
          },
        ],
      },
    ];
    const features = geometries.map((geometry, n) => ({ type: 'Feature', properties: { n }, geometry }));
    await publish('mixed.geojson', JSON.stringify({ type: 'FeatureCollection', features }), 'Mixed');
    const found = await findService(database, 'Mixed', 'root');
    expect(
      found?.layers.map(({ name, geometryType, featureCount, hasZ }) => [
        name,
        geometryType,
        featureCount,
        hasZ,
      ]),
    ).toEqual([
      ['mixed (points)', 'esriGeometryMultipoint', 4, false],
      ['mixed (lines)', 'esriGeometryPolyline', 2, true],
    ]);
    await publish('table.csv', 'a,b\n1,x\n', 'Plain');
    expect((await findService(database, 'Plain', 'root'))?.layers).toMatchObject([
      { name: 'table', geometryType: null, featureCount: 1 },
    ]);
  });

  test.each([
    [
      'a latitude beyond the pole',
      `${csv(3000)}Bad,99,71\n`,
      /^Line 3002: The latitude 99 is outside −90 to 90/,
    ],
    ['a text for a number', `${csv(3000)}Bad,north,71\n`, /^Line 3002: “north” in the column lat/],
  ])('leaves nothing behind of a file with %s', async (_what, content, message) => {
    await expect(publish('a.csv', content, 'Wrong')).rejects.toThrow(message);
    expect(await findService(database, 'Wrong', 'root')).toBeUndefined();
  });

  test('leaves nothing behind when its job fails or is cancelled', async () => {
    const finish = () => Promise.reject(new Error('no item'));
    await expect(publish('a.csv', csv(10), 'Wrong', { finish })).rejects.toThrow('no item');
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error('enough'));
    await expect(
      publish('a.csv', csv(20_000), 'Wrong', { signal: controller.signal, onProgress }),
    ).rejects.toThrow('enough');
    await expect(
      publish('a.csv', csv(10), 'Wrong', { signal: AbortSignal.abort(new Error('before')) }),
    ).rejects.toThrow('before');
    expect(await findService(database, 'Wrong', 'root')).toBeUndefined();
  });

  test('accepts one of three concurrent files of one name, and reports an error for the others', async () => {
    const results = await Promise.allSettled(
      [1, 2, 3].map((n) => publish('a.csv', csv(n * 1000), 'Contested')),
    );
    const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason.id);
    expect(failures).toEqual(['services:service-exists', 'services:service-exists']);
  });

  test('keeps the drawing info of a replaced layer; readers see the old one until the end', async () => {
    await publish('looks.csv', csv(10), 'Looks');
    const drawingInfo = { renderer: { type: 'simple', label: 'mine' } };
    const before = await findService(database, 'Looks', 'root');
    await database
      .updateTable('hosted_layer')
      .set({ definition: JSON.stringify({ ...before!.layers[0], drawingInfo }) })
      .where('service_id', '=', before!.service.id)
      .execute();
    let during: unknown;
    await publish('other.csv', csv(20), 'looks', {
      service: { serviceName: 'Looks', replace: true },
      finish: async () => {
        during = (await findService(database, 'Looks', 'root'))?.layers[0]?.featureCount;
      },
    });
    expect(during).toBe(10);
    expect((await findService(database, 'Looks', 'root'))?.layers).toMatchObject([
      { name: 'looks', featureCount: 20, drawingInfo },
    ]);
  });

  test('rejects a feature with more fields than a layer holds', async () => {
    const properties = Object.fromEntries(Array.from({ length: 100_000 }, (_none, n) => [`field ${n}`, n]));
    const content = JSON.stringify({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties, geometry: null }],
    });
    await expect(publish('wide.geojson', content, 'Wrong')).rejects.toThrow(/more than 400 fields/);
  });
});

describe('preview of a file', () => {
  test('shows layers, fields, first rows and what was guessed', async () => {
    const file = path.join(folder, 'preview');
    await writeFile(file, csv(6000));
    expect(await previewFile({ path: file, name: 'trees.csv' }, {})).toEqual({
      format: 'csv',
      complete: false,
      encoding: 'utf-8',
      delimiter: ',',
      columns: ['name', 'lat', 'lon'],
      coordinates: { longitude: 'lon', latitude: 'lat' },
      notes: [],
      layers: [
        {
          name: 'trees',
          geometryType: 'esriGeometryPoint',
          featureCount: 5000,
          fields: [
            { name: 'name', type: 'esriFieldTypeString' },
            { name: 'lat', type: 'esriFieldTypeDouble' },
            { name: 'lon', type: 'esriFieldTypeDouble' },
          ],
          rows: Array.from({ length: 10 }, (_none, row) => [`Tree ${row}`, `51.${row}`, '71.4']),
        },
      ],
    });
  });
});
