import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import type { LayerInput, ServiceInput } from '../../server/gis/storage/service-input.ts';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { visitorLimits } from '../../server/gis/feature-server/visitors.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** A public layer to which visitors add reports that they do not see, as forms send them. */

let server: TestServer;
let portal: Awaited<ReturnType<typeof createPortalClient>>;
let owner: ServiceClient;
let visitor: ServiceClient;
let member: ServiceClient;
const layer = 'Reports/FeatureServer/0';
const jpeg = Buffer.from('\u00ff\u00d8\u00ff\u00e0 a photo', 'latin1').toString('base64');

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('grace', { role: 'org_publisher' });
  await portal.addUser('otto', { role: 'org_user' });
  owner = new ServiceClient(server.url, await portal.token('grace'));
  member = new ServiceClient(server.url, await portal.token('otto'));
  visitor = new ServiceClient(server.url);
  const itemId = await addItem(portal.context, 'grace', {
    title: 'Reports',
    type: 'Feature Service',
    access: 'public',
  });
  const report = (name: string) => ({
    name,
    hasAttachments: true,
    editorTracking: true,
    geometryType: 'esriGeometryPoint' as const,
    fields: [
      { name: 'kind', type: 'esriFieldTypeString' as const },
      { name: 'seen', type: 'esriFieldTypeDate' as const },
    ],
    timeInfo: { startTimeField: 'seen', endTimeField: null },
    features: [
      { properties: { kind: 'pothole' }, geometry: { type: 'Point' as const, coordinates: [71, 51] } },
    ],
  });
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Reports',
      itemId,
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [report('Reports'), report('Closed to visitors')],
    },
  );
});
afterAll(() => server.stop());

const allow = async (visitorAccess: unknown) => {
  const admin = new ServiceClient(server.url, owner.token);
  return admin.post(`../admin/services/${layer}/updateDefinition`, { updateDefinition: { visitorAccess } });
};

const report = (globalId: string = randomUUID()) => ({
  attributes: { GlobalID: `{${globalId.toUpperCase()}}`, kind: 'lamp' },
  geometry: { x: 71.4, y: 51.1, spatialReference: { wkid: 4326 } },
});
const photo = (parent: string, data = jpeg) => ({
  globalId: `{${randomUUID()}}`,
  parentGlobalId: `{${parent.toUpperCase()}}`,
  name: 'photo.jpg',
  contentType: 'image/jpeg',
  data,
});
const send = async (client: ServiceClient, edits: Record<string, unknown>): Promise<any> =>
  client.post(`${layer}/applyEdits`, { useGlobalIds: true, ...edits });
const count = async (): Promise<number> =>
  (await owner.get(`${layer}/query`, { where: '1=1', returnCountOnly: true })).count;

test('visitors add nothing until the owner allows it', async () => {
  const { error } = await send(visitor, { adds: [report()] });
  expect(error.code).toBe(499);
  expect((await visitor.get(layer)).capabilities).toBe('Query');
});

