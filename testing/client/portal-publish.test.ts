import { createFeatureService, getLayer, getService, queryFeatures } from '@esri/arcgis-rest-feature-service';
import {
  addItemData,
  createItem,
  getItem,
  getItemStatus,
  getRelatedItems,
  isServiceNameAvailable,
  removeItem,
  searchItems,
  setItemAccess,
  updateItem,
} from '@esri/arcgis-rest-portal';
import { type ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ContentRig, createContentRig } from '../rig/content-rig.ts';
import { sample } from '../rig/long.ts';

let rig: ContentRig;
let grace: ArcGISIdentityManager;
let call: ContentRig['call'];

beforeAll(async () => {
  rig = await createContentRig();
  ({ grace, call } = rig);
});
afterAll(() => rig.stop());

const trees = (count: number) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: Array.from({ length: count }, (_none, id) => ({
      type: 'Feature',
      properties: { name: `Tree ${id}`, height: id / 2 },
      geometry: { type: 'Point', coordinates: [71 + id / 1e5, 51 + id / 2e5] },
    })),
  });

/**
 * Uploads a file like arcgis-rest-js, with its token in a header, as the file may be large. @returns the id
 * of its item
 */
async function upload(name: string, content: string | Uint8Array, type = 'GeoJson', authentication = grace) {
  const item: any = { title: name.replace(/\..*/, ''), type, tags: ['green'] };
  const headers = { 'X-Esri-Authorization': `Bearer ${authentication.token}` };
  const file = new File([content as any], name);
  const { id } = await createItem({ item, file, authentication, headers } as any);
  return id;
}

async function publish(
  itemid: string,
  publishParameters: object = {},
  more: Record<string, string> = {},
  username = 'grace',
) {
  const answer = await call(
    `/content/users/${username}/publish`,
    { itemid, filetype: 'geojson', publishParameters: JSON.stringify(publishParameters), ...more },
    username,
  );
  return answer['error'] ? answer : answer['services'][0];
}

/** Polls until the job has ended. */
async function ended(service: { serviceItemId: string; jobId: string }, username = 'grace') {
  const { serviceItemId: id, jobId } = service;
  const path = `/content/users/${username}/items/${id}/status`;
  return vi.waitUntil(
    async () => {
      const status = await call(path, { jobId, jobType: 'publish' }, username);
      return status['status'] !== 'processing' && status;
    },
    { interval: 50, timeout: 60_000 },
  );
}

async function publishWhole(itemid: string, parameters: object = {}, more: Record<string, string> = {}) {
  const service = await publish(itemid, parameters, more);
  expect(service).toMatchObject({ success: true });
  expect(await ended(service)).toMatchObject({ status: 'completed' });
  return service;
}

/** Tables of features, by name. */
async function tables(): Promise<string[]> {
  const { rows } = await rig.portal.context.database.executeQuery<{ tablename: string }>({
    sql: `select tablename from pg_tables where schemaname = 'hosted' order by 1`,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    queryId: { queryId: 'tables' },
  });
  return rows.map(({ tablename }) => tablename);
}

