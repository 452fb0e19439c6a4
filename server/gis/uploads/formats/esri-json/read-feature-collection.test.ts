import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openUpload } from '../../open-upload.ts';
import { planLayers } from '../../plan-layers.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'esri-json-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(value: unknown) {
  const place = path.join(folder, 'file');
  await writeFile(place, typeof value === 'string' ? value : JSON.stringify(value));
  return openUpload({ path: place, name: 'trees.json', meter: { read: 0, total: 0 } }, {}, folder);
}

async function plan(value: unknown) {
  const { layers } = await planLayers(await open(value));
  return layers.map(({ shape, featureCount, sample }) => ({ ...shape, featureCount, sample }));
}

const point = (attributes: object, x = 1) => ({ attributes, geometry: { x, y: 2 } });
const set = (features: object[], more: object = {}) => ({ featureSet: { features, ...more } });

describe('a feature collection', () => {
  test('has the fields of its definition, without object ids', async () => {
    const fields = [
      { name: 'OBJECTID', type: 'esriFieldTypeOID' },
      { name: 'planted', type: 'esriFieldTypeDate' },
      { name: 'height', type: 'esriFieldTypeDouble' },
    ];
    const features = [point({ OBJECTID: 1, planted: 86_400_000, height: 3 })];
    const [layer] = await plan({ layerDefinition: { name: 'Trees', fields }, ...set(features) });
    expect(layer).toMatchObject({
      name: 'Trees',
      geometryType: 'esriGeometryPoint',
      featureCount: 1,
      wkid: 4326,
    });
    expect(layer?.fields.map(({ name, type }) => [name, type])).toEqual([
      ['planted', 'esriFieldTypeDate'],
      ['height', 'esriFieldTypeDouble'],
    ]);
  });

  test('may have several layers, or be one of them, or a feature set', async () => {
    const one = set([point({ a: 1 })]);
    const names = async (value: object) => (await plan(value)).map(({ name }) => name);
    expect(
      await names({ featureCollection: { layers: [one, { layerDefinition: { name: 'B' }, ...one }] } }),
    ).toEqual(['trees', 'B']);
    expect(await names({ features: [point({ a: 1 })] })).toEqual(['trees']);
  });

  test('is in the spatial reference of the set or of its first feature', async () => {
    const mercator = { wkid: 102100, latestWkid: 3857 };
    expect(await plan(set([point({})], { spatialReference: mercator }))).toMatchObject([{ wkid: 3857 }]);
    const geometry = { x: 1, y: 2, spatialReference: mercator };
    expect(await plan({ features: [{ attributes: { a: 1 }, geometry }] })).toMatchObject([{ wkid: 3857 }]);
    const named = {
      wkt: 'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],UNIT["Meter",1.0]]',
    };
    expect(await plan(set([point({})], { spatialReference: named }))).toMatchObject([{ wkid: 3857 }]);
  });

  test('may declare a field of an unknown type', async () => {
    const fields = [{ name: 'a', type: 'constructor' }];
    const [layer] = await plan({ layerDefinition: { fields }, ...set([point({ a: 1 })]) });
    expect(layer?.fields).toMatchObject([{ name: 'a', type: 'esriFieldTypeInteger' }]);
  });

  test.each<[string, unknown, string]>([
    ['broken JSON', '{"features":[{"attributes":{"a":1}', 'broken-json'],
    ['no features', { layerDefinition: {}, featureSet: { features: [] } }, 'no-features'],
    ['features of another kind', set([point({}), 5 as never]), 'feature-expected'],
    ['broken geometry', set([{ attributes: {}, geometry: { rings: 'all' } }]), 'broken-geometry'],
    ['curves', set([{ attributes: {}, geometry: { curvePaths: [] } }]), 'broken-geometry'],
    [
      'an unknown spatial reference',
      set([point({})], { spatialReference: { wkid: 99 } }),
      'unknown-reference-name',
    ],
    [
      'an unreadable spatial reference',
      set([point({})], { spatialReference: { wkt: 'LOCAL_CS["x"]' } }),
      'unknown-reference',
    ],
  ])('is rejected for %s', async (_what, value, code) => {
    await expect(plan(value)).rejects.toMatchObject({ faults: [{ code }] });
  });
});
