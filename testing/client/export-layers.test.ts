import { strFromU8, unzipSync } from 'fflate';
import { createFeatureService } from '@esri/arcgis-rest-feature-service';
import {
  exportItem,
  type ExportFormat,
  getItem,
  getItemData,
  type IItem,
  setItemAccess,
} from '@esri/arcgis-rest-portal';
import { ByteBuffer } from 'flatbuffers';
import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { fromByteBuffer } from 'flatgeobuf/lib/mjs/header-meta.js';
import { kml } from '@tmcw/togeojson';
import { parse } from 'csv-parse/sync';
import { JSDOM } from 'jsdom';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as shapefile from 'shpjs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../server/limits.ts';
import { type ContentRig, createContentRig } from '../rig/content-rig.ts';
import { holdLayers } from '../rig/hold-layers.ts';
import { sample } from '../rig/long.ts';
import { toArray } from '../rig/to-array.ts';

const shp: any = shapefile.default;
const { parseShp, parseDbf } = shapefile as any;

let rig: ContentRig;
let call: ContentRig['call'];
/** Items of grace's services: trees (points), and districts (polygons) with a table of owners. */
let trees = '';
let treesUrl = '';
let city = '';
/** For the temporary files of this server only. */
let temporary = '';

const field = (name: string, type: string, more = {}) => ({ name, type: `esriFieldType${type}`, ...more });
const system = [field('OBJECTID', 'OID'), field('GlobalID', 'GlobalID')];
const wgs84 = { wkid: 4326 };
const noon = Date.UTC(2026, 4, 17, 12, 30);
const count = 2500;

const square = [
  [71, 51],
  [71, 52],
  [72, 52],
  [72, 51],
  [71, 51],
];
const hole = [
  [71.4, 51.4],
  [71.6, 51.4],
  [71.6, 51.6],
  [71.4, 51.6],
  [71.4, 51.4],
];

async function createService(name: string, layers: object[]): Promise<{ id: string; url: string }> {
  const made = await createFeatureService({
    item: {
      name,
      serviceDescription: name,
      capabilities: 'Query,Editing,Create,Update,Delete',
      layers,
    } as any,
    authentication: rig.grace,
  });
  return { id: made.serviceItemId, url: made.serviceurl };
}

async function add(url: string, features: object[]) {
  const body = new URLSearchParams({
    f: 'json',
    token: rig.grace.token,
    adds: JSON.stringify(features),
    rollbackOnFailure: 'true',
  });
  const answer = await (await fetch(`${url}/applyEdits`, { method: 'POST', body })).json();
  expect(answer.addResults.every(({ success }: { success: boolean }) => success)).toBe(true);
}

beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'mapping-exports-'));
  vi.stubEnv('TMPDIR', temporary);
  rig = await createContentRig();
  ({ call } = rig);
  const green = await createService('Trees', [
    {
      name: 'Trees',
      type: 'Feature Layer',
      geometryType: 'esriGeometryPoint',
      spatialReference: wgs84,
      fields: [
        ...system,
        field('name', 'String', { length: 120 }),
        field('height_in_metres', 'Double'),
        field('height_in_feet', 'Double'),
        field('planted', 'Date'),
        field('number', 'Integer'),
      ],
    },
  ]);
  trees = green.id;
  treesUrl = green.url;
  const rows = Array.from({ length: count }, (_none, id) => ({
    attributes: {
      name: id === 0 ? '=1+1, "ель" <&>\nline' : `Tree ${id}`,
      height_in_metres: id / 4,
      height_in_feet: id === 1 ? null : id,
      planted: noon,
      number: -id,
    },
    geometry: { x: 71 + id / 1e4, y: 51.5, spatialReference: wgs84 },
  }));
  await add(`${green.url}/0`, rows);
  const town = await createService('City', [
    {
      id: 0,
      name: 'Districts: north',
      type: 'Feature Layer',
      geometryType: 'esriGeometryPolygon',
      spatialReference: { wkid: 102100 },
      fields: [...system, field('name', 'String')],
    },
    { id: 1, name: 'Owners', type: 'Table', fields: [...system, field('name', 'String')] },
  ]);
  city = town.id;
  await add(`${town.url}/0`, [
    { attributes: { name: 'Old town' }, geometry: { rings: [square, hole], spatialReference: wgs84 } },
    { attributes: { name: 'Nowhere' } },
  ]);
  await add(`${town.url}/1`, [{ attributes: { name: 'Ada' } }]);
});
afterAll(async () => {
  await rig.stop();
  await rm(temporary, { recursive: true });
});