describe('where visitors add but do not read', () => {
  beforeAll(async () => {
    await allow({ add: true, query: false });
  });

  test('the description offers it, without what others reported', async () => {
    const described = await visitor.get(layer);
    expect(described).toMatchObject({
      capabilities: 'Create,Editing',
      visitorAccess: { add: true, query: false },
      extent: { xmin: -180 },
    });
    expect(described).not.toHaveProperty('timeInfo');
    expect((await owner.get(layer)).extent.xmin).toBe(71);
  });

  test('a report is stored with its photo, exactly once however often it is sent', async () => {
    const before = await count();
    const id = randomUUID();
    const edits = { adds: [report(id)], attachments: { adds: [photo(id)] } };
    const first = await send(visitor, edits);
    expect(first.addResults[0]).toMatchObject({ success: true });
    const again = await send(visitor, edits);
    expect(again.addResults[0]).toMatchObject({ success: false, error: { globalIdExists: true } });
    expect(await count()).toBe(before + 1);
    const { attachmentInfos } = await owner.get(`${layer}/${first.addResults[0].objectId}/attachments`);
    expect(attachmentInfos).toHaveLength(1);
  });

  test('a report has its photo also where members change only what they created', async () => {
    const change = async (ownershipBasedAccessControlForFeatures: object | null) =>
      new ServiceClient(server.url, owner.token).post(`../admin/services/${layer}/updateDefinition`, {
        updateDefinition: { ownershipBasedAccessControlForFeatures },
      });
    expect(await change({ allowOthersToUpdate: false })).toEqual({ success: true });
    const id = randomUUID();
    const answer = await send(visitor, { adds: [report(id)], attachments: { adds: [photo(id)] } });
    expect(answer).toMatchObject({
      addResults: [{ success: true }],
      attachments: { addResults: [{ success: true }] },
    });
    const { features } = await owner.get(`${layer}/query`, {
      where: "kind = 'pothole'",
      outFields: 'GlobalID',
    });
    const others = photo(features[0].attributes.GlobalID.replaceAll(/[{}]/g, ''));
    const sneaked = await send(visitor, { adds: [report()], attachments: { adds: [others] } });
    expect(sneaked.error.code).toBe(499);
    await change(null);
  });

  test('a report sent several times at once is stored once', async () => {
    const before = await count();
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(visitor, { adds: [report(id)] })));
    expect(answers.filter(({ addResults }) => addResults[0].success)).toHaveLength(1);
    expect(await count()).toBe(before + 1);
  });

  test.each([
    '/query',
    '/queryTopFeatures',
    '/queryBins',
    '/queryDateBins',
    '/generateRenderer',
    '/queryHistory',
    '/validateSQL',
    '/queryRelatedRecords',
    '/queryAttachments',
    '/1',
    '/1/attachments',
    '/1/attachments/1',
    '/updateFeatures',
    '/deleteFeatures',
    '/calculate',
    '/append',
  ])('visitors get nothing by %s', async (path) => {
    const { error } = await visitor.post(`${layer}${path}`, { where: '1=1', objectIds: '1' });
    expect(error.code).toBe(499);
  });

  test('nor by services, tiles and OGC APIs', async () => {
    const { layers } = await visitor.get('Reports/FeatureServer/query', { layerDefs: [] });
    expect(layers).toEqual([]);
    const all = await visitor.get('Reports/FeatureServer/query', { where: '1=1' });
    expect(all.layers.map(({ id }: { id: number }) => id)).toEqual([1]);
    const replica = await visitor.post('Reports/FeatureServer/createReplica', {
      layers: '0',
      dataFormat: 'json',
    });
    expect(replica.error.code).toBeGreaterThan(0);
    const style = await visitor.get('Reports/VectorTileServer/resources/styles/root.json');
    expect(JSON.stringify(style)).not.toContain('"Reports/0"');
    const items = await fetch(`${server.url}/server/ogc/Reports/collections/0/items`);
    expect(items.status).toBe(401);
    const collection = await fetch(`${server.url}/server/ogc/Reports/collections/0`);
    expect(JSON.stringify(await collection.json())).not.toContain('71.4');
  });

  test('members of the organisation read them', async () => {
    const { features } = await member.get(`${layer}/query`, { where: "kind = 'pothole'" });
    expect(features).toHaveLength(1);
  });

  test('visitors change and delete nothing, nor attach to what others reported', async () => {
    const { features } = await owner.get(`${layer}/query`, { where: "kind = 'pothole'", outFields: '*' });
    const { GlobalID } = features[0].attributes;
    const existing = GlobalID.replaceAll(/[{}]/g, '');
    expect((await send(visitor, { updates: [report(existing)] })).error.code).toBe(499);
    expect((await send(visitor, { deletes: [GlobalID] })).error.code).toBe(499);
    expect((await send(visitor, { attachments: { adds: [photo(existing)] } })).error.code).toBe(499);
    const sneaked = await send(visitor, {
      adds: [report(existing)],
      attachments: { adds: [photo(existing)] },
      rollbackOnFailure: false,
    });
    expect(sneaked.attachments.addResults[0].success).toBe(false);
    const { attachmentInfos } = await owner.get(`${layer}/${features[0].attributes.OBJECTID}/attachments`);
    expect(attachmentInfos).toEqual([]);
  });

  test('the other layer of the service stays closed', async () => {
    const { error } = await visitor.post('Reports/FeatureServer/1/applyEdits', { adds: [report()] });
    expect(error.code).toBe(499);
    const both = await visitor.post('Reports/FeatureServer/applyEdits', {
      useGlobalIds: true,
      edits: [
        { id: 0, adds: [report()] },
        { id: 1, adds: [report()] },
      ],
    });
    expect(both.error.code).toBe(499);
  });

  test('photos are pictures of a bounded size, and few', async () => {
    const id = randomUUID();
    const page = Buffer.from('<script>alert(1)</script>').toString('base64');
    const attach = async (adds: unknown[]) => send(visitor, { adds: [report(id)], attachments: { adds } });
    expect((await attach([photo(id, page)])).error.details[0]).toMatch(/JPEG/);
    const large = Buffer.concat([Buffer.from(jpeg, 'base64'), Buffer.alloc(visitorLimits.photoBytes)]);
    expect((await attach([photo(id, large.toString('base64'))])).error.details[0]).toMatch(/at most 5 MB/);
    const many = Array.from({ length: visitorLimits.photos + 1 }, () => photo(id));
    expect((await attach(many)).error.details[0]).toMatch(/at most 5 pictures/);
    const adds = Array.from({ length: visitorLimits.adds + 1 }, () => report());
    expect((await send(visitor, { adds })).error.details[0]).toMatch(/at most 10 features/);
  });

  test('an address that sends many is asked to wait', async () => {
    // A new minute may begin meanwhile.
    let refused: Response | undefined;
    for (let index = 0; !refused && index <= 2 * visitorLimits.perMinute; index++) {
      const answer = await visitor.fetch(`${layer}/addFeatures`, { features: [] }, { method: 'POST' });
      if (answer.status === 429) refused = answer;
    }
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await owner.post(`${layer}/addFeatures`, { features: [report()] })).addResults[0].success).toBe(
      true,
    );
  });
});

