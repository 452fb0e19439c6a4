import { createFeatureService, queryFeatures } from '@esri/arcgis-rest-feature-service';
import { createItem, setItemAccess } from '@esri/arcgis-rest-portal';
import { type ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sample } from '../rig/long.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
let url = '';
let adminUrl = '';

const field = (name: string, type: string, more = {}) => ({ name, type: `esriFieldType${type}`, ...more });

beforeAll(async () => {
  const made = await createFeatureService({
    item: {
      name: 'Benches',
      capabilities: 'Query,Editing,Create,Update,Delete',
      editorTrackingInfo: {
        enableEditorTracking: true,
        enableOwnershipAccessControl: true,
        allowOthersToUpdate: false,
        allowOthersToDelete: false,
      },
      layers: [
        {
          id: 0,
          name: 'Benches',
          type: 'Feature Layer',
          geometryType: 'esriGeometryPoint',
          spatialReference: { wkid: 102100 },
          fields: [
            field('OBJECTID', 'OID'),
            field('GlobalID', 'GlobalID'),
            field('code', 'Integer'),
            field('name', 'String', { length: 12 }),
            field('seats', 'SmallInteger', { defaultValue: 2 }),
            field('placed', 'Date'),
          ],
        },
      ],
    } as any,
    authentication: rig.grace,
  });
  url = `${made.serviceurl}/0`;
  adminUrl = url.replace('/rest/', '/rest/admin/');
  await setItemAccess({ id: made.serviceItemId, access: 'org', authentication: rig.grace });
  await send(`${adminUrl}/addToDefinition`, {
    addToDefinition: { indexes: [{ name: 'by_code', fields: 'code', isUnique: true }] },
  });
});
beforeEach(async () => {
  await send(`${adminUrl}/truncate`);
  const adds = [1, 2].map((code) => ({
    attributes: { code, name: `Bench ${code}`, seats: code },
    geometry: { x: code, y: 0, spatialReference: { wkid: 4326 } },
  }));
  await send(`${url}/applyEdits`, { adds });
});

async function send(address: string, params: object = {}, authentication = rig.grace): Promise<any> {
  return request(address, { params: { ...params }, authentication });
}

/** Appends, and waits for the end of the job. */
async function append(params: object, authentication: ArcGISIdentityManager = rig.grace): Promise<any> {
  const { statusUrl } = await send(`${url}/append`, params, authentication);
  return ended(statusUrl, authentication);
}

/** Uploads a file to the service. */
async function uploaded(text = csv) {
  const form = new FormData();
  form.set('f', 'json');
  form.set('token', rig.grace.token);
  form.set('file', new File([text], 'more.csv'));
  const upload = await fetch(`${url.replace(/\/0$/, '')}/uploads/upload`, { method: 'POST', body: form });
  const { item } = (await upload.json()) as any;
  return { appendUploadId: item.itemID, appendUploadFormat: 'csv' };
}

async function ended(statusUrl: string, authentication: ArcGISIdentityManager): Promise<any> {
  let job: any;
  await vi.waitUntil(
    async () => {
      job = await send(statusUrl, {}, authentication);
      return !['Pending', 'InProgress'].includes(job.status);
    },
    { timeout: 50_000, interval: 100 },
  );
  return job;
}

async function rows(outFields = 'code,name,seats'): Promise<unknown[][]> {
  const answer: any = await queryFeatures({
    url,
    outFields: outFields.split(','),
    orderByFields: 'code',
    returnGeometry: false,
    authentication: rig.grace,
  });
  return answer.features.map(({ attributes }: any) => outFields.split(',').map((name) => attributes[name]));
}

const before = [
  [1, 'Bench 1', 1],
  [2, 'Bench 2', 2],
];

async function addFile(name: string, type: string, text: string, owner = rig.grace): Promise<string> {
  const { id } = await createItem({
    item: { title: name, type, file: new File([text], name) } as any,
    authentication: owner,
  });
  return id;
}

const csv = 'CODE,Name,longitude,latitude\n7,Seven,71.4,51.1\n8,Eight,71.5,51.2\n';
const collection = (features: object[]) => ({
  layerDefinition: { name: 'Benches', geometryType: 'esriGeometryPoint' },
  featureSet: { geometryType: 'esriGeometryPoint', spatialReference: { wkid: 4326 }, features },
});
const point = (attributes: object, x = 1) => ({ attributes, geometry: { x, y: 0 } });