async function ended(id: string, jobId: string, username = 'grace') {
  const path = `/content/users/${username}/items/${id}/status`;
  return vi.waitUntil(
    async () => {
      const status = await call(path, { jobId, jobType: 'export' }, username);
      return status['status'] !== 'processing' && status;
    },
    { interval: 30, timeout: 60_000 },
  );
}

type Exported = { item: IItem; bytes: Uint8Array };
const whole = new Map<string, Promise<Exported>>();

/** The file of a whole service, exported once. */
function exportedWhole(id: string, format: string): Promise<Exported> {
  const key = `${id} ${format}`;
  const known = whole.get(key) ?? exported(id, format);
  whole.set(key, known);
  return known;
}

/** Exports with arcgis-rest-js, and downloads the file. */
async function exported(id: string, format: string, exportParameters?: object): Promise<Exported> {
  const job = await exportItem({
    id,
    owner: 'grace',
    title: `Export: ${format}`,
    exportFormat: format as ExportFormat,
    exportParameters: exportParameters as any,
    authentication: rig.grace,
  });
  expect(job).toMatchObject({ serviceItemId: id, exportFormat: format });
  expect(await ended(job.exportItemId, job.jobId)).toMatchObject({ status: 'completed' });
  const item = await getItem(job.exportItemId, { authentication: rig.grace });
  const blob: Blob = await getItemData(job.exportItemId, { authentication: rig.grace, file: true } as any);
  return { item, bytes: new Uint8Array(await blob.arrayBuffer()) };
}

/** Sets the capabilities of the trees. */
async function allow(capabilities: string) {
  const body = new URLSearchParams({
    f: 'json',
    token: rig.grace.token,
    updateDefinition: JSON.stringify({ capabilities }),
  });
  const address = `${treesUrl.replace('/rest/services/', '/rest/admin/services/')}/updateDefinition`;
  const answer = await (await fetch(address, { method: 'POST', body })).json();
  expect(answer).toMatchObject({ success: true });
}

async function refused(send: Record<string, string>, username = 'grace') {
  const answer = await call(`/content/users/${username}/export`, send, username);
  return answer['error'] ?? ended(answer['exportItemId'], answer['jobId'], username);
}