test('what the owner does not name about visitors stays as it is', async () => {
  const stored = async () => (await owner.get(layer)).visitorAccess;
  await allow({ add: true, query: false });
  await allow({ add: false });
  expect(await stored()).toEqual({ add: false, query: false });
  await allow({ query: true });
  await allow({ add: true });
  expect(await stored()).toEqual({ add: true, query: true });
  await allow(null);
  await allow({ add: true });
  expect(await stored()).toEqual({ add: true, query: true });
});

test('the owner may show reports to visitors, or close the layer again', async () => {
  await allow({ add: true, query: true });
  expect((await visitor.get(layer)).capabilities).toBe('Create,Query,Editing');
  await allow(null);
  expect((await visitor.get(layer)).capabilities).toBe('Query');
  const { error } = await allow({ add: true, delete: true });
  expect(error.details[0]).toMatch(/visitorAccess/);
});

test('a service that is overwritten stays closed to visitors', async () => {
  const closed = { mayAdd: false, mayRead: false };
  const itemId = await addItem(portal.context, 'grace', {
    title: 'Replaced',
    type: 'Feature Service',
    access: 'public',
  });
  const load = (layers: ServiceInput['layers'], replace: boolean) =>
    createHostedLayer(server, { serviceName: 'Replaced', itemId, replace, layers });
  const table = (name: string, more: Partial<LayerInput> = {}): LayerInput => ({
    name,
    fields: [{ name: 'kind', type: 'esriFieldTypeString' }],
    features: [{ properties: { kind: 'lamp' } }],
    ...more,
  });
  await load([table('Closed', { visitors: closed }), table('Open'), table('Closed meanwhile')], false);
  async function* whileClosing() {
    const url = '../admin/services/Replaced/FeatureServer/2/updateDefinition';
    const visitorAccess = { add: false, query: false };
    expect(await owner.post(url, { updateDefinition: { visitorAccess } })).toMatchObject({ success: true });
    yield { properties: { kind: 'lamp' } };
  }
  const features = whileClosing();
  await load([table('One'), table('Two'), table('Three', { features }), table('Another')], true);
  const query = async (client: ServiceClient, id: number) =>
    client.get(`Replaced/FeatureServer/${id}/query`, { where: '1=1', returnCountOnly: true });
  const ids = [0, 1, 2, 3];
  expect(await Promise.all(ids.map((id) => query(member, id)))).toEqual(ids.map(() => ({ count: 1 })));
  const ofVisitors = await Promise.all(ids.map((id) => query(visitor, id)));
  expect(ofVisitors.map(({ count: shown, error }) => shown ?? error.code)).toEqual([499, 1, 499, 499]);
});
