import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { limits } from '../../server/limits.ts';
import { firstDay } from '../rig/city-service.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let client: ServiceClient;
const trees = 'Trees/FeatureServer/0';

beforeAll(async () => {
  server = await startTestServer();
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  client = new ServiceClient(server.url, await portal.token('ada'));
});
afterAll(() => server.stop());

/** The address of an attachment of tree 2 when a request calls the server by another name. */
async function attachmentUrlFor(host: string): Promise<string> {
  const token = client.token ?? '';
  const query = new URLSearchParams({ f: 'json', objectIds: '2', returnUrl: 'true', token });
  const address = `${server.url}/server/rest/services/${trees}/queryAttachments?${query}`;
  const text = await new Promise<string>((resolve, reject) => {
    const requested = request(address, { headers: { host } }, (response) => {
      response.toArray().then((parts) => resolve(Buffer.concat(parts).toString()), reject);
    });
    requested.on('error', reject);
    requested.end();
  });
  return JSON.parse(text).attachmentGroups[0].attachmentInfos[0].url;
}

/** Ten trees and a table of visits, fresh for each test. */
beforeEach(async () => {
  const features = Array.from({ length: 10 }, (_none, index) => ({
    properties: { species: 'oak', height: index, planted: firstDay },
    geometry: { type: 'Point', coordinates: [71 + index / 100, 51] },
  }));
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Trees',
      capabilities: 'Create,Delete,Query,Update,Editing',
      creator: 'loader',
      replace: true,
      layers: [
        {
          name: 'Trees',
          geometryType: 'esriGeometryPoint',
          editorTracking: true,
          hasAttachments: true,
          hasZ: true,
          fields: [
            {
              name: 'species',
              type: 'esriFieldTypeString',
              length: 12,
              nullable: false,
              defaultValue: 'unknown',
            },
            { name: 'height', type: 'esriFieldTypeDouble' },
            { name: 'count', type: 'esriFieldTypeSmallInteger' },
            { name: 'planted', type: 'esriFieldTypeDate' },
            { name: 'tag', type: 'esriFieldTypeGUID' },
            { name: 'fixed', type: 'esriFieldTypeString', editable: false, defaultValue: 'stays' },
          ],
          features,
        },
        {
          name: 'Parks',
          geometryType: 'esriGeometryPolygon',
          fields: [{ name: 'name', type: 'esriFieldTypeString' }],
          features: [],
        },
      ],
    },
  );
});

async function tree(objectId: number): Promise<any> {
  return (await client.get(`${trees}/query`, { objectIds: objectId, outFields: '*', returnZ: true }))
    .features[0];
}

async function total(): Promise<number> {
  return (await client.get(`${trees}/query`, { returnCountOnly: true })).count;
}

const somewhere = { x: 71.5, y: 51.5, spatialReference: { wkid: 4326 } };