describe('append', () => {
  test('is offered by the layer', async () => {
    const layer = await send(url);
    expect(layer.supportsAppend).toBe(true);
    expect(layer.supportedAppendFormats.split(',')).toContain('geoPackage');
  });

  test('is offered by the service too, to one of its layers', async () => {
    const service = url.replace(/\/0$/, '');
    expect((await send(service)).supportsAppend).toBe(true);
    const edits = collection([point({ number: 9, title: 'Nine' })]);
    const fieldMappings = [
      { name: 'code', sourceName: 'number' },
      { name: 'name', sourceName: 'title' },
    ];
    const layerMappings = [{ id: 0, fieldMappings }];
    const { statusUrl } = await send(`${service}/append`, { layers: [0], edits, layerMappings });
    expect(await ended(statusUrl, rig.grace)).toMatchObject({ status: 'Completed', recordCount: 1 });
    expect(await rows('code,name')).toEqual([
      [1, 'Bench 1'],
      [2, 'Bench 2'],
      [9, 'Nine'],
    ]);
    for (const [params, problem] of [
      [{ layers: [7] }, /Specify the id of a layer/],
      [{ layers: [0, 1] }, /one layer at a time/],
      [{ layerMappings: [{ id: 1 }], layers: [0] }, /one layer at a time/],
      [{ layerMappings: { id: 0 } }, /Specify a list/],
      [{ layers: 'x' }, /object ids/],
    ] as const)
      await expect(send(`${service}/append`, { edits, ...params })).rejects.toThrow(problem);
    const begun = await send(`${service}/append`, { edits }, rig.linus);
    expect(begun).toMatchObject({ status: 'Pending' });
    expect(await ended(begun.statusUrl, rig.linus)).toMatchObject({
      status: 'Failed',
      statusMessage: expect.stringContaining('No field of the file'),
    });
  });

  test('adds the rows of an item, matched by name, in the spatial reference of the layer', async () => {
    const appendItemId = await addFile('more.csv', 'CSV', csv);
    const job = await append({ appendItemId, appendUploadFormat: 'csv' });
    expect(job).toMatchObject({
      status: 'Completed',
      layerName: 'Benches',
      recordCount: 2,
      report: { added: 2, updated: 0, deleted: 0, skipped: 0, failed: 0 },
    });
    expect(await rows()).toEqual([...before, [7, 'Seven', 2], [8, 'Eight', 2]]);
    const seven: any = await queryFeatures({
      url,
      where: 'code = 7',
      outSR: '4326',
      outFields: '*',
      authentication: rig.grace,
    });
    const [{ attributes, geometry }] = seven.features;
    expect(geometry.x).toBeCloseTo(71.4, 6);
    expect(attributes).toMatchObject({ Creator: 'grace', Editor: 'grace' });
    const layer = await send(url);
    expect(layer.extent.xmax).toBeGreaterThan(7_900_000);
    const { count }: any = await queryFeatures({ url, returnCountOnly: true, authentication: rig.grace });
    expect(count).toBe(4);
  });

  test('adds the rows of an upload, and of a feature collection in the request', async () => {
    const upload = await uploaded();
    const job = await append(upload);
    expect(job.report.added).toBe(2);
    await expect(append(upload)).rejects.toThrow(/not found/);
    const second = await append({
      edits: collection([point({ code: 9, name: 'Nine', placed: 86_400_000 })]),
      appendUploadFormat: 'featureCollection',
    });
    expect(second).toMatchObject({ status: 'Completed', recordCount: 1 });
    expect((await rows('code,placed')).at(-1)).toEqual([9, 86_400_000]);
  });

  test('leaves an upload for another attempt when no job could be started', async () => {
    const upload = await uploaded();
    const { database } = rig.portal.context;
    await sql`alter table publish_job rename to publish_job_away`.execute(database);
    try {
      await expect(append(upload)).rejects.toThrow(/^500/);
    } finally {
      await sql`alter table publish_job_away rename to publish_job`.execute(database);
    }
    expect((await append(upload)).report.added).toBe(2);
  });

  test('leaves an upload for another attempt when the job failed', async () => {
    const upload = await uploaded(csv.replace('Seven', 'Too long a name'));
    expect(await append(upload)).toMatchObject({ status: 'Failed' });
    expect((await append({ ...upload, rollbackOnFailure: false })).report).toMatchObject({
      added: 1,
      failed: 1,
    });
    await expect(append(upload)).rejects.toThrow(/not found/);
  });

  test('uses an upload once, of two appends at a time', async () => {
    const upload = await uploaded();
    const started = await Promise.allSettled([append(upload), append(upload)]);
    const added = started.flatMap((job) =>
      job.status === 'fulfilled' ? [job.value.report?.added ?? 0] : [],
    );
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await rows('code')).toHaveLength(4);
  });

  test('keeps attributes of a feature collection that its definition does not list', async () => {
    const features = [
      point({ OBJECTID: 5, code: 9, name: 'Nine', seats: 4 }),
      point({ OBJECTID: 6, code: 10, name: 'Ten' }),
    ];
    const edits = JSON.stringify({
      layerDefinition: { fields: [field('OBJECTID', 'OID'), field('code', 'Integer')] },
      featureSet: { features },
    });
    expect(await append({ edits })).toMatchObject({ status: 'Completed', recordCount: 2 });
    expect((await rows()).slice(2)).toEqual([
      [9, 'Nine', 4],
      [10, 'Ten', 2],
    ]);
  });

  test('adds a large feature collection in the request', async () => {
    const many = Array.from({ length: 2000 }, (_none, index) =>
      point({ code: 100 + index, name: 'ä + b' }, index / 100),
    );
    expect((await append({ edits: collection(many) })).report).toMatchObject({ added: 2000 });
    expect(await rows('name')).toContainEqual(['ä + b']);
  });

  test('fills fields as they are mapped, and only those that are listed', async () => {
    const edits = collection([point({ number: 5, title: 'Five', seats: 9 })]);
    const fieldMappings = [
      { name: 'code', sourceName: 'number' },
      { name: 'name', source: 'title' },
    ];
    await append({ edits, fieldMappings });
    expect((await rows()).at(-1)).toEqual([5, 'Five', 2]);
    await append({
      edits: collection([point({ code: 6, name: 'Six', seats: 9 })]),
      appendFields: ['code', 'SEATS'],
    });
    expect((await rows()).at(-1)).toEqual([6, null, 9]);
  });

  test('updates rows with the same key, and adds the others', async () => {
    const edits = collection([point({ code: 2, name: 'Second' }, 50), point({ code: 3, name: 'Third' })]);
    const job = await append({ edits, upsert: true, upsertMatchingField: 'code', updateGeometry: false });
    expect(job.report).toMatchObject({ added: 1, updated: 1 });
    expect(await rows()).toEqual([before[0], [2, 'Second', 2], [3, 'Third', 2]]);
    const { extent }: any = await queryFeatures({
      url,
      where: 'code = 2',
      returnExtentOnly: true,
      outSR: '4326',
      authentication: rig.grace,
    });
    expect(extent.xmin).toBeCloseTo(2, 6);
  });

  test.each([
    ['skipInserts', [before[0], [2, 'Second', 2]], { updated: 1, added: 0, skipped: 1 }],
    ['skipUpdates', [...before, [3, 'Third', 2]], { updated: 0, added: 1, skipped: 1 }],
  ])('with %s leaves out the others', async (option, after, report) => {
    const edits = collection([point({ code: 2, name: 'Second' }), point({ code: 3, name: 'Third' })]);
    const job = await append({ edits, upsert: true, upsertMatchingField: 'CODE', [option]: true });
    expect(job.report).toMatchObject(report);
    expect(await rows()).toEqual(after);
  });

  test('finds features by global id and object id', async () => {
    const [[objectId, globalId]] = (await rows('OBJECTID,GlobalID')) as [[number, string]];
    const byId = collection([point({ OBJECTID: objectId, name: 'By id' })]);
    await append({
      edits: {
        ...byId,
        featureSet: { ...byId.featureSet, features: [point({ id: objectId, name: 'By id' })] },
      },
      upsert: true,
      upsertMatchingField: 'OBJECTID',
      fieldMappings: [
        { name: 'OBJECTID', sourceName: 'id' },
        { name: 'name', sourceName: 'name' },
      ],
    });
    expect((await rows())[0]).toEqual([1, 'By id', 1]);
    await append({
      edits: collection([point({ GlobalID: globalId, name: 'By guid' })]),
      upsert: true,
      upsertMatchingField: 'GlobalID',
    });
    expect((await rows())[0]).toEqual([1, 'By guid', 1]);
  });

  test('replaces all rows at once, with new object ids and the same fields', async () => {
    const [last] = (await rows('OBJECTID')).at(-1) as [number];
    const edits = collection([point({ code: 2, name: 'New', seats: 4, placed: null })]);
    expect((await append({ edits, truncateExisting: true })).report).toMatchObject({ deleted: 2, added: 1 });
    expect(await rows()).toEqual([[2, 'New', 4]]);
    expect((await rows('OBJECTID'))[0]?.[0]).toBeGreaterThan(last);
  });
});