describe('an exported layer', () => {
  test('is a private item of the requester', async () => {
    const { item } = await exportedWhole(trees, 'GeoJson');
    expect(item).toMatchObject({
      owner: 'grace',
      type: 'GeoJson',
      access: 'private',
      name: 'Export GeoJson.geojson',
      title: 'Export: GeoJson',
    });
  });

  test('is CSV with coordinates, and texts are never formulas', async () => {
    const { item, bytes } = await exportedWhole(trees, 'CSV');
    expect(item.type).toBe('CSV');
    const rows: Record<string, string>[] = parse(strFromU8(bytes), { columns: true, bom: true });
    expect(rows).toHaveLength(count);
    expect(rows[0]).toMatchObject({
      OBJECTID: '1',
      name: `'=1+1, "ель" <&>\nline`,
      height_in_metres: '0',
      planted: '2026-05-17T12:30:00.000Z',
      x: '71',
      y: '51.5',
    });
    expect(rows[1]).toMatchObject({ height_in_feet: '', number: '-1' });
  });

  test('is GeoJSON in degrees, with outer rings counter-clockwise', async () => {
    const { bytes } = await exported(city, 'GeoJson', { layers: [{ id: 0 }] });
    const { features } = JSON.parse(strFromU8(bytes));
    expect(features).toHaveLength(2);
    expect(features[0]).toMatchObject({
      id: 1,
      properties: { name: 'Old town' },
      geometry: { type: 'Polygon' },
    });
    const [outer, inner] = features[0].geometry.coordinates;
    expect(outer[1][0]).toBeCloseTo(72, 9);
    expect(inner).toHaveLength(5);
    expect(features[1].geometry).toBeNull();
  });

  test('is a shapefile that other programs read', async () => {
    const { item, bytes } = await exportedWhole(trees, 'Shapefile');
    expect(item).toMatchObject({ type: 'Shapefile', name: 'Export Shapefile.zip' });
    const collection: any = await shp(bytes.buffer);
    expect(collection.features).toHaveLength(count);
    const [first, second] = collection.features;
    expect(first.geometry.coordinates).toEqual([71, 51.5]);
    expect(Object.keys(first.properties)).toEqual([
      'OBJECTID',
      'GlobalID',
      'name',
      'height_in_',
      'height_i_1',
      'planted',
      'number',
    ]);
    expect(first.properties).toMatchObject({ OBJECTID: 1, name: '=1+1, "ель" <&>\nline', height_in_: 0 });
    expect(second.properties).toMatchObject({
      height_in_: 0.25,
      number: -1,
      planted: '2026-05-17T12:30:00.000Z',
    });
  });

  test('is a shapefile of polygons with holes, and the .dbf of a table', async () => {
    const { bytes } = await exported(city, 'Shapefile', { targetSR: wgs84 });
    const files = unzipSync(bytes);
    expect(Object.keys(files).toSorted()).toEqual([
      'Districts north.cpg',
      'Districts north.dbf',
      'Districts north.prj',
      'Districts north.shp',
      'Districts north.shx',
      'Owners.cpg',
      'Owners.dbf',
    ]);
    const name = (ending: string) => files[`Districts north.${ending}`] as Uint8Array;
    const view = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
      buffer.slice(byteOffset, byteOffset + byteLength);
    const geometries: any = parseShp(view(name('shp')) as any, strFromU8(name('prj')));
    expect(geometries[0].coordinates).toHaveLength(2);
    expect(geometries[0].coordinates[0][0][0]).toBeCloseTo(71, 9);
    expect(geometries[1]).toBeFalsy();
    expect(name('shx')).toHaveLength(100 + 2 * 8);
    expect(parseDbf(view(files['Owners.dbf'] as Uint8Array) as any, 'UTF-8' as any)).toMatchObject([
      { name: 'Ada' },
    ]);
  });

  test('is a GeoPackage with a table per layer', async () => {
    const { item, bytes } = await exportedWhole(city, 'GeoPackage');
    expect(item.type).toBe('GeoPackage');
    const folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
    try {
      await writeFile(path.join(folder, 'city.gpkg'), bytes);
      const database = new DatabaseSync(path.join(folder, 'city.gpkg'), { readOnly: true });
      expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
      expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
      expect(database.prepare('pragma application_id').get()).toEqual({ application_id: 0x47504b47 });
      expect(
        database.prepare('select table_name, data_type, srs_id from gpkg_contents order by 1').all(),
      ).toMatchObject([
        { table_name: 'Districts north', data_type: 'features', srs_id: 3857 },
        { table_name: 'Owners', data_type: 'attributes', srs_id: null },
      ]);
      const [row, empty] = database.prepare('select * from "Districts north"').all() as any[];
      expect(row).toMatchObject({ OBJECTID: 1, name: 'Old town' });
      expect(Buffer.from(row.geom).toString('latin1', 0, 2)).toBe('GP');
      expect(empty.geom).toBeNull();
      database.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('is FlatGeobuf that other programs read, also features without geometry', async () => {
    const { item, bytes } = await exported(city, 'FlatGeobuf', { layers: [{ id: 0 }] });
    expect(item).toMatchObject({ type: 'FlatGeobuf', name: 'Export FlatGeobuf.fgb' });
    const header = fromByteBuffer(new ByteBuffer(bytes.slice(8)));
    expect(header).toMatchObject({ featuresCount: 2, indexNodeSize: 0, crs: { org: 'EPSG', code: 3857 } });
    expect(header.columns?.map(({ name }) => name)).toEqual(['OBJECTID', 'GlobalID', 'name']);
    const { preview } = await call('/content/features/analyze', { itemid: item.id, filetype: 'flatgeobuf' });
    expect(preview).toMatchObject({
      complete: true,
      layers: [{ featureCount: 2, geometryType: 'esriGeometryPolygon' }],
    });
    const read = await exportedWhole(trees, 'FlatGeobuf');
    const [trunk] = (await toArray(deserialize(read.bytes))) as any[];
    expect(trunk.geometry).toEqual({ type: 'Point', coordinates: [71, 51.5] });
    expect(trunk.properties).toMatchObject({
      OBJECTID: 1,
      name: '=1+1, "ель" <&>\nline',
      height_in_metres: 0,
      planted: '2026-05-17T12:30:00.000Z',
      number: 0,
    });
  });

  test('is KML with a folder per layer', async () => {
    const { bytes } = await exportedWhole(city, 'KML');
    const { window } = new JSDOM(strFromU8(bytes), { contentType: 'text/xml' } as any);
    expect(window.document.querySelector('parsererror')).toBeNull();
    expect(window.document.querySelectorAll('Folder')).toHaveLength(2);
    const { features } = kml(window.document as any);
    expect(features[0]).toMatchObject({
      geometry: { type: 'Polygon' },
      properties: { name: 'Old town', OBJECTID: '1' },
    });
    expect((features[0] as any).geometry.coordinates).toHaveLength(2);
  });

  test('is a workbook with a sheet per layer', async () => {
    const { item, bytes } = await exportedWhole(trees, 'Excel');
    expect(item).toMatchObject({ type: 'Microsoft Excel', name: 'Export Excel.xlsx' });
    const files = unzipSync(bytes);
    const read = (name: string) =>
      new JSDOM(strFromU8(files[name] as Uint8Array), { contentType: 'text/xml' } as any).window.document;
    expect(read('xl/workbook.xml').querySelector('sheet')?.getAttribute('name')).toBe('Trees');
    expect(read('[Content_Types].xml').querySelectorAll('Override')).toHaveLength(2);
    const sheet = read('xl/worksheets/sheet1.xml');
    const rows = [...sheet.querySelectorAll('row')];
    expect(rows).toHaveLength(count + 1);
    expect([...rows[0]!.children].map(({ textContent }) => textContent)).toEqual([
      'OBJECTID',
      'GlobalID',
      'name',
      'height_in_metres',
      'height_in_feet',
      'planted',
      'number',
      'x',
      'y',
    ]);
    const cell = (place: string) => sheet.querySelector(`c[r="${place}"]`);
    expect(cell('C2')?.textContent).toBe('=1+1, "ель" <&>\nline');
    expect(cell('D3')?.textContent).toBe('0.25');
    expect(cell('E3')).toBeNull();
    expect(sheet.querySelector('f')).toBeNull();
  });

  test('is published again without a loss', async () => {
    const formats = ['CSV', 'Excel', 'FlatGeobuf', 'GeoJson', 'GeoPackage', 'KML', 'Shapefile'];
    for (const format of sample(formats, 3)) {
      const { item } = await exportedWhole(trees, format);
      const filetype = format.toLowerCase();
      const preview = await call('/content/features/analyze', { itemid: item.id, filetype });
      expect(preview['preview']).toMatchObject({ complete: true, layers: [{ featureCount: count }] });
    }
  });

  test('has the features of a condition, of several layers one file each', async () => {
    const some = await exported(trees, 'CSV', {
      layers: [{ id: 0, includeGeometry: true, where: "number <= -2498 and name like 'Tree%'" }],
    });
    expect(parse(strFromU8(some.bytes), { columns: true, bom: true })).toHaveLength(2);
    const both = await exportedWhole(city, 'CSV');
    expect(both.item).toMatchObject({ type: 'CSV Collection', name: 'Export CSV.zip' });
    expect(Object.keys(unzipSync(both.bytes))).toEqual(['Districts north.csv', 'Owners.csv']);
  });
});

describe('an export', () => {
  test('is refused with the reason, and leaves nothing', async () => {
    const itemId = trees;
    const cases: [Record<string, string>, RegExp][] = [
      [{ exportFormat: 'CSV' }, /id of the item/],
      [{ itemId, exportFormat: 'File Geodatabase' }, /Choose one of CSV, Excel/],
      [{ itemId, exportFormat: 'CSV', exportParameters: '{"layers":[{"id":7}]}' }, /no layer 7/],
      [{ itemId, exportFormat: 'CSV', exportParameters: '{"layers":"all"}' }, /layers as a list/],
      [{ itemId, exportFormat: 'CSV', exportParameters: '{"layer":[{"id":0}]}' }, /layer is not supported/],
      [{ itemId, exportFormat: 'CSV', exportParameters: '{"enforceFieldVisibility":false}' }, /hides/],
      [{ itemId, exportFormat: 'CSV', title: 'a'.repeat(251) }, /Use at most 250 characters/],
      [
        { itemId, exportFormat: 'CSV', exportParameters: '{"layers":[{"id":0,"includeGeometry":false}]}' },
        /includeGeometry/,
      ],
      [
        { itemId, exportFormat: 'CSV', exportParameters: '{"layers":[{"id":0,"xColumnName":"lon"}]}' },
        /xColumnName/,
      ],
      [
        { itemId, exportFormat: 'CSV', exportParameters: '{"layers":[{"id":0,"where":"secret = 1"}]}' },
        /secret/,
      ],
      [{ itemId, exportFormat: 'KML', exportParameters: '{"targetSR":{"wkid":102100}}' }, /only be 4326/],
      [{ itemId: city, exportFormat: 'GeoJson' }, /holds one layer/],
      [{ itemId: city, exportFormat: 'FlatGeobuf' }, /holds one layer/],
      [{ itemId: await rig.addMap(), exportFormat: 'CSV' }, /Only hosted feature layers/],
    ];
    for (const [send, reason] of cases) {
      const error = await refused(send);
      expect(JSON.stringify(error)).toMatch(reason);
    }
    expect((await readdir(temporary)).filter((name) => name.startsWith('mapping-export-'))).toEqual([]);
  });

  test('of a hidden layer gets the same response as one of a missing layer', async () => {
    const [hidden, missing] = [
      await refused({ itemId: trees, exportFormat: 'CSV' }, 'linus'),
      await refused({ itemId: '0'.repeat(32), exportFormat: 'CSV' }, 'linus'),
    ];
    expect(hidden).toEqual(missing);
    expect(hidden).toMatchObject({ code: 400, messageCode: 'CONT_0001' });
    expect(await refused({ itemId: trees, exportFormat: 'CSV' }, '')).toMatchObject({ code: 499 });
  });

  test('of another user’s public layer belongs to the requester; others cannot follow it', async () => {
    await setItemAccess({ id: trees, access: 'public', authentication: rig.grace });
    await allow('Query,Editing,Create,Update,Delete,Extract');
    const job = await call('/content/users/linus/export', { itemId: trees, exportFormat: 'CSV' }, 'linus');
    const { exportItemId: id, jobId } = job as { exportItemId: string; jobId: string };
    const spied = await call(`/content/users/linus/items/${id}/status`, { jobId }, 'grace');
    expect(spied['error']).toMatchObject({ messageCode: 'CONT_0001' });
    expect(await ended(id, jobId, 'linus')).toMatchObject({
      status: 'completed',
      progress: { stage: 'writing', share: 1, featureCount: count },
    });
    expect(await call(`/content/items/${id}`, {}, 'grace')).toMatchObject({
      error: { messageCode: 'CONT_0001' },
    });
    // The status of the service's item is not the status of an export.
    expect(await call(`/content/users/grace/items/${trees}/status`)).toMatchObject({ itemId: trees });
  });

  test('needs the capability Extract, except for those who may change the item', async () => {
    const send = { itemId: trees, exportFormat: 'CSV' };
    await setItemAccess({ id: trees, access: 'public', authentication: rig.grace });
    await allow('Query,Editing');
    expect(await refused(send, 'linus')).toMatchObject({
      code: 403,
      message: 'The owner of Trees does not let others export it.',
    });
    const layer = async (token: string) =>
      (await (await fetch(`${treesUrl}/0?f=json&token=${token}`)).json()).capabilities as string;
    expect(await layer('')).not.toContain('Extract');
    // Its owner needs no permission, and clients read that from the layer.
    expect(await layer(rig.grace.token)).toContain('Extract');
    const own = await call('/content/users/grace/export', send);
    expect(await ended(own['exportItemId'], own['jobId'])).toMatchObject({ status: 'completed' });

    await allow('Query,Extract');
    expect(await layer('')).toBe('Query,Extract');
    const job = await call('/content/users/linus/export', send, 'linus');
    expect(await ended(job['exportItemId'], job['jobId'], 'linus')).toMatchObject({ status: 'completed' });
  });

  test('is cancelled, and no item remains', async () => {
    const { id, jobId } = await holdLayers(rig.databaseUrl, async () => {
      const job = await call('/content/users/grace/export', { itemId: trees, exportFormat: 'Shapefile' });
      await call(`/content/users/grace/items/${job['exportItemId']}/cancel`, { jobId: job['jobId'] });
      return { id: job['exportItemId'], jobId: job['jobId'] };
    });
    expect(await ended(id, jobId)).toMatchObject({ status: 'failed' });
    expect(await call(`/content/items/${id}`)).toHaveProperty('error');
  });

  test('waits in turn, and each user has a limit', async () => {
    const jobs = await holdLayers(rig.databaseUrl, () =>
      Promise.all(
        Array.from({ length: limits.exportsPerUser + 4 }, () =>
          call('/content/users/grace/export', { itemId: trees, exportFormat: 'CSV' }),
        ),
      ),
    );
    const [over, within] = [true, false].map((wanted) => jobs.filter((job) => 'error' in job === wanted));
    expect(over?.map((job) => job['error'].code)).toEqual([429, 429, 429, 429]);
    for (const job of within ?? [])
      expect(await ended(job['exportItemId'], job['jobId'])).toMatchObject({ status: 'completed' });
  });
});