describe('applyEdits', () => {
  test('adds, updates and deletes in one request, with results in the order sent', async () => {
    const before = Date.now();
    const answer = await client.post(`${trees}/applyEdits`, {
      adds: [
        { attributes: { species: 'elm', height: 1.5, count: 3 }, geometry: somewhere },
        { attributes: { SPECIES: 'ash' }, geometry: null },
      ],
      updates: [{ attributes: { OBJECTID: 1, height: 99 } }],
      deletes: '2,3',
      returnEditMoment: true,
    });
    expect(answer).toMatchObject({
      addResults: [
        { objectId: 11, globalId: expect.any(String), success: true },
        { objectId: 12, globalId: expect.any(String), success: true },
      ],
      updateResults: [{ objectId: 1, success: true }],
      deleteResults: [
        { objectId: 2, success: true },
        { objectId: 3, success: true },
      ],
    });
    expect(answer.editMoment).toBeGreaterThanOrEqual(before);
    expect(await total()).toBe(10);
    expect(await tree(11)).toMatchObject({
      attributes: { species: 'elm', height: 1.5, count: 3, fixed: 'stays' },
      geometry: { x: 71.5, y: 51.5 },
    });
    expect((await tree(12)).geometry).toBeNull();
    expect(await tree(1)).toMatchObject({
      attributes: { species: 'oak', height: 99 },
      geometry: { x: 71, y: 51 },
    });
    expect(await tree(2)).toBeUndefined();
  });

  test('does not reuse ids of deleted features', async () => {
    await client.post(`${trees}/deleteFeatures`, { objectIds: 10 });
    const { addResults } = await client.post(`${trees}/addFeatures`, {
      features: [{ attributes: {}, geometry: somewhere }],
    });
    expect(addResults[0].objectId).toBe(11);
  });

  test('records the editor and the time', async () => {
    const loaded = (await tree(1)).attributes;
    expect(loaded).toMatchObject({ Creator: 'loader', Editor: 'loader' });
    const before = Date.now();
    await client.post(`${trees}/applyEdits`, {
      adds: [{ attributes: { Creator: 'mallory', CreationDate: 5 }, geometry: somewhere }],
      updates: [{ attributes: { OBJECTID: 1, height: 2, Editor: 'mallory' } }],
    });
    const added = (await tree(11)).attributes;
    expect(added).toMatchObject({ Creator: 'ada', Editor: 'ada' });
    expect(added.CreationDate).toBeGreaterThanOrEqual(before);
    const changed = (await tree(1)).attributes;
    expect(changed).toMatchObject({ Creator: 'loader', CreationDate: loaded.CreationDate, Editor: 'ada' });
    expect(changed.EditDate).toBeGreaterThanOrEqual(before);
  });

  test('is atomic unless disabled', async () => {
    const edits = {
      adds: [
        { attributes: { species: 'elm' }, geometry: somewhere },
        { attributes: { species: 'far too long a name' } },
      ],
      updates: [{ attributes: { OBJECTID: 1, height: 99 } }],
      deletes: '2',
    };
    const undone = await client.post(`${trees}/applyEdits`, edits);
    expect(undone.addResults).toEqual([
      expect.objectContaining({
        success: false,
        error: { code: 1003, description: 'Operation rolled back.' },
      }),
      {
        objectId: null,
        globalId: null,
        success: false,
        error: { code: 1000, description: 'The field species takes at most 12 characters.' },
      },
    ]);
    expect(undone.updateResults[0].success).toBe(false);
    expect([await total(), (await tree(1)).attributes.height]).toEqual([10, 0]);
    const kept = await client.post(`${trees}/applyEdits`, { ...edits, rollbackOnFailure: false });
    expect(
      [...kept.addResults, ...kept.updateResults, ...kept.deleteResults].map(({ success }: any) => success),
    ).toEqual([true, false, true, true]);
    expect([await total(), (await tree(1)).attributes.height]).toEqual([10, 99]);
  });

  test('matches by global id', async () => {
    const globalId = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const added = await client.post(`${trees}/applyEdits`, {
      useGlobalIds: true,
      adds: [
        { attributes: { GlobalID: `{${globalId.toUpperCase()}}`, species: 'elm' }, geometry: somewhere },
      ],
    });
    expect(added.addResults).toEqual([{ objectId: 11, globalId, success: true }]);
    const again = await client.post(`${trees}/applyEdits`, {
      useGlobalIds: true,
      adds: [{ attributes: { GlobalID: globalId } }],
    });
    expect(again.addResults[0].error.description).toBe('A feature with this GlobalID already exists.');
    await client.post(`${trees}/applyEdits`, {
      useGlobalIds: true,
      updates: [{ attributes: { GlobalID: globalId, height: 7 } }],
    });
    expect((await tree(11)).attributes.height).toBe(7);
    const deleted = await client.post(`${trees}/applyEdits`, {
      useGlobalIds: true,
      deletes: [`{${globalId}}`],
    });
    expect(deleted.deleteResults).toEqual([{ objectId: 11, globalId, success: true }]);
  });

  test.each([
    ['a text for a number', { attributes: { height: 'tall' } }, 'The field height takes a number.'],
    ['a broken number', { attributes: { count: 1.5 } }, 'The field count takes a whole number up to 32767.'],
    [
      'a number too large',
      { attributes: { count: 40_000 } },
      'The field count takes a whole number up to 32767.',
    ],
    [
      'an invalid date',
      { attributes: { planted: 'spring' } },
      'The field planted takes a date such as 2026-11-21T10:30:00Z, or epoch milliseconds.',
    ],
    ['an invalid GUID', { attributes: { tag: 'x' } }, 'The field tag takes a GUID.'],
    ['NUL', { attributes: { species: 'a\0b' } }, 'The field species cannot contain the character NUL.'],
    ['NaN coordinates', { geometry: { x: 'a', y: 1 } }, 'geometry.x: Expected a finite number.'],
    [
      'the wrong kind of geometry',
      {
        geometry: {
          paths: [
            [
              [0, 0],
              [1, 1],
            ],
          ],
        },
      },
      'The layer holds esriGeometryPoint, not a polyline.',
    ],
    [
      'an unknown spatial reference',
      { geometry: { x: 1, y: 1, spatialReference: { wkid: 5 } } },
      'geometry.spatialReference: The spatial reference 5 is not known here.',
    ],
    [
      'a longitude far outside the world',
      { geometry: { x: 1e300, y: 0 } },
      "The geometry lies outside the layer's spatial reference.",
    ],
    [
      'a latitude beyond the pole',
      { geometry: { x: 0, y: 95 } },
      "The geometry lies outside the layer's spatial reference.",
    ],
    ['a geometry that is a list', { geometry: [] }, 'geometry: Expected an object.'],
    ['no feature', 'tree', 'A feature is an object with attributes and geometry.'],
  ])('%s', async (_what, feature, description) => {
    const { addResults } = await client.post(`${trees}/addFeatures`, { features: [feature] });
    expect(addResults).toEqual([
      { objectId: null, globalId: null, success: false, error: { code: 1000, description } },
    ]);
    expect(await total()).toBe(10);
  });

  test('replaces null in a required field by its default', async () => {
    const { addResults } = await client.post(`${trees}/addFeatures`, {
      features: [{ attributes: { species: null } }],
    });
    expect((await tree(addResults[0].objectId)).attributes.species).toBe('unknown');
    const { updateResults } = await client.post(`${trees}/updateFeatures`, {
      features: [{ attributes: { OBJECTID: 1, species: null } }],
    });
    expect(updateResults[0].error.description).toBe('The field species needs a value.');
  });

  test('converts loose values to their field types', async () => {
    const features = [
      {
        attributes: { height: '2.5', count: '', planted: '2026-03-01', tag: null, unheard: 1 },
        geometry: somewhere,
      },
    ];
    const { addResults } = await client.post(`${trees}/addFeatures`, { features });
    expect((await tree(addResults[0].objectId)).attributes).toMatchObject({
      species: 'unknown',
      height: 2.5,
      count: null,
      planted: Date.UTC(2026, 2, 1),
      tag: null,
    });
  });

  test('keeps z, and converts other spatial references to the layer’s', async () => {
    const geometry = { x: 7_903_683.846, y: 6_621_293.723, z: 350, spatialReference: { wkid: 102_100 } };
    const { addResults } = await client.post(`${trees}/addFeatures`, {
      features: [{ attributes: {}, geometry }],
    });
    const { geometry: kept } = await tree(addResults[0].objectId);
    expect(kept.x).toBeCloseTo(71, 7);
    expect(kept.y).toBeCloseTo(51, 7);
    expect(kept.z).toBe(350);
  });

  test('reverses misoriented rings, and cuts one over the antimeridian', async () => {
    const path = 'Trees/FeatureServer/1';
    const wrong = {
      rings: [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
          [0, 0],
        ],
        [
          [2, 2],
          [2, 4],
          [4, 4],
          [4, 2],
          [2, 2],
        ],
      ],
    };
    const over = {
      rings: [
        [
          [170, 0],
          [170, 10],
          [190, 10],
          [190, 0],
          [170, 0],
        ],
      ],
    };
    await client.post(`${path}/addFeatures`, {
      features: [
        { attributes: {}, geometry: wrong },
        { attributes: {}, geometry: over },
      ],
    });
    const { features } = await client.get(`${path}/query`, { where: '1=1' });
    expect(features[0].geometry.rings[0].slice(0, 2)).toEqual([
      [0, 0],
      [0, 10],
    ]);
    expect(features[0].geometry.rings[1].slice(0, 2)).toEqual([
      [2, 2],
      [4, 2],
    ]);
    const xs = features[1].geometry.rings.flat().map(([x]: number[]) => x);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([-180, 180]);
    expect(features[1].geometry.rings).toHaveLength(2);
    const east = await client.get(`${path}/query`, { geometry: '-175,1,-174,2', returnIdsOnly: true });
    expect(east.objectIds).toEqual([2]);
    const { extent } = await client.get(path);
    expect([extent.xmin, extent.xmax]).toEqual([-180, 180]);
  });

  test('edits several layers at once', async () => {
    const answer = await client.post('Trees/FeatureServer/applyEdits', {
      edits: [
        { id: 1, adds: [{ attributes: { name: 'Park' } }] },
        { id: 0, updates: [{ attributes: { OBJECTID: 1, height: 5 } }], deletes: [2] },
      ],
    });
    expect(
      answer.map(({ id, addResults, updateResults, deleteResults }: any) => [
        id,
        addResults.length,
        updateResults.length,
        deleteResults.length,
      ]),
    ).toEqual([
      [1, 1, 0, 0],
      [0, 0, 1, 1],
    ]);
    const undone = await client.post('Trees/FeatureServer/applyEdits', {
      edits: [
        { id: 0, updates: [{ attributes: { OBJECTID: 1, height: 6 } }] },
        { id: 1, deletes: [99] },
      ],
    });
    expect(undone[0].updateResults[0].success).toBe(false);
    expect((await tree(1)).attributes.height).toBe(5);
  });
});