describe('an append that fails changes nothing', () => {
  const good = point({ code: 7, name: 'Seven' });

  const failing: [string, object[], object, RegExp][] = [
    ['a value of another type', [good, point({ code: 'many', name: 'x' })], {}, /^Feature 2: .*code/],
    [
      'a text that is too long',
      [good, point({ code: 8, name: 'x'.repeat(13) })],
      {},
      /^Feature 2: .*name.*12/,
    ],
    ['a value of a unique field', [good, point({ code: 2, name: 'x' })], {}, /^Feature 2: .*same code/],
    ['a value that occurs twice', [good, good], {}, /^Feature 2: another row has the same code/],
    [
      'a key that occurs twice',
      [good, good],
      { upsert: true, upsertMatchingField: 'code' },
      /^Feature 2: another row has the same code/,
    ],
    [
      'another kind of geometry',
      [
        {
          attributes: { code: 7 },
          geometry: {
            paths: [
              [
                [0, 0],
                [1, 1],
              ],
            ],
          },
        },
      ],
      {},
      /lines, but the layer contains points/,
    ],
    ['no field of the layer', [point({ other: 1 })], {}, /No field of the file/],
    [
      'no field for all of a replaced layer',
      [good],
      { truncateExisting: true },
      /no field for: seats, placed/,
    ],
    [
      'an unmapped key',
      [point({ name: 'x' })],
      { upsert: true, upsertMatchingField: 'code' },
      /no field for code/,
    ],
    ['a key without unique index', [good], { upsert: true, upsertMatchingField: 'name' }, /unique index/],
    ['an unknown field', [good], { fieldMappings: [{ name: 'height', source: 'name' }] }, /no field height/],
    ['an unknown field in a list', [good], { appendFields: ['code', 'height'] }, /no field height/],
    ['another format', [good], { appendUploadFormat: 'csv' }, /featureCollection, not csv/],
    ['an unknown layer', [good], { sourceTableName: 'Roads' }, /no layer of this name/],
  ];

  test('with the reasons that the browser application has sentences for', async () => {
    const reasonOf = async (features: object[], params: object = {}) =>
      (await append({ edits: collection(features), ...params })).faults;
    expect(await reasonOf([point({ other: 1 })])).toMatchObject([{ code: 'append-fields' }]);
    expect(await reasonOf([good], { truncateExisting: true })).toMatchObject([
      { code: 'append-missing', values: { fields: 'seats, placed' } },
    ]);
    const [, lines = []] = failing.find(([what]) => what === 'another kind of geometry') ?? [];
    expect(await reasonOf(lines)).toMatchObject([{ code: 'append-geometry' }]);
  });

  test.each(sample(failing, 3))('for %s', async (_what, features, params, message) => {
    const job = await append({ edits: collection(features), ...params });
    expect(job.status).toBe('Failed');
    expect(job.statusMessage).toMatch(message);
    expect(await rows()).toEqual(before);
  });

  test.each<[string, object]>([
    ['columnDelimeter', { columnDelimeter: ';' }],
    ['qualifier', { qualifier: "'" }],
    ['addressFields', { addressFields: { Address: 'name' } }],
    ['dateFieldsTimeReference', { dateFieldsTimeReference: { timeZone: 'Pacific Standard Time' } }],
  ])('because its appendSourceInfo has %s', async (name, appendSourceInfo) => {
    await expect(append({ ...(await uploaded()), appendSourceInfo })).rejects.toThrow(name);
  });

  test('unless rows that do not fit may be left out', async () => {
    const features = [good, point({ code: 'many' }), point({ code: 2 }), point({ code: 8, name: 'Eight' })];
    const job = await append({ edits: collection(features), rollbackOnFailure: false });
    expect(job).toMatchObject({ status: 'CompletedWithErrors', report: { added: 2, failed: 2 } });
    expect(job.faults[0]).toMatchObject({ path: 'feature 2' });
    expect(await rows()).toEqual([...before, [7, 'Seven', 2], [8, 'Eight', 2]]);
  });

  test.each<[string, object, RegExp]>([
    ['nothing to append', {}, /appendItemId/],
    ['two sources', { appendUploadId: 'i1', edits: { features: [] } }, /appendItemId/],
    ['SQLite', { edits: { features: [] }, appendUploadFormat: 'sqlite' }, /appendUploadFormat/],
    ['an inherited name', { edits: { features: [] }, appendUploadFormat: 'constructor' }, /Choose one of/],
    ['an upsert without a field', { edits: { features: [] }, upsert: true }, /upsertMatchingField/],
    ['mappings of another form', { edits: { features: [] }, fieldMappings: { a: 1 } }, /fieldMappings/],
    ['an unknown upload', { appendUploadId: 'i00000000-0000-4000-8000-000000000000' }, /not found/],
    ['an unknown item', { appendItemId: '0'.repeat(32) }, /does not exist|not found|inaccessible/i],
  ])('and is refused at once for %s', async (_what, params, message) => {
    await expect(send(`${url}/append`, params)).rejects.toThrow(message);
  });
});

