import { applyEdits, getAttachments } from '@esri/arcgis-rest-feature-service';
import { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { long } from '../rig/long.ts';
import { createPortalClient, password } from '../rig/portal-client.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/**
 * Attachments sent with feature edits, as ArcGIS clients send them: by GlobalID, as text or uploaded before.
 */

let server: TestServer;
let client: ServiceClient;
let visitor: ServiceClient;
let authentication: ArcGISIdentityManager;
const service = 'Trees/FeatureServer';
const trees = `${service}/0`;

beforeAll(async () => {
  server = await startTestServer();
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  client = new ServiceClient(server.url, await portal.token('ada'));
  visitor = new ServiceClient(server.url);
  authentication = await ArcGISIdentityManager.signIn({ username: 'ada', password, portal: portal.root });
});
afterAll(() => server.stop());

const capabilities = 'Create,Delete,Query,Update,Editing';
async function publish(allowed = capabilities): Promise<void> {
  const layer = (name: string, hasAttachments: boolean) => ({
    name,
    hasAttachments,
    geometryType: 'esriGeometryPoint' as const,
    fields: [{ name: 'n', type: 'esriFieldTypeInteger' as const }],
    features: [1, 2].map((n) => ({ properties: { n }, geometry: { type: 'Point', coordinates: [n, 0] } })),
  });
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Trees',
      capabilities: allowed as 'Query',
      replace: true,
      layers: [layer('Trees', true), layer('Plain', false)],
    },
  );
}
let features: string[] = [];
beforeEach(async () => {
  await publish();
  const { features: found } = await client.get(`${trees}/query`, { outFields: 'GlobalID' });
  features = found.map(({ attributes }: any) => attributes.GlobalID);
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const braced = (id: string) => `{${id.toUpperCase()}}`;
const addition = (parent: string | undefined, more: Record<string, unknown> = {}) => ({
  globalId: braced(randomUUID()),
  parentGlobalId: parent,
  name: 'bark.jpg',
  contentType: 'image/jpeg',
  data: base64('bark'),
  ...more,
});
const edit = (attachments: unknown, more: Record<string, unknown> = {}): Promise<any> =>
  client.post(`${trees}/applyEdits`, { attachments, useGlobalIds: true, ...more });
const attached = async (objectId: number): Promise<any[]> =>
  (await client.get(`${trees}/${objectId}/attachments`)).attachmentInfos;
const content = async (objectId: number, id: number) =>
  (await client.fetch(`${trees}/${objectId}/attachments/${id}`)).text();
async function upload(name: string, bytes: string | Uint8Array, as = client): Promise<any> {
  const form = new FormData();
  form.set('f', 'json');
  if (as.token) form.set('token', as.token);
  form.set('description', 'From the field');
  form.set('file', new Blob([bytes as BlobPart]), name);
  const response = await fetch(`${as.root}/${service}/uploads/upload`, { method: 'POST', body: form });
  return response.json();
}

test('adds, replaces and deletes attachments together with features by arcgis-rest-js', async () => {
  const url = `${server.url}/server/rest/services/${trees}`;
  const tree = braced(randomUUID());
  const first = addition(tree, { keywords: 'bark, survey' });
  const added: any = await applyEdits({
    url,
    authentication,
    useGlobalIds: true,
    adds: [{ attributes: { GlobalID: tree, n: 3 }, geometry: { x: 3, y: 3 } as any }],
    attachments: { adds: [first, addition(features[0])] as any },
  });
  expect(added.attachments).toEqual({
    addResults: [
      { objectId: 1, globalId: first.globalId.slice(1, -1).toLowerCase(), success: true },
      { objectId: 2, globalId: expect.any(String), success: true },
    ],
    updateResults: [],
    deleteResults: [],
  });
  const { attachmentInfos } = await getAttachments({ url, authentication, featureId: 3 });
  expect(attachmentInfos).toMatchObject([
    { id: 1, name: 'bark.jpg', contentType: 'image/jpeg', size: 4, keywords: 'bark, survey' },
  ]);
  expect(await content(3, 1)).toBe('bark');

  const changed: any = await applyEdits({
    url,
    authentication,
    useGlobalIds: true,
    attachments: {
      updates: [
        { globalId: first.globalId, parentGlobalId: tree, name: 'leaf.png', data: base64('a leaf') },
      ] as any,
      deletes: [added.attachments.addResults[1].globalId],
    },
  });
  expect(changed.attachments).toMatchObject({
    updateResults: [{ objectId: 1, success: true }],
    deleteResults: [{ objectId: 2, success: true }],
  });
  expect(await attached(1)).toEqual([]);
  expect(await attached(3)).toMatchObject([
    { name: 'leaf.png', contentType: 'image/png', size: 6, keywords: 'bark, survey' },
  ]);
  expect(await content(3, 1)).toBe('a leaf');
});

test('keeps the attachments of several layers edited at once', async () => {
  const edits = [
    { id: 1, adds: null, updates: [{ attributes: { OBJECTID: 1, n: 5 } }], attachments: null },
    { id: 0, adds: null, updates: null, deletes: null, attachments: { adds: [addition(features[1])] } },
  ];
  const { features: plain } = await client.get(`${service}/1/query`, { outFields: 'GlobalID' });
  (edits[0] as any).updates[0].attributes.GlobalID = plain[0].attributes.GlobalID;
  const answer = await client.post(`${service}/applyEdits`, {
    edits,
    useGlobalIds: true,
    returnServiceEditsOption: 'originalAndCurrentFeatures',
  });
  expect(answer).toMatchObject([
    { id: 1, updateResults: [{ success: true }] },
    { id: 0, attachments: { addResults: [{ objectId: 1, success: true }] } },
  ]);
  expect(await attached(2)).toMatchObject([{ name: 'bark.jpg' }]);
});

describe('file uploaded first', () => {
  test('is attached by its id, once', async () => {
    const { success, item } = await upload('crown.jpg', 'crown');
    expect({ success, item }).toEqual({
      success: true,
      item: {
        itemID: expect.stringMatching(/^i[\da-f-]{36}$/),
        itemName: 'crown.jpg',
        description: 'From the field',
        date: expect.any(Number),
        committed: true,
        serviceName: 'Trees',
      },
    });
    expect(await client.get(`${service}/uploads/${item.itemID}`)).toEqual(item);
    const one = { uploadId: item.itemID, data: undefined, name: undefined };
    const { attachments } = await edit({ adds: [addition(features[0], one)] });
    expect(attachments.addResults).toMatchObject([{ success: true }]);
    const [info] = await attached(1);
    expect(info).toMatchObject({ name: 'crown.jpg', size: 5 });
    expect(await content(1, info.id)).toBe('crown');
    const again = await edit({ adds: [addition(features[0], one)] });
    expect(again.attachments.addResults[0]).toMatchObject({
      success: false,
      error: { description: expect.stringContaining('uploadId') },
    });
    expect((await client.get(`${service}/uploads/${item.itemID}`)).error.code).toBe(404);
  });

  test('replaces another, and is accepted by addAttachment and updateAttachment too', async () => {
    const first = (await upload('a.jpg', 'a')).item.itemID;
    const { addAttachmentResult } = await client.post(`${trees}/1/addAttachment`, { uploadId: first });
    expect(addAttachmentResult.success).toBe(true);
    const second = (await upload('b.pdf', 'bb')).item.itemID;
    const { updateAttachmentResult } = await client.post(`${trees}/1/updateAttachment`, {
      attachmentId: addAttachmentResult.objectId,
      uploadId: second,
    });
    expect(updateAttachmentResult.success).toBe(true);
    expect(await attached(1)).toMatchObject([{ name: 'b.pdf', size: 2 }]);
    const third = (await upload('c.png', 'ccc')).item.itemID;
    await edit({ updates: [{ globalId: updateAttachmentResult.globalId, uploadId: third }] });
    expect(await attached(1)).toMatchObject([{ name: 'c.png', contentType: 'image/png', size: 3 }]);
  });

  test('is kept when the edits fail, and removed when it is deleted', async () => {
    const { itemID } = (await upload('crown.jpg', 'crown')).item;
    const bad = { uploadId: itemID, data: undefined };
    await edit({ adds: [addition(features[0], bad), addition(randomUUID())] });
    expect(await attached(1)).toEqual([]);
    expect((await client.get(`${service}/uploads/${itemID}`)).itemName).toBe('crown.jpg');
    expect(await client.post(`${service}/uploads/${itemID}/delete`)).toEqual({ status: 'success' });
    expect((await client.get(`${service}/uploads/${itemID}`)).error.code).toBe(404);
  });

  test('is never listed as an attachment of a feature', async () => {
    await upload('crown.jpg', 'crown');
    const all = await client.get(`${trees}/queryAttachments`, { definitionExpression: '1=1' });
    expect(all.attachmentGroups).toEqual([]);
  });

  test('must be of an allowed kind, from a user who may edit', async () => {
    expect((await upload('run.html', '<script>')).error).toMatchObject({ code: 400 });
    expect((await upload('a.jpg', 'a', visitor)).error.code).toBe(499);
    expect((await client.post(`${service}/uploads/upload`)).error.code).toBe(400);
    expect((await client.get(`${service}/uploads/info`)).maxUploadFileSize).toBe(limits.attachmentBytes);
  });
});

describe('invalid attachments are rejected', () => {
  test('without useGlobalIds, or by a layer without attachments', async () => {
    const attachments = { adds: [addition(features[0])] };
    expect((await edit(attachments, { useGlobalIds: false })).error).toMatchObject({
      code: 400,
      details: [expect.stringContaining('useGlobalIds')],
    });
    expect(
      (await client.post(`${service}/1/applyEdits`, { attachments, useGlobalIds: true })).error,
    ).toMatchObject({ code: 400 });
    expect((await edit('not a list')).error.code).toBe(400);
    expect((await edit({ adds: 'many' })).error.code).toBe(400);
  });

  test.each([
    ['of a feature that is not there', () => addition(randomUUID()), 'No feature'],
    ['without its feature', () => addition(undefined), 'parentGlobalId'],
    ['without an id of its own', () => addition(features[0], { globalId: undefined }), 'globalId'],
    ['without a name', () => addition(features[0], { name: undefined }), 'name'],
    ['without a file', () => addition(features[0], { data: undefined }), 'uploadId'],
    ['that is not base64', () => addition(features[0], { data: '<bark>' }), 'base64'],
    ['of a kind that runs', () => addition(features[0], { name: 'run.html' }), 'Expected one of'],
    ['with a member that would be lost', () => addition(features[0], { url: 'https://a.test/b' }), 'url'],
    ['uploaded nowhere', () => addition(features[0], { data: undefined, uploadId: 'i1' }), 'uploadId'],
    [
      'that is too large',
      () => {
        const usual = limits.attachmentBytes;
        onTestFinished(() => void Object.assign(limits, { attachmentBytes: usual }));
        Object.assign(limits, { attachmentBytes: 1000 });
        return addition(features[0], { data: randomBytes(1001).toString('base64') });
      },
      'MB',
    ],
  ])('with %s, together with all other edits of the request', async (_what, make, words) => {
    const answer = await edit(
      { adds: [addition(features[1]), make()] },
      { updates: [{ attributes: { GlobalID: features[0], n: 77 } }] },
    );
    expect(answer.attachments.addResults[1]).toMatchObject({
      success: false,
      error: { description: expect.stringContaining(words) },
    });
    expect(answer.attachments.addResults[0]).toMatchObject({
      success: false,
      error: { description: 'Operation rolled back.' },
    });
    expect(answer.updateResults[0].success).toBe(false);
    expect([await attached(1), await attached(2)]).toEqual([[], []]);
    expect((await client.get(`${trees}/query`, { where: 'n = 77', returnCountOnly: true })).count).toBe(0);
  });

  test('with long keywords, whichever operation has them', async () => {
    const [short, long] = ['x', 'ä'].map((text) => text.repeat(limits.attachmentKeywords)) as [
      string,
      string,
    ];
    const known = addition(features[0], { keywords: short });
    expect((await edit({ adds: [known] })).attachments.addResults).toMatchObject([{ success: true }]);
    const refused = { success: false, error: { description: expect.stringContaining('1000 characters') } };
    const keywords = `${long}x`;
    const sent = {
      adds: [addition(features[0], { keywords })],
      updates: [{ globalId: known.globalId, name: 'a.txt', data: base64('a'), keywords }],
    };
    const { addResults, updateResults } = (await edit(sent, { rollbackOnFailure: false })).attachments;
    expect([...addResults, ...updateResults]).toMatchObject([refused, refused]);
    const attach = async (operation: string, words: string): Promise<any> => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ f: 'json', token: client.token ?? '', keywords: words }))
        form.set(name, value);
      form.set('attachmentId', '1');
      form.set('attachment', new Blob(['a']), 'a.txt');
      const address = `${client.root}/${trees}/1/${operation}`;
      return (await fetch(address, { method: 'POST', body: form })).json();
    };
    for (const operation of ['addAttachment', 'updateAttachment'])
      expect((await attach(operation, keywords)).error).toMatchObject({
        code: 400,
        details: [expect.stringContaining('1000 characters')],
      });
    expect((await attached(1)).map((each) => each.keywords)).toEqual([short]);
    expect((await attach('updateAttachment', long)).updateAttachmentResult).toMatchObject({ success: true });
  });

  test('without the other edits when rollbackOnFailure is false', async () => {
    const twin = addition(features[0]);
    const answer = await edit(
      { adds: [twin, addition(features[0], { globalId: twin.globalId })], deletes: [randomUUID()] },
      { rollbackOnFailure: false },
    );
    expect(answer.attachments.addResults.map(({ success }: any) => success)).toEqual([true, false]);
    expect(answer.attachments.deleteResults).toMatchObject([{ success: false, error: { code: 1019 } }]);
    expect(await attached(1)).toHaveLength(1);
  });

  test('from users who may not edit, and where only adding is allowed', async () => {
    const attachments = { adds: [addition(features[0])] };
    const requested = { attachments, useGlobalIds: true };
    expect((await visitor.post(`${trees}/applyEdits`, requested)).error.code).toBe(499);
    await publish('Create,Query,Editing');
    expect((await edit(attachments)).error.code).toBe(400);
    const tree = randomUUID();
    const answer = await edit(
      { adds: [addition(tree)] },
      { adds: [{ attributes: { GlobalID: tree, n: 9 }, geometry: { x: 1, y: 1 } }] },
    );
    expect(answer.attachments.addResults).toMatchObject([{ success: true }]);
  });
});

test.runIf(long)('accepts a photograph of the maximum attachment size as text too', async () => {
  const photograph = randomBytes(limits.attachmentBytes);
  const { attachments } = await edit({
    adds: [addition(features[0], { data: photograph.toString('base64') })],
  });
  expect(attachments.addResults).toMatchObject([{ success: true }]);
  expect((await attached(1))[0].size).toBe(photograph.length);
});

test('lists the capabilities of attachments in layer descriptions', async () => {
  const flags = async (id: number) => {
    const json = await client.get(`${service}/${id}`);
    return [
      json.supportsApplyEditsWithGlobalIds,
      json.supportsAttachmentsByUploadId,
      json.supportsApplyEditsbyUploadId,
    ];
  };
  expect(await flags(0)).toEqual([true, true, false]);
  expect(await flags(1)).toEqual([true, false, false]);
});