describe('deleteFeatures', () => {
  test('prefers ids to where', async () => {
    const { deleteResults } = await client.post(`${trees}/deleteFeatures`, {
      objectIds: '1,2',
      where: '1=1',
    });
    expect(deleteResults).toHaveLength(2);
    expect(await total()).toBe(8);
  });

  test('accepts where or a geometry, and requires one of them', async () => {
    expect((await client.post(`${trees}/deleteFeatures`)).error.code).toBe(400);
    expect(await total()).toBe(10);
    await client.post(`${trees}/deleteFeatures`, { where: 'height >= 8' });
    expect(await total()).toBe(8);
    await client.post(`${trees}/deleteFeatures`, { geometry: '70.99,50,71.005,52' });
    expect(await total()).toBe(7);
  });

  test('reports which feature does not exist', async () => {
    const { deleteResults } = await client.post(`${trees}/deleteFeatures`, {
      objectIds: '1,77',
      rollbackOnFailure: false,
    });
    expect(deleteResults.map(({ objectId, success }: any) => [objectId, success])).toEqual([
      [1, true],
      [77, false],
    ]);
  });
});

test('updateFeatures requires an id, and reports an unknown one', async () => {
  const update = async (feature: object) =>
    (await client.post(`${trees}/updateFeatures`, { features: [feature] })).updateResults[0];
  expect(await update({ attributes: { height: 1 } })).toMatchObject({ success: false });
  expect(await update({ attributes: { OBJECTID: 77, height: 1 } })).toMatchObject({
    success: false,
    error: { code: 1019 },
  });
  expect(await update({ attributes: { OBJECTID: 1 }, geometry: { x: 1, y: 2 } })).toMatchObject({
    success: true,
    objectId: 1,
  });
  expect((await tree(1)).geometry).toMatchObject({ x: 1, y: 2 });
});