describe('publishing a file', () => {
  test('previews, publishes, finds and reads it', async () => {
    const file = await upload('City trees.geojson', trees(300));
    const analysis = await call('/content/features/analyze', { itemid: file, filetype: 'geojson' });
    expect(analysis).toMatchObject({
      publishParameters: {
        type: 'geojson',
        name: 'City_trees',
        layerInfo: { geometryType: 'esriGeometryPoint' },
      },
      preview: {
        format: 'geojson',
        complete: true,
        layers: [
          { featureCount: 300, fields: [{ name: 'name' }, { name: 'height', type: 'esriFieldTypeDouble' }] },
        ],
      },
    });
    expect(analysis['records']).toHaveLength(10);
    const { publishParameters } = analysis;
    expect(await isServiceNameAvailable('City_trees', 'Feature Service', grace)).toEqual({ available: true });

    const service = await publishWhole(file, publishParameters);
    expect(service).toMatchObject({
      type: 'Feature Service',
      serviceurl: expect.stringMatching(/services\/City_trees\/FeatureServer$/),
    });
    const item = await getItem(service.serviceItemId, { authentication: grace });
    expect(item).toMatchObject({
      type: 'Feature Service',
      title: 'City trees',
      url: service.serviceurl,
      owner: 'grace',
      access: 'private',
      tags: ['green'],
    });
    expect(item.typeKeywords).toContain('Hosted Service');
    expect(item.extent).toEqual([
      [71, 51],
      [71.00299, 51.001495],
    ]);
    expect(await isServiceNameAvailable('city_TREES', 'Feature Service', grace)).toEqual({
      available: false,
    });
    const found = await searchItems({ q: 'type:"Feature Service" "City trees"', authentication: grace });
    expect(found.results.map(({ id }) => id)).toEqual([service.serviceItemId]);

    const url = `${service.serviceurl}/0`;
    expect(await getLayer({ url, authentication: grace })).toMatchObject({
      name: 'City trees',
      serviceItemId: service.serviceItemId,
    });
    const { features } = (await queryFeatures({
      url,
      where: "name = 'Tree 7'",
      outFields: '*',
      authentication: grace,
    })) as any;
    expect(features).toMatchObject([
      { attributes: { height: 3.5 }, geometry: { x: 71.00007, y: 51.000035 } },
    ]);
    const related = await getRelatedItems({
      id: service.serviceItemId,
      relationshipType: 'Service2Data',
      direction: 'forward',
      authentication: grace,
    });
    expect(related.relatedItems.map(({ id }) => id)).toEqual([file]);
  });

  test('keeps it private until it is shared', async () => {
    const service = await publishWhole(await upload('Secret.geojson', trees(3)));
    await expect(getService({ url: service.serviceurl })).rejects.toThrow(/Token Required/i);
    await expect(getService({ url: service.serviceurl, authentication: rig.otto })).rejects.toThrow(
      /Service or layer not found/,
    );
    await setItemAccess({ id: service.serviceItemId, access: 'public', authentication: grace });
    expect(await getService({ url: service.serviceurl })).toMatchObject({ layers: [{ id: 0 }] });
  });

  test('reports where it is invalid, and leaves nothing behind', async () => {
    const before = await tables();
    const broken = trees(3000).replace('"Tree 2500"', '"Tree 2500');
    const file = await upload('Broken.geojson', broken);
    const service = await publish(file);
    const status = await ended(service);
    expect(status['status']).toBe('failed');
    expect(status['faults']).toMatchObject([
      {
        path: 'line 1, feature 2501',
        message: expect.stringMatching(/no JSON|in the middle/),
        code: expect.stringMatching(/broken-json|ends-in-feature/),
      },
    ]);
    expect(await tables()).toEqual(before);
    await expect(getItem(service.serviceItemId, { authentication: grace })).rejects.toThrow(/does not exist/);
    expect((await call('/content/features/analyze', { itemid: file }))['error'].code).toBe(400);
    const requested = getItemStatus({
      id: file,
      authentication: grace,
      jobId: service.jobId,
      jobType: 'publish',
    } as any);
    await expect(requested).rejects.toThrow(/Line 1, feature 2501/);
  });

  test('leaves nothing behind when cancelled', async () => {
    const before = await tables();
    const service = await publish(await upload('Large.geojson', trees(150_000)));
    expect(
      await call(`/content/users/grace/items/${service.serviceItemId}/cancel`, { jobId: service.jobId }),
    ).toEqual({ success: true });
    expect(await ended(service)).toMatchObject({
      status: 'failed',
      statusMessage: 'Publishing was cancelled.',
    });
    expect(await tables()).toEqual(before);
  });

  test('replaces an older one, under the same item, address and drawing info', async () => {
    const file = await upload('Benches.geojson', trees(5));
    const service = await publishWhole(file, { name: 'Benches' });
    await setItemAccess({ id: service.serviceItemId, access: 'org', authentication: grace });
    expect((await publish(file, { name: 'benches' }))['error'].message).toMatch(
      /The service benches already exists/,
    );
    await updateItem({
      item: { id: service.serviceItemId, typeKeywords: ['Hosted Service', 'Multilayer', 'Our own'] } as any,
      authentication: grace,
    });
    await addItemData({ id: file, file: new File([trees(9)], 'Benches.geojson'), authentication: grace });
    const again = await publishWhole(file, { name: 'Benches' }, { overwrite: 'true' });
    expect(again).toMatchObject({ serviceItemId: service.serviceItemId, serviceurl: service.serviceurl });
    expect(await getItem(service.serviceItemId, { authentication: rig.otto })).toMatchObject({
      access: 'org',
      typeKeywords: [
        'ArcGIS Server',
        'Data',
        'Feature Access',
        'Feature Service',
        'Hosted Service',
        'Singlelayer',
        'Service',
        'Our own',
      ],
    });
    const count = await queryFeatures({
      url: `${service.serviceurl}/0`,
      returnCountOnly: true,
      authentication: rig.otto,
    } as any);
    expect(count).toEqual({ count: 9 });
    // A failed one leaves the service unchanged.
    await addItemData({
      id: file,
      file: new File(['{"type":"FeatureCollection","features":[{]}'], 'Benches.geojson'),
      authentication: grace,
    });
    const failed = await publish(file, { name: 'Benches' }, { overwrite: 'true' });
    expect(await ended(failed)).toMatchObject({ status: 'failed' });
    expect(
      await queryFeatures({
        url: `${service.serviceurl}/0`,
        returnCountOnly: true,
        authentication: grace,
      } as any),
    ).toEqual({ count: 9 });
  });

  test('deletes its service and tables with the service’s item', async () => {
    const before = await tables();
    const one = await publishWhole(await upload('One.geojson', trees(2)));
    const two = await publishWhole(await upload('Two.geojson', trees(2)));
    expect(await tables()).toHaveLength(before.length + 2);
    await removeItem({ id: one.serviceItemId, authentication: grace });
    await call('/content/users/grace/deleteItems', { items: two.serviceItemId });
    expect(await tables()).toEqual(before);
    await expect(getService({ url: one.serviceurl, authentication: grace })).rejects.toThrow(
      /Service or layer not found/,
    );
    expect(await isServiceNameAvailable('Two', 'Feature Service', grace)).toEqual({ available: true });
  });
});