describe('who may append', () => {
  const edits = collection([point({ code: 7, name: 'Seven' })]);

  test('is who may edit; the job belongs to its sender and the owner', async () => {
    expect((await append({ edits }, rig.linus)).report.added).toBe(1);
    const { statusUrl } = await send(`${url}/append`, { edits: collection([point({ code: 70 })]) });
    await expect(send(statusUrl, {}, rig.otto)).rejects.toThrow(/not found/i);
    await expect(send(`${statusUrl}/cancel`, {}, rig.otto)).rejects.toThrow(/not found/i);
    await expect(request(`${url}/append`, { params: { edits } })).rejects.toThrow(/token/i);
    await ended(statusUrl, rig.grace);
  });

  test('members replace no rows, and update only their own', async () => {
    await expect(send(`${url}/append`, { edits, truncateExisting: true }, rig.linus)).rejects.toThrow(
      /permission|exist|not support|inaccessible/i,
    );
    const others = collection([point({ code: 1, name: 'Mine' })]);
    const job = await append({ edits: others, upsert: true, upsertMatchingField: 'code' }, rig.linus);
    expect(job.statusMessage).toMatch(/not created by you/);
    expect(await rows()).toEqual(before);
  });

  test('files of others that are not shared cannot be appended', async () => {
    const appendItemId = await addFile('secret.csv', 'CSV', csv, rig.ada);
    await expect(send(`${url}/append`, { appendItemId }, rig.linus)).rejects.toThrow(
      /permission|exist|not support|inaccessible/i,
    );
  });

  test('the owner appends to a layer that no one may edit', async () => {
    const service = adminUrl.replace(/\/0$/, '');
    await send(`${service}/updateDefinition`, { updateDefinition: { capabilities: 'Query' } });
    try {
      expect((await append({ edits })).report.added).toBe(1);
      await expect(send(`${url}/append`, { edits }, rig.linus)).rejects.toThrow(
        /permission|exist|not support|inaccessible/i,
      );
    } finally {
      const capabilities = 'Query,Editing,Create,Update,Delete';
      await send(`${service}/updateDefinition`, { updateDefinition: { capabilities } });
    }
  });

  test('a cancelled append leaves nothing behind', async () => {
    const lines = Array.from({ length: 60_000 }, (_none, index) => `${index + 100},Row,1,2`);
    const appendItemId = await addFile(
      'many.csv',
      'CSV',
      `code,name,longitude,latitude\n${lines.join('\n')}\n`,
    );
    const { statusUrl } = await send(`${url}/append`, { appendItemId });
    expect(await send(`${statusUrl}/cancel`)).toEqual({ success: true });
    const job = await ended(statusUrl, rig.grace);
    expect(job.status).toBe('Failed');
    expect(job.statusMessage).toMatch(/cancelled/);
    expect(await rows()).toEqual(before);
  });
});