describe('edit time', () => {
  const query = `${trees}/query`;

  test('is the ETag: 304 until someone edits', async () => {
    const first = await client.fetch(query, { where: '1=1' });
    const etag = first.headers.get('etag') ?? '';
    const ask = () => client.fetch(query, { where: '1=1' }, { headers: { 'if-none-match': etag } });
    expect([(await ask()).status, await (await ask()).text()]).toEqual([304, '']);
    await client.post(`${trees}/updateFeatures`, { features: [{ attributes: { OBJECTID: 1, height: 50 } }] });
    const changed = await ask();
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  test('does not tag results that depend on the clock, or of POST', async () => {
    const volatile = await client.fetch(query, { where: "planted < CURRENT_TIMESTAMP - INTERVAL '1' DAY" });
    expect(volatile.headers.get('etag')).toBeNull();
    const isOld = "CASE WHEN planted < CURRENT_TIMESTAMP - INTERVAL '1' DAY THEN 1 ELSE 0 END";
    const sum = (onStatisticField: string) => [
      { statisticType: 'sum', onStatisticField, outStatisticFieldName: 'total' },
    ];
    const having = 'MAX(planted) < CURRENT_DATE';
    for (const parameters of [
      { outStatistics: sum(isOld) },
      { outStatistics: sum('height'), groupByFieldsForStatistics: isOld },
      { outStatistics: sum('height'), groupByFieldsForStatistics: 'species', having },
      { outStatistics: sum('height'), groupByFieldsForStatistics: 'species', having: `MAX(${isOld}) = 1` },
      { outStatistics: sum('height'), groupByFieldsForStatistics: 'species', orderByFields: `MAX(${isOld})` },
      { where: '1=1', orderByFields: isOld },
      { where: '1=1', orderByFields: isOld, returnIdsOnly: true },
    ]) {
      const answer = await client.fetch(query, parameters);
      expect(await answer.json()).not.toHaveProperty('error');
      expect(answer.headers.get('etag')).toBeNull();
    }
    const posted = await fetch(`${client.root}/${query}`, {
      method: 'POST',
      body: new URLSearchParams({ f: 'json', where: '1=1' }),
    });
    expect(posted.headers.get('etag')).toBeNull();
  });

  test.each([
    { groupByFieldsForStatistics: "CONCAT(species, 'CURRENT_DATE')" },
    { groupByFieldsForStatistics: 'species', having: "MAX(species) <> 'CURRENT_USER'" },
    {
      outStatistics: [
        { statisticType: 'count', onStatisticField: '1', outStatisticFieldName: 'CURRENT_DATE' },
      ],
    },
  ])('tags results that merely contain the words of the clock: %j', async (parameters) => {
    const count = [{ statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' }];
    const ask = async (etag = '') =>
      client.fetch(query, { outStatistics: count, ...parameters }, { headers: { 'if-none-match': etag } });
    const answer = await ask();
    expect(await answer.json()).toHaveProperty('features');
    expect((await ask(answer.headers.get('etag') ?? '')).status).toBe(304);
  });

  test('changes with the count and the extent', async () => {
    await client.post(`${trees}/applyEdits`, {
      adds: [{ attributes: {}, geometry: { x: 80, y: 60 } }],
      deletes: '1',
    });
    expect(await total()).toBe(10);
    const { extent, editingInfo } = await client.get(trees);
    expect([extent.xmax, extent.ymax]).toEqual([80, 60]);
    expect(editingInfo.lastEditDate).toBeGreaterThan(firstDay);
  });
});

test('many concurrent edits lose nothing and share no id', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, index) =>
      client.post(`${trees}/addFeatures`, {
        features: [{ attributes: { height: 100 + index }, geometry: somewhere }],
      }),
    ),
  );
  const given = answers.map(({ addResults }) => addResults[0].objectId);
  expect(new Set(given).size).toBe(20);
  expect(await total()).toBe(30);
  const { objectIds } = await client.get(`${trees}/query`, { where: 'height >= 100', returnIdsOnly: true });
  expect(objectIds).toEqual(given.toSorted((a: number, b: number) => a - b));
});