describe('permission to publish', () => {
  test('is limited to the owner and administrators', async () => {
    const file = await upload('Mine.geojson', trees(2));
    await setItemAccess({ id: file, access: 'public', authentication: grace });
    expect((await publish(file, {}, {}, 'linus'))['error']).toMatchObject({ code: 403 });
    expect((await call('/content/users/grace/publish', { itemid: file }, 'linus'))['error']).toMatchObject({
      code: 403,
    });
    expect((await call('/content/users/grace/publish', { itemid: file }, ''))['error']).toMatchObject({
      code: 499,
    });
    expect((await call('/content/features/analyze', { itemid: file }, ''))['error']).toMatchObject({
      code: 499,
    });
    const service = await publish(file, {}, {});
    const { serviceItemId: id, jobId } = service;
    expect((await call(`/content/items/${id}/status`, { jobId }, 'linus'))['error']).toMatchObject({
      code: 400,
    });
    expect(
      (await call(`/content/users/grace/items/${id}/cancel`, { jobId }, 'linus'))['error'],
    ).toMatchObject({ code: 400 });
    expect(await ended(service)).toMatchObject({ status: 'completed' });
    const others = await upload('Others.geojson', trees(2), 'GeoJson', rig.linus);
    const taken = await publish(others, { name: 'Mine' }, { overwrite: 'true' }, 'linus');
    expect(taken['error']).toMatchObject({ code: 403 });
    const forGrace = await call(
      '/content/users/grace/publish',
      { itemid: file, publishParameters: '{"name":"ByAda"}' },
      'ada',
    );
    expect(await ended(forGrace['services'][0], 'ada')).toMatchObject({ status: 'completed' });
    expect(await getItem(forGrace['services'][0].serviceItemId, { authentication: grace })).toMatchObject({
      owner: 'grace',
    });
  });

  test('leaves what an administrator publishes of another user out of that user’s folders', async () => {
    const { folder } = await call('/content/users/grace/createFolder', { title: 'Files of grace' });
    const id = await upload('filed.geojson', trees(2));
    await call(`/content/users/grace/items/${id}/move`, { folder: folder.id });
    const service = await publish(id, { name: 'Filed' }, {}, 'ada');
    expect(await ended(service, 'ada')).toMatchObject({ status: 'completed' });
    const published = await call(`/content/users/ada/items/${service.serviceItemId}`, {}, 'ada');
    expect(published).toMatchObject({ item: { owner: 'ada' }, folder: null });
    await call(`/content/users/grace/items/${id}/delete`);
    expect(await call(`/content/users/grace/${folder.id}/delete`)).toMatchObject({ success: true });
    await call(`/content/users/ada/items/${service.serviceItemId}/delete`, {}, 'ada');
  });

  test('gives its layer what the parameters say', async () => {
    const file = await upload('Old trees.geojson', trees(3));
    const service = await publishWhole(file, {
      name: 'OldTrees',
      targetSR: { wkid: 102100, latestWkid: 3857 },
      maxRecordCount: 2,
      layerInfo: {
        name: 'Veterans',
        capabilities: 'Query,Create,Editing',
        fields: [{ name: 'height', alias: 'Height, m', type: 'esriFieldTypeDouble' }],
      },
    });
    const { serviceurl: url } = service;
    expect(await getService({ url, authentication: grace })).toMatchObject({
      capabilities: 'Create,Query,Editing',
    });
    const layer = await getLayer({ url: `${url}/0`, authentication: grace });
    expect(layer).toMatchObject({
      name: 'Veterans',
      maxRecordCount: 2,
      extent: { spatialReference: { latestWkid: 3857 } },
    });
    expect(layer.fields?.find(({ name }) => name === 'height')).toMatchObject({ alias: 'Height, m' });
    const found: any = await queryFeatures({ url: `${url}/0`, outSR: '4326', authentication: grace });
    expect(found.features).toHaveLength(2);
    expect(found.features[0].geometry.x).toBeCloseTo(71, 6);
    expect(found.features[0].geometry.y).toBeCloseTo(51, 6);
  });

  const codes = ['x,y,code,height,seen', '71,51,12,"1,5",2026-11-21', '72,52,13,"2,5",2026-11-22'].join('\n');
  const typed = (fields: object[]) => ({ name: 'Codes', layerInfo: { fields } });

  test('gives fields the types that are chosen', async () => {
    const file = await upload('Codes.csv', codes, 'CSV');
    const { serviceurl } = await publishWhole(
      file,
      typed([
        { name: 'code', type: 'esriFieldTypeString', length: 5, alias: 'Code' },
        { name: 'height', type: 'esriFieldTypeString' },
        { name: 'seen', type: 'esriFieldTypeDateOnly' },
      ]),
    );
    const url = `${serviceurl}/0`;
    const { fields } = await getLayer({ url, authentication: grace });
    expect(fields?.filter(({ name }) => ['code', 'height', 'seen'].includes(name))).toMatchObject([
      { name: 'code', alias: 'Code', type: 'esriFieldTypeString', length: 5 },
      { name: 'height', type: 'esriFieldTypeString' },
      { name: 'seen', type: 'esriFieldTypeDateOnly' },
    ]);
    const found: any = await queryFeatures({ url, orderByFields: 'code', authentication: grace });
    expect(found.features[0].attributes).toMatchObject({ code: '12', height: '1,5', seen: '2026-11-21' });
  });

  const misfits: [string, object, RegExp][] = [
    ['a value does not fit', { name: 'height', type: 'esriFieldTypeInteger' }, /line 2.*whole number/i],
    ['a text is too long', { name: 'code', type: 'esriFieldTypeString', length: 1 }, /at most 1 char/],
    ['the file has no such field', { name: 'size', type: 'esriFieldTypeDouble' }, /size: .*no such field/],
    ['the type is not one of a field', { name: 'code', type: 'esriFieldTypeOID' }, /code: .*not supported/],
    ['a number has a length', { name: 'code', length: 3 }, /code: Only texts/],
  ];

  test.each(sample(misfits, 2))('fails with the reason when %s', async (_what, field, reason) => {
    const file = await upload('Misfits.csv', codes, 'CSV');
    const service = await publish(file, { ...typed([field]), name: 'Misfits' });
    expect(await ended(service)).toMatchObject({
      status: 'failed',
      statusMessage: expect.stringMatching(reason),
    });
  });

  test('fails with the reason in an unknown spatial reference', async () => {
    const file = await upload('Lost trees.geojson', trees(3));
    const job = await call('/content/users/grace/publish', {
      itemid: file,
      publishParameters: '{"name":"LostTrees","targetSR":{"wkid":999999}}',
    });
    expect(await ended(job['services'][0])).toMatchObject({
      status: 'failed',
      statusMessage: expect.stringContaining('spatial reference'),
    });
  });

  test.each<[string, Record<string, string>]>([
    ['no item', {}],
    ['an unknown item', { itemid: 'nobody' }],
    ['parameters that are not JSON', { publishParameters: '[' }],
    ['a name with a slash', { publishParameters: '{"name":"../x"}' }],
    ['a long delimiter', { publishParameters: '{"columnDelimiter":"ab"}' }],
    ['addresses', { publishParameters: '{"locationType":"address"}' }],
    ['an invalid spatial reference', { publishParameters: '{"sourceSR":{"wkid":"x"}}' }],
  ])('is refused for %s', async (what, parameters) => {
    const itemid = what === 'no item' ? '' : await upload('Any.geojson', trees(1));
    expect((await call('/content/users/grace/publish', { itemid, ...parameters }))['error']).toMatchObject({
      code: 400,
    });
  });
});

describe('empty service', () => {
  test('is created by arcgis-rest-js', async () => {
    const created = await createFeatureService({
      item: {
        name: 'EmptyService',
        serviceDescription: 'Nothing yet',
        capabilities: 'Create,Delete,Query,Update,Editing',
        hasStaticData: false,
      },
      authentication: grace,
    } as any);
    expect(created).toMatchObject({ success: true, serviceItemId: expect.any(String), isView: false });
    expect(await getService({ url: created.serviceurl, authentication: grace })).toMatchObject({
      layers: [],
      tables: [],
    });
    await removeItem({ id: created.serviceItemId, authentication: grace });
    await expect(getService({ url: created.serviceurl, authentication: grace })).rejects.toThrow(
      /Service or layer not found/,
    );
  });

  test('has no longer texts than other items', async () => {
    const createParameters = JSON.stringify({ name: 'TooLong' });
    const tags = Array.from({ length: 2000 }, (_, n) => `t${n}`).join();
    for (const long of [{ title: 'x'.repeat(5000) }, { tags }]) {
      const { error } = await call('/content/users/grace/createService', {
        createParameters,
        ...(long as object),
      });
      expect(error.code).toBe(400);
    }
  });

  test('may have layers, which can be edited', async () => {
    const kinds = { type: 'codedValue', name: 'Kinds', codedValues: [{ name: 'First', code: 'a' }] };
    const layers = [
      {
        name: 'Notes',
        geometryType: 'esriGeometryPoint',
        fields: [
          { name: 'OBJECTID', type: 'esriFieldTypeOID' },
          { name: 'text', type: 'esriFieldTypeString', length: 50, alias: 'Text' },
          { name: 'kind', type: 'esriFieldTypeString', domain: kinds, defaultValue: 'a' },
        ],
      },
    ];
    const createParameters = JSON.stringify({
      name: 'Notes',
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers,
    });
    const created = await call('/content/users/grace/createService', { createParameters });
    const url = `${created['serviceurl']}/0/addFeatures`;
    const added: any = await request(url, {
      params: { features: [{ attributes: { text: 'x' }, geometry: { x: 71, y: 51 } }] },
      authentication: grace,
    });
    expect(added.addResults).toMatchObject([{ objectId: 1, success: true }]);
    const { fields } = (await request(`${created['serviceurl']}/0`, { authentication: grace })) as any;
    expect(fields.find(({ name }: any) => name === 'kind')).toMatchObject({
      domain: kinds,
      defaultValue: 'a',
    });
    expect((await call('/content/users/grace/createService', { createParameters }))['error'].code).toBe(400);
    for (const wrong of [
      { name: 'a b' },
      { name: 'Bad', layers: [{}] },
      { name: 'Bad', layers: [{ name: 'x', geometryType: 'circle' }] },
      {
        name: 'Bad',
        layers: [
          { name: 'x', fields: [{ name: 'k', type: 'esriFieldTypeString', domain: { type: 'list' } }] },
        ],
      },
    ]) {
      const answer = await call('/content/users/grace/createService', {
        createParameters: JSON.stringify(wrong),
      });
      expect(answer['error'].code).toBe(400);
    }
  });
});