describe('attachments', () => {
  async function attach(
    path: string,
    name: string,
    content: string,
    more: Record<string, string> = {},
  ): Promise<any> {
    const form = new FormData();
    form.set('attachment', new Blob([content], { type: 'text/html' }), name);
    for (const [key, value] of Object.entries(more)) form.set(key, value);
    const response = await client.fetch(path, {}, { method: 'POST', body: form });
    return response.json();
  }

  test('are added, listed, read, replaced and deleted', async () => {
    const { addAttachmentResult } = await attach(`${trees}/1/addAttachment`, 'photo.jpg', 'not really', {
      keywords: 'north',
    });
    expect(addAttachmentResult).toEqual({ objectId: 1, globalId: expect.any(String), success: true });
    const listed = await client.get(`${trees}/1/attachments`);
    expect(listed.attachmentInfos).toEqual([
      {
        id: 1,
        globalId: addAttachmentResult.globalId,
        name: 'photo.jpg',
        contentType: 'image/jpeg',
        size: 10,
        keywords: 'north',
      },
    ]);
    const file = await client.fetch(`${trees}/1/attachments/1`);
    expect(await file.text()).toBe('not really');
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    const replaced = await attach(`${trees}/1/updateAttachment`, 'report.pdf', '%PDF', { attachmentId: '1' });
    expect(replaced.updateAttachmentResult.success).toBe(true);
    expect((await client.get(`${trees}/1/attachments`)).attachmentInfos[0]).toMatchObject({
      name: 'report.pdf',
      contentType: 'application/pdf',
      keywords: 'north',
    });
    await attach(`${trees}/1/updateAttachment`, 'report.pdf', '%PDF', { attachmentId: '1', keywords: '' });
    expect((await client.get(`${trees}/1/attachments`)).attachmentInfos[0].keywords).toBe('');
    const many = Array.from({ length: limits.attachmentEdits + 1 }, (_none, index) => index + 1);
    expect(await client.post(`${trees}/1/deleteAttachments`, { attachmentIds: many.join() })).toMatchObject({
      error: { code: 400, details: [expect.stringContaining('at most 1000 attachments')] },
    });
    const all = { attachmentIds: '1,9,1', rollbackOnFailure: 'true' };
    const { deleteAttachmentResults: kept } = await client.post(`${trees}/1/deleteAttachments`, all);
    expect(kept.map(({ objectId, success, error }: any) => [objectId, success, error.description])).toEqual([
      [1, false, 'Operation rolled back.'],
      [9, false, 'Attachment not found.'],
    ]);
    expect((await client.get(`${trees}/1/attachments`)).attachmentInfos).toHaveLength(1);
    const { deleteAttachmentResults } = await client.post(`${trees}/1/deleteAttachments`, {
      attachmentIds: '1,9',
    });
    expect(deleteAttachmentResults.map(({ objectId, success }: any) => [objectId, success])).toEqual([
      [1, true],
      [9, false],
    ]);
    expect((await client.get(`${trees}/1/attachments`)).attachmentInfos).toEqual([]);
  });

  test('are queried over many features', async () => {
    await attach(`${trees}/1/addAttachment`, 'a.jpg', 'a');
    await attach(`${trees}/1/addAttachment`, 'b.pdf', 'bb', { keywords: 'plan' });
    await attach(`${trees}/2/addAttachment`, 'c.jpg', 'ccc');
    const names = async (parameters: object) =>
      (await client.get(`${trees}/queryAttachments`, parameters as any)).attachmentGroups.map(
        ({ parentObjectId, attachmentInfos }: any) => [
          parentObjectId,
          ...attachmentInfos.map(({ name }: any) => name),
        ],
      );
    expect(await names({ objectIds: '1,2,3' })).toEqual([
      [1, 'a.jpg', 'b.pdf'],
      [2, 'c.jpg'],
    ]);
    expect(await names({ definitionExpression: 'height = 1' })).toEqual([[2, 'c.jpg']]);
    expect(await names({ objectIds: '1,2', attachmentTypes: 'image/jpeg' })).toEqual([
      [1, 'a.jpg'],
      [2, 'c.jpg'],
    ]);
    expect(await names({ objectIds: '1,2', keywords: 'plan' })).toEqual([[1, 'b.pdf']]);
    expect(await names({ objectIds: '1,2', size: '2,3' })).toEqual([
      [1, 'b.pdf'],
      [2, 'c.jpg'],
    ]);
    const { GlobalID } = (await tree(2)).attributes;
    expect(await names({ globalIds: GlobalID })).toEqual([[2, 'c.jpg']]);
    expect((await client.get(`${trees}/queryAttachments`, { globalIds: "x' OR '1'='1" })).error.code).toBe(
      400,
    );
    expect((await client.get(`${trees}/queryAttachments`)).error.code).toBe(400);
    const withUrl = await client.get(`${trees}/queryAttachments`, { objectIds: '2', returnUrl: true });
    const { url } = withUrl.attachmentGroups[0].attachmentInfos[0];
    expect(await (await fetch(url)).text()).toBe('ccc');
    expect(await attachmentUrlFor('elsewhere.example')).toBe(url);
    expect(
      (await client.get(`${trees}/queryAttachments`, { objectIds: '1', returnCountOnly: true }))
        .attachmentGroups,
    ).toEqual([{ parentObjectId: 1, count: 2 }]);
  });

  test.each(['page.html', 'drawing.svg', 'script.js', 'noending', 'x.jpg.exe'])(
    '%s is rejected',
    async (name) => {
      expect((await attach(`${trees}/1/addAttachment`, name, 'x')).error).toMatchObject({
        code: 400,
        message: 'Files of this type cannot be attached.',
      });
    },
  );

  test('are rejected for a missing feature, a layer without attachments, and without a file', async () => {
    expect((await attach(`${trees}/99/addAttachment`, 'a.jpg', 'x')).addAttachmentResult.success).toBe(false);
    expect((await attach('Trees/FeatureServer/1/1/addAttachment', 'a.jpg', 'x')).error.code).toBe(400);
    expect((await client.post(`${trees}/1/addAttachment`)).error.code).toBe(400);
  });

  test('are deleted with their feature, and change the edit time', async () => {
    await attach(`${trees}/1/addAttachment`, 'a.jpg', 'a');
    const { lastEditDate } = (await client.get(trees)).editingInfo;
    await attach(`${trees}/1/addAttachment`, 'b.jpg', 'b');
    expect((await client.get(trees)).editingInfo.lastEditDate).toBeGreaterThan(lastEditDate);
    await client.post(`${trees}/deleteFeatures`, { objectIds: 1 });
    expect((await client.get(`${trees}/1/attachments`)).attachmentInfos).toEqual([]);
    const left = await server.database
      .selectFrom('hosted_attachment')
      .select('attachment_id')
      .where('parent_objectid', '=', 1)
      .execute();
    expect(left).toEqual([]);
  });
});
