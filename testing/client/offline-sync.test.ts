import { setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sql, type SqlBool } from 'kysely';
import type { HostedLayer } from '../../server/gis/layer/layer.ts';
import { compareAttachments } from '../../server/gis/storage/attachment-changes-store.ts';
import { saveJobResult } from '../../server/gis/storage/job-result-store.ts';
import { findService } from '../../server/gis/storage/service-store.ts';
import { sweep } from '../../server/composition/start-sweeps.ts';
import { limits } from '../../server/limits.ts';
import { OfflineClient } from '../rig/offline-client.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** Offline copies: two editors in the field and a third online, with a network that fails at each step. */
let rig: TreesView;
let layer: string;

const ask = (operation: string, params: object = {}, who = 'grace') =>
  rig
    .ask(`${rig.source}${operation ? `/${operation}` : ''}`, { ...params }, who)
    .catch(({ response }) => response ?? { error: 'none' });
const faultOf = ({ error }: any) => `${error?.message} ${error?.details?.join(' ')}`;
const clientOf = (who: string) => new OfflineClient((operation, params) => ask(operation, params, who));
const edit = (edits: object, who = 'grace') => rig.ask(`${layer}/applyEdits`, { ...edits }, who);
const everything = async (): Promise<any[]> =>
  (await rig.ask(`${layer}/query`, { where: '1=1', outFields: '*' })).features;
const named = async (name: string) =>
  (await everything()).filter(({ attributes }) => attributes.name === name);
const ended = async (statusUrl: string, who = 'grace'): Promise<any> =>
  vi.waitFor(
    async () => {
      const status = await rig.ask(statusUrl, {}, who);
      expect(status.status).toMatch(/Completed|Failed/);
      return status;
    },
    { timeout: 20_000 },
  );
const byId = (features: Iterable<any>) =>
  [...features].toSorted((a, b) => a.attributes.GlobalID.localeCompare(b.attributes.GlobalID));
const tree = (name: string, x: number) => ({ attributes: { name, kind: 'oak' }, geometry: { x, y: 0 } });
const allow = (capabilities: string) =>
  rig
    .ask(`${rig.adminOf('Trees')}/updateDefinition`, { updateDefinition: { capabilities } })
    .catch(({ response }) => response);
const editing = 'Create,Delete,Query,Update,Editing';

beforeAll(async () => {
  rig = await createTreesView();
  layer = `${rig.source}/0`;
  await setItemAccess({ id: rig.sourceItem, access: 'org', ...rig.as('grace') });
});
afterAll(() => rig.stop());

describe('a service without the history of its layers', () => {
  test('cannot be taken offline; the error names what it needs', async () => {
    expect((await ask('')).syncEnabled).toBe(false);
    expect(faultOf(await allow(`${editing},Sync`))).toContain('isDataArchived');
    expect(faultOf(await ask('createReplica', { layers: [0] }))).toContain('does not allow offline copies');
  });
});

describe('a service with sync', () => {
  beforeAll(async () => {
    await rig.changeLayer('Trees', 0, { isDataArchived: true });
    await rig.changeLayer('Trees', 1, { isDataArchived: true });
    await allow(`${editing},Sync`);
  });

  test('advertises it to those who may use it', async () => {
    const described = await ask('');
    expect(described.syncEnabled).toBe(true);
    expect(described.capabilities.split(',')).toContain('Sync');
    expect(described.syncCapabilities).toMatchObject({
      supportsPerLayerSync: true,
      supportsPerReplicaSync: false,
    });
  });

  test('lets two people edit offline and a third online, and loses nothing', async () => {
    const [ann, ben] = [clientOf('grace'), clientOf('linus')];
    await ann.download({}, 'answer').catch(() => undefined);
    await ann.download();
    await ben.download();
    expect(byId(ann.features.values())).toEqual(byId(await everything()));
    const [first, second, third, fourth] = byId(ann.features.values()).map((one) => one.attributes.GlobalID);

    // In the field.
    const elm = ann.add('Elm', 1);
    ann.update(first, { name: 'Ann was here' });
    ann.remove(second);
    ann.attach(elm, 'elm.txt', 'An elm');
    const ash = ben.add('Ash', 2);
    ben.update(first, { name: 'Ben was here' });
    ben.update(second, { name: 'Ben kept it' });
    ben.attach(third, 'note.txt', 'A note');
    // Online.
    const online = (await everything()).find(({ attributes }) => attributes.GlobalID === fourth);
    await edit({ deletes: [online.attributes.OBJECTID], adds: [tree('Fir', 3)] }, 'ada');

    await ann.persist();
    await ben.persist();
    await ann.persist();

    const now = await everything();
    for (const name of ['Elm', 'Ash', 'Fir', 'Ben was here', 'Ben kept it'])
      expect(now.filter(({ attributes }) => attributes.name === name)).toHaveLength(1);
    expect(now.map(({ attributes }) => attributes.GlobalID)).not.toContain(fourth);
    for (const copy of [ann, ben]) {
      expect(byId(copy.features.values())).toEqual(byId(now));
      expect([...copy.files.values()].map(({ name }) => name).toSorted()).toEqual(['elm.txt', 'note.txt']);
    }
    expect(elm).not.toBe(ash);
    const all = await rig.ask(`${layer}/queryAttachments`, {
      objectIds: now.map(({ attributes }) => attributes.OBJECTID),
    });
    expect(all.attachmentGroups.flatMap(({ attachmentInfos }: any) => attachmentInfos)).toHaveLength(2);

    // Both versions of the feature that both had changed are in the history.
    const contested = now.find(({ attributes }) => attributes.GlobalID === first);
    const { changes } = await rig.ask(`${layer}/queryHistory`, {
      objectIds: [contested.attributes.OBJECTID],
    });
    const names = changes.map((one: any) => one.fields.find(({ name }: any) => name === 'name')?.to);
    expect(names.slice(0, 2)).toEqual(['Ben was here', 'Ann was here']);
  });

  test('applies edits once, also when they are sent again with others', async () => {
    const ann = clientOf('grace');
    await ann.download();
    const id = ann.add('Lime', 5);
    const [old] = ann.features.keys();
    ann.update(old as string, { code: 70 });
    await ann.synchronize('answer').catch(() => undefined);
    // Meanwhile someone changes and deletes online.
    const lime = (await named('Lime'))[0].attributes.OBJECTID;
    await edit({ deletes: [lime] }, 'ada');
    const objectId = ann.features.get(old as string)?.attributes['OBJECTID'];
    await edit({ updates: [{ attributes: { OBJECTID: objectId, code: 71 } }] }, 'ada');
    ann.add('Pine', 6);
    await ann.persist();
    expect(await named('Lime')).toEqual([]);
    expect(await named('Pine')).toHaveLength(1);
    expect(ann.features.has(id)).toBe(false);
    expect(ann.features.get(old as string)?.attributes['code']).toBe(71);
    expect(byId(ann.features.values())).toEqual(byId(await everything()));
  });

  test('applies no upload again that arrives after a later one', async () => {
    const ann = clientOf('grace');
    await ann.download();
    const [old] = ann.features.keys();
    ann.update(old as string, { code: 80 });
    const gone = ann.add('Delayed', 7);
    const first = ann.request();
    await ann.synchronize();
    ann.update(old as string, { code: 81 });
    ann.remove(gone);
    await ann.synchronize();
    ann.update(old as string, { code: 82 });
    await ann.synchronize();
    const repeated = await ask('synchronizeReplica', first);
    expect(repeated.edits[0].updateResults).toMatchObject([{ success: true }]);
    expect(repeated.edits[0].addResults).toMatchObject([{ success: true }]);
    await ann.persist();
    expect(ann.features.get(old as string)?.attributes['code']).toBe(82);
    expect(await named('Delayed')).toEqual([]);
    expect(byId(ann.features.values())).toEqual(byId(await everything()));
  });

  test('applies an edit again that is made again, and not one whose response was lost', async () => {
    const ann = clientOf('grace');
    await ann.download();
    const [old] = ann.features.keys();
    const objectId = ann.features.get(old as string)?.attributes['OBJECTID'];
    const change = (code: number) => edit({ updates: [{ attributes: { OBJECTID: objectId, code } }] }, 'ada');
    const code = async () =>
      (await everything()).find(({ attributes }) => attributes.GlobalID === old).attributes.code;
    const synchronize = async (serverGen: number, more: object) =>
      (
        await ask('synchronizeReplica', {
          replicaID: ann.id,
          syncLayers: [{ id: 0, serverGen, syncDirection: 'bidirectional' }],
          ...more,
        })
      ).layerServerGens[0].serverGen;
    const own = { edits: [{ id: 0, features: { updates: [{ attributes: { GlobalID: old, code: 90 } }] } }] };

    const first = await synchronize(ann.serverGen, own);
    await change(91);
    const second = await synchronize(first, {});
    const third = await synchronize(second, own);
    expect(await code()).toBe(90);

    await change(92);
    // The third response was lost: a download does not change that the edit is repeated.
    const downloaded = await synchronize(second, {});
    expect(downloaded).toBeGreaterThan(third);
    await synchronize(downloaded, own);
    expect(await code()).toBe(92);
  });

  test('applies an edit again that is made again and only uploaded', async () => {
    const ann = clientOf('grace');
    await ann.download();
    const [old] = ann.features.keys();
    const code = async () =>
      (await everything()).find(({ attributes }) => attributes.GlobalID === old).attributes.code;
    const changing = (value: number) => ({
      replicaID: ann.id,
      edits: [{ id: 0, features: { updates: [{ attributes: { GlobalID: old, code: value } }] } }],
    });
    const upload = async (value: number) => {
      const answer = await ask('synchronizeReplica', { ...changing(value), syncDirection: 'upload' });
      expect(answer.edits[0].updateResults).toMatchObject([{ success: true }]);
    };
    const syncLayers = [{ id: 0, serverGen: ann.serverGen, syncDirection: 'bidirectional' }];
    const { layerServerGens } = await ask('synchronizeReplica', { ...changing(95), syncLayers });
    await upload(96);
    await upload(95);
    expect(await code()).toBe(95);
    // Another member changes the feature between two equal edits of a client that got the response to the first.
    const later = [{ id: 0, serverGen: layerServerGens[0].serverGen, syncDirection: 'bidirectional' }];
    const second = await ask('synchronizeReplica', { ...changing(97), syncLayers: later });
    const [{ serverGen }] = second.layerServerGens;
    const last = [{ id: 0, serverGen, syncDirection: 'bidirectional' }];
    await ask('synchronizeReplica', { replicaID: ann.id, syncLayers: last });
    const OBJECTID = ann.features.get(old as string)?.attributes['OBJECTID'];
    await edit({ updates: [{ attributes: { OBJECTID, code: 98 } }] }, 'ada');
    await upload(97);
    expect(await code()).toBe(97);
  });

  test('returns what others put back after the client changed and deleted it', async () => {
    // A layer without editor tracking: rows that were put back are what they were.
    const table = `${rig.source}/1`;
    const { addResults } = await rig.ask(`${table}/applyEdits`, {
      adds: [{ attributes: {} }, { attributes: {} }],
    });
    const [changed, deleted] = addResults.map(({ globalId }: any) => globalId);
    const { features } = await rig.ask(`${table}/query`, { where: '1=1', outFields: '*' });
    const original = (id: string) => features.find(({ attributes }: any) => attributes.GlobalID === id);
    const { replicaID, layerServerGens } = await ask('createReplica', { layers: [1] });
    const updates = [{ attributes: { GlobalID: changed, note: 'Offline' } }];
    const edits = [{ id: 1, features: { updates, deleteIds: [deleted] } }];
    await ask('synchronizeReplica', { replicaID, syncDirection: 'upload', edits });
    await rig.ask(`${table}/applyEdits`, {
      useGlobalIds: true,
      updates: [original(changed)],
      adds: [original(deleted)],
    });
    const syncLayers = [{ ...layerServerGens[0], syncDirection: 'download' }];
    const [answer] = (await ask('synchronizeReplica', { replicaID, syncLayers })).edits;
    const found = (list: any[]) => list.map(({ attributes }) => attributes.GlobalID);
    expect(found(answer.features.updates)).toEqual([changed]);
    expect(answer.features.updates[0].attributes.note).toBeNull();
    expect(found(answer.features.adds)).toEqual([deleted]);
  });

  test('returns no feature as a new one that the client added in an earlier upload', async () => {
    const ann = clientOf('grace');
    await ann.download();
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    for (const [x, GlobalID] of ids.entries())
      await ask('synchronizeReplica', {
        replicaID: ann.id,
        syncDirection: 'upload',
        edits: [{ id: 0, features: { adds: [{ geometry: { x, y: 9 }, attributes: { GlobalID } }] } }],
      });
    const syncLayers = [{ id: 0, serverGen: ann.serverGen, syncDirection: 'download' }];
    const { edits } = await ask('synchronizeReplica', { replicaID: ann.id, syncLayers });
    const found = (features: any[]) => features.map(({ attributes }) => attributes.GlobalID.toLowerCase());
    expect(found(edits[0].features.adds)).toEqual([]);
    expect(found(edits[0].features.updates).toSorted()).toEqual(ids.toSorted());
  });

  test('updates an added feature that changed before it was sent again', async () => {
    const ann = clientOf('grace');
    await ann.download();
    const id = ann.add('Maple', 7);
    await ann.synchronize('answer').catch(() => undefined);
    ann.update(id, { name: 'Red maple' });
    await ann.persist();
    expect(await named('Maple')).toEqual([]);
    expect(await named('Red maple')).toHaveLength(1);
    expect(byId(ann.features.values())).toEqual(byId(await everything()));
  });

  test('returns changes of attachments', async () => {
    const [ann, ben] = [clientOf('grace'), clientOf('linus')];
    await ann.download();
    await ben.download();
    const [parent = ''] = ann.features.keys();
    const file = ann.attach(parent, 'a.txt', 'one');
    await ann.persist();
    await ben.persist();
    expect(ben.files.get(file)).toMatchObject({ name: 'a.txt', size: 3, parentGlobalId: parent });
    const loaded = await fetch(
      `${(ben.files.get(file) as any).url}?token=${rig.as('linus').authentication.token}`,
    );
    expect(await loaded.text()).toBe('one');
    const objectId = ann.features.get(parent)?.attributes['OBJECTID'];
    const { id } = (await rig.ask(`${layer}/${objectId}/attachments`)).attachmentInfos.find(
      ({ name }: any) => name === 'a.txt',
    );
    await rig.ask(`${layer}/${objectId}/deleteAttachments`, { attachmentIds: [id] });
    const answer = await ben.synchronize();
    expect(answer.edits[0].attachments.deleteIds).toEqual([file]);
    expect(ben.files.has(file)).toBe(false);
  });

  test('refuses an attachment with long keywords, and stores the edits beside it', async () => {
    const ann = clientOf('grace');
    await ann.download();
    const elm = ann.add('Keyword elm', 5);
    const file = ann.attach(elm, 'long.txt', 'x');
    const sent: any = ann.request();
    sent.edits[0].attachments.adds[0].keywords = 'x'.repeat(limits.attachmentKeywords + 1);
    const answer = await ask('synchronizeReplica', sent);
    const [{ addResults, attachments }] = answer.edits;
    expect(addResults).toMatchObject([{ success: true }]);
    expect(attachments.addResults).toMatchObject([{ globalId: file, success: false }]);
    expect(await named('Keyword elm')).toHaveLength(1);
    await edit({ deletes: (await named('Keyword elm')).map(({ attributes }) => attributes.OBJECTID) });
  });

  test('misses no attachment of a copy, however many others changed', async () => {
    const { addResults } = await edit({ adds: [tree('Other', 120), tree('Copied', 130)] });
    const ids: number[] = addResults.map(({ objectId }: any) => objectId);
    const state = async () => {
      const found = await findService(rig.server.database, 'Trees', 'root');
      return found?.layers[0] as HostedLayer;
    };
    const changesSince = async (from: number, max: number, maxFeatures = 10) => {
      const now = await state();
      const selection = { conditions: [sql<SqlBool>`objectid = ${ids[1] ?? 0}`], space: null };
      const rest = { entered: [], max, maxFeatures };
      return compareAttachments(
        rig.server.database,
        { ...now, moment: now.editedAt },
        { from, to: now.editedAt },
        selection,
        rest,
      );
    };
    const before = (await state()).editedAt;
    for (const id of ids) await rig.attach(layer, id, 'x.txt', 'x');
    expect((await changesSince(before, 1))?.added).toMatchObject([{ parentObjectId: ids[1] }]);
    expect(await changesSince(before, 1, 1)).toBeUndefined();
    const after = (await state()).editedAt;
    for (const id of ids) {
      const { attachmentInfos } = await rig.ask(`${layer}/${id}/attachments`);
      await rig.ask(`${layer}/${id}/deleteAttachments`, { attachmentIds: [attachmentInfos[0].id] });
    }
    expect((await changesSince(after, 1))?.deletedIds).toHaveLength(1);
    // Of one feature, more than one response lists.
    for (const name of ['1.txt', '2.txt', '3.txt']) await rig.attach(layer, ids[1] ?? 0, name, 'x');
    const { attachmentInfos } = await rig.ask(`${layer}/${ids[1]}/attachments`);
    await rig.ask(`${layer}/${ids[1]}/deleteAttachments`, {
      attachmentIds: attachmentInfos.map(({ id }: any) => id),
    });
    expect(await changesSince(after, 1, 3)).toBeUndefined();
    expect((await changesSince(after, 1, 4))?.deletedIds).toHaveLength(4);
    await edit({ deletes: ids });
  });

  test('keeps a copy of an area and a filter', async () => {
    const ann = clientOf('grace');
    const [near, far] = (await edit({ adds: [tree('Near', 100), tree('Far', 150)] })).addResults;
    await ann.download({
      geometry: '90,-10,110,10',
      geometryType: 'esriGeometryEnvelope',
      layerQueries: { 0: { where: "kind = 'oak'" } },
    });
    expect([...ann.features.values()].map(({ attributes }) => attributes['name'])).toEqual(['Near']);
    await edit({
      updates: [
        { attributes: { OBJECTID: near.objectId }, geometry: { x: 150, y: 0 } },
        { attributes: { OBJECTID: far.objectId }, geometry: { x: 100, y: 0 } },
      ],
    });
    await ann.synchronize();
    expect([...ann.features.values()].map(({ attributes }) => attributes['name'])).toEqual(['Far']);
    ann.add('Outside', 170);
    await ann.persist();
    expect(await named('Outside')).toHaveLength(1);
    expect([...ann.features.values()].map(({ attributes }) => attributes['name'])).toEqual(['Far']);
  });

  test('returns results at addresses, at once or after a status, the same each time', async () => {
    const ann = clientOf('grace');
    const created = await ask('createReplica', { layers: [0], syncModel: 'perLayer', async: true });
    const status = await ended(created.statusUrl);
    expect(status).toMatchObject({ status: 'Completed', progress: { share: 1 } });
    const file = await rig.ask(status.resultUrl);
    expect(byId(file.layers[0].features)).toEqual(byId(await everything()));
    await edit({ adds: [tree('Later', 9)] });
    expect(await rig.ask(status.resultUrl)).toEqual(file);

    ann.id = file.replicaID;
    ann.serverGen = file.layerServerGens[0].serverGen;
    for (const one of file.layers[0].features) ann.features.set(one.attributes.GlobalID, one);
    ann.add('Asynchronous', 8);
    const answer = await ask('synchronizeReplica', ann.request({ transportType: 'esriTransportTypeUrl' }));
    expect(answer).toMatchObject({ transportType: 'esriTransportTypeUrl', URL: expect.any(String) });
    const changes = await rig.ask(answer.URL);
    expect(changes.edits[0].addResults).toMatchObject([{ success: true }]);
    expect(changes.edits[0].features.adds.map((one: any) => one.attributes.name)).toEqual(['Later']);
    expect(changes.edits[0].features.updates.map((one: any) => one.attributes.name)).toEqual([
      'Asynchronous',
    ]);
    await edit({ adds: [tree('Even later', 9)] });
    expect(await rig.ask(answer.URL)).toEqual(changes);
    expect(await rig.ask(answer.URL, {}, 'ada').catch(({ response }: any) => response)).toHaveProperty(
      'error',
    );
  });

  test('synchronizes in the background, and reports why a job failed', async () => {
    const ann = clientOf('grace');
    await ann.download();
    const elder = ann.add('Elder', 12);
    const { statusUrl } = await ask('synchronizeReplica', ann.request({ async: true }));
    const status = await ended(statusUrl);
    const answer = await rig.ask(status.resultUrl);
    expect(answer.edits[0].addResults).toMatchObject([{ success: true, globalId: elder }]);
    expect(await named('Elder')).toHaveLength(1);
    // A repeated request is recognized as any other.
    const again = await ask('synchronizeReplica', ann.request({ async: true }));
    await ended(again.statusUrl);
    await ann.persist();
    expect(await named('Elder')).toHaveLength(1);
    expect(byId(ann.features.values())).toEqual(byId(await everything()));

    for (const path of [statusUrl, status.resultUrl, `${statusUrl}/cancel`])
      expect(await rig.ask(path, {}, 'ada').catch(({ response }: any) => response)).toHaveProperty('error');
    expect(await rig.ask(`${statusUrl}/cancel`)).toEqual({ success: false });
    const syncLayers = [{ id: 0, serverGen: 1, syncDirection: 'download' }];
    const bad = await ask('synchronizeReplica', { replicaID: ann.id, syncLayers, async: true });
    const failed = await ended(bad.statusUrl);
    expect(failed).toMatchObject({ status: 'Failed', faults: [{ path: 'syncLayers' }] });
    expect(failed.statusMessage).toMatch(/history of Trees begins/);
    const unknown = { replicaID: '00000000-0000-4000-8000-000000000000', async: true };
    expect(faultOf(await ask('synchronizeReplica', unknown))).toContain('Invalid replica ID');
  });

  /** The addresses of what jobs of a member have stored: a copy, its changes, the results of its edits. */
  const storedResults = async (who: string) => {
    const created = await ended(
      (await ask('createReplica', { layers: [0], async: true }, who)).statusUrl,
      who,
    );
    const { replicaID, layerServerGens } = await rig.ask(created.resultUrl, {}, who);
    const synchronize = async (params: object) => {
      const { statusUrl } = await ask('synchronizeReplica', { replicaID, async: true, ...params }, who);
      return (await ended(statusUrl, who)).resultUrl as string;
    };
    const adds = [{ ...tree('Sent', 4), attributes: { GlobalID: crypto.randomUUID(), name: 'Sent' } }];
    const changes = await synchronize({ syncLayers: layerServerGens });
    const edits = await synchronize({ syncDirection: 'upload', edits: [{ id: 0, features: { adds } }] });
    return { copy: created.resultUrl as string, changes, edits };
  };
  const load = (address: string, who: string) => rig.ask(address, {}, who).catch(({ response }) => response);

  test('returns stored results only while it may be taken offline; those of edits also later', async () => {
    const stored = await storedResults('grace');
    onTestFinished(() => allow(`${editing},Sync`));
    await allow(editing);
    for (const address of [stored.copy, stored.changes])
      expect(faultOf(await load(address, 'grace'))).toContain('does not allow offline copies');
    expect((await load(stored.edits, 'grace')).edits[0].addResults).toMatchObject([{ success: true }]);
    await allow(`${editing},Sync`);
    for (const address of [stored.copy, stored.changes])
      expect(await load(address, 'grace')).not.toHaveProperty('error');
  });

  test('returns no stored result to a member who may not see it any more', async () => {
    const stored = await storedResults('linus');
    onTestFinished(async () => {
      await setItemAccess({ id: rig.sourceItem, access: 'org', ...rig.as('grace') });
      // A job that begins makes room beside them.
      await sql`delete from hosted_job_result where owner = 'linus'`.execute(rig.server.database);
    });
    await setItemAccess({ id: rig.sourceItem, access: 'private', ...rig.as('grace') });
    for (const address of Object.values(stored))
      expect((await load(address, 'linus')).error.code).toBeGreaterThanOrEqual(400);
  });

  test('keeps the latest results of a member, also of jobs that end at the same time', async () => {
    const usual = limits.jobResultsPerUser;
    onTestFinished(() => void Object.assign(limits, { jobResultsPerUser: usual }));
    Object.assign(limits, { jobResultsPerUser: 1 });
    const { database } = rig.server;
    const serviceId = (await findService(database, 'Trees', 'root'))?.service.id ?? 0;
    const content = { serviceId, owner: 'nobody', layerIds: [], needsSync: false };
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Neither ends before both have made room.
    const write = async function* (own: PromiseWithResolvers<void>) {
      own.resolve();
      await Promise.all(begun.map(({ promise }) => promise));
      yield '{}';
    };
    const jobs = begun.map((own, index) =>
      saveJobResult(database, { ...content, job: `job ${index}` }, write(own), Date.now, async () => {}),
    );
    await Promise.all(jobs);
    const { rows } = await sql`select job from hosted_job_result where owner = 'nobody'`.execute(database);
    expect(rows).toHaveLength(1);
  });

  /** What is stored of the copies of Linus. */
  const storedOfLinus = async () => {
    const { rows } = await sql<{ copies: number; results: number }>`select
      (select count(*)::int from hosted_replica where owner = 'linus') as copies,
      (select count(*)::int from hosted_job_result where owner = 'linus') as results`.execute(
      rig.server.database,
    );
    return rows[0];
  };

  /** Locks a table; `waiting` resolves with what asks whether the request that waits for it still does. */
  const hold = async (table: 'hosted_job_piece' | 'hosted_replica', mode: 'share' | 'exclusive') => {
    const { database } = rig.server;
    const holder = await database.startTransaction().execute();
    onTestFinished(async () => {
      if (!holder.isCommitted) await holder.rollback().execute();
    });
    await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(holder);
    const waits = sql<{ pid: number }>`select pid from pg_locks
      where relation = cast(${table} as regclass) and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    const waiting = async () => {
      const pid = await vi.waitFor(
        async () => {
          const { rows } = await waits.execute(database);
          expect(rows).toHaveLength(1);
          return rows[0]!.pid;
        },
        { timeout: 50_000 },
      );
      return async () => (await waits.execute(database)).rows.some((one) => one.pid === pid);
    };
    return { holder, waiting };
  };

  /** A job of Linus that waits in the middle of its work, for a lock on the table that it writes to. */
  const waitingJob = async (table: 'hosted_job_piece' | 'hosted_replica') => {
    const { holder, waiting } = await hold(table, 'share');
    const { statusUrl } = await ask('createReplica', { layers: [0], async: true }, 'linus');
    const stillWaits = await waiting();
    const job = statusUrl.split('/').at(-1);
    return {
      holder,
      job,
      statusUrl,
      stillWaits,
      hasFailed: () =>
        vi.waitFor(
          async () => {
            const { database } = rig.server;
            const { rows } = await sql`select status from publish_job where id = ${job}`.execute(database);
            expect(rows).toEqual([{ status: 'failed' }]);
          },
          { timeout: 50_000 },
        ),
    };
  };

  test('stores nothing for a member who loses the service while the job runs', async () => {
    const before = await storedOfLinus();
    onTestFinished(async () => {
      await setItemAccess({ id: rig.sourceItem, access: 'org', ...rig.as('grace') });
    });
    const { holder, hasFailed } = await waitingJob('hosted_job_piece');
    await setItemAccess({ id: rig.sourceItem, access: 'private', ...rig.as('grace') });
    await holder.commit().execute();
    await hasFailed();
    expect(await storedOfLinus()).toEqual(before);
  });

  test('stores nothing for a member who loses the right to edit while the job runs', async () => {
    const before = await storedOfLinus();
    onTestFinished(() => allow(`${editing},Sync`));
    const { holder, hasFailed } = await waitingJob('hosted_job_piece');
    await allow('Query,Sync');
    await holder.commit().execute();
    await hasFailed();
    expect(await storedOfLinus()).toEqual(before);
  });

  test('stores nothing of a job that is cancelled while it writes', async () => {
    const before = await storedOfLinus();
    const { holder, statusUrl, stillWaits, hasFailed } = await waitingJob('hosted_job_piece');
    expect(await rig.ask(`${statusUrl}/cancel`, {}, 'linus')).toEqual({ success: true });
    await vi.waitFor(async () => expect(await stillWaits()).toBe(false), { timeout: 50_000 });
    await holder.commit().execute();
    await hasFailed();
    expect(await storedOfLinus()).toEqual(before);
  });

  test.each([
    ['cancelled', sql`cancelled = true`],
    ['reported as lost', sql`cancelled = true, status = 'failed', message = 'lost'`],
  ])('stores nothing of a job that is %s when it is about to end', async (_what, change) => {
    const before = await storedOfLinus();
    const { holder, job, hasFailed } = await waitingJob('hosted_replica');
    await sql`update publish_job set ${change} where id = ${job}`.execute(holder);
    await holder.commit().execute();
    await hasFailed();
    // What it had written is deleted when its thread has given up.
    await vi.waitFor(async () => expect(await storedOfLinus()).toEqual(before), { timeout: 50_000 });
  });

  test('stores edits and returns no changes when the owner ends the offline use during a synchronization', async () => {
    const ann = clientOf('grace');
    await ann.download();
    ann.add('Meanwhile', 4);
    onTestFinished(() => allow(`${editing},Sync`));
    const { holder, waiting } = await hold('hosted_replica', 'exclusive');
    const answer = ann.synchronize();
    await waiting();
    await allow(editing);
    await holder.commit().execute();
    expect(faultOf(await answer)).toContain('does not allow offline copies');
    expect(await named('Meanwhile')).toHaveLength(1);
    await allow(`${editing},Sync`);
    await ann.persist();
    expect(await named('Meanwhile')).toHaveLength(1);
  });

  test('names the generation of a replica only when its client has it', async () => {
    const ann = clientOf('grace');
    await ann.download();
    const start = ann.serverGen;
    await edit({ adds: [tree('New', 9)] });
    const info = () => ask(`replicas/${ann.id}`);
    await ann.synchronize('answer').catch(() => undefined);
    expect((await info()).layerServerGens).toEqual([{ id: 0, serverGen: start }]);
    await ann.synchronize();
    const next = ann.serverGen;
    await ann.synchronize();
    expect((await info()).layerServerGens).toEqual([{ id: 0, serverGen: next }]);
    expect(next).toBeGreaterThan(start);
  });

  test.each([
    ['upload', undefined],
    ['download', 'is not uploaded'],
  ])('keeps the direction %s of a replica', async (syncDirection, refusal) => {
    const { replicaID, layerServerGens } = await ask('createReplica', { layers: [0], syncDirection });
    expect(await ask(`replicas/${replicaID}`)).toMatchObject({ syncDirection });
    const [{ serverGen }] = layerServerGens;
    const both = [{ id: 0, serverGen, syncDirection: 'bidirectional' }];
    expect(faultOf(await ask('synchronizeReplica', { replicaID, syncLayers: both }))).toContain(
      `with the direction ${syncDirection}`,
    );
    const features = { adds: [{ ...tree('One way', 4), attributes: { GlobalID: crypto.randomUUID() } }] };
    const sent = await ask('synchronizeReplica', {
      replicaID,
      syncLayers: [{ id: 0, serverGen }],
      edits: [{ id: 0, features }],
    });
    expect(sent.error?.message.includes(refusal)).toBe(refusal && true);
  });

  test('uploads only, and rolls back when asked to', async () => {
    const ann = clientOf('grace');
    await ann.download();
    const params = (rollbackOnFailure: boolean) => ({
      replicaID: ann.id,
      syncDirection: 'upload',
      rollbackOnFailure,
      edits: [
        {
          id: 0,
          features: {
            adds: [{ ...tree('Valid', 4), attributes: { GlobalID: crypto.randomUUID(), name: 'Valid' } }],
            updates: [{ attributes: { GlobalID: crypto.randomUUID(), name: 'Nobody' } }],
          },
        },
      ],
    });
    expect(faultOf(await ask('synchronizeReplica', params(true)))).toContain('none was stored');
    expect(await named('Valid')).toEqual([]);
    const answer = await ask('synchronizeReplica', params(false));
    expect(answer.edits[0]).toMatchObject({
      addResults: [{ success: true }],
      updateResults: [{ success: false, error: { description: 'Feature not found.' } }],
    });
    expect(answer.edits[0]).not.toHaveProperty('features');
    expect(answer.layerServerGens).toEqual([{ id: 0, serverGen: ann.serverGen }]);
    expect(await named('Valid')).toHaveLength(1);
  });

  test('does not restore a deleted feature whose edit fails', async () => {
    const ann = clientOf('grace');
    const [{ objectId }] = (await edit({ adds: [tree('Doomed', 4)] })).addResults;
    await ann.download();
    const doomed = [...ann.features.values()].find(({ attributes }) => attributes['name'] === 'Doomed');
    await edit({ deletes: [objectId] });
    ann.update(doomed?.attributes['GlobalID'], { code: 'no number' });
    const answer = await ask('synchronizeReplica', ann.request());
    expect(answer.edits[0].updateResults).toMatchObject([{ success: false }]);
    expect(answer.edits[0].features.deleteIds).toEqual([doomed?.attributes['GlobalID']]);
    expect(await named('Doomed')).toEqual([]);
    const { count } = await rig.ask(`${layer}/query`, { where: '1=1', returnCountOnly: true });
    expect(count).toBe((await everything()).length);
  });

  test('restores a deleted feature whose edit is sent again after it failed', async () => {
    const ann = clientOf('grace');
    const [{ objectId }] = (await edit({ adds: [tree('Corrected', 4)] })).addResults;
    await ann.download();
    const found = [...ann.features.values()].find(({ attributes }) => attributes['name'] === 'Corrected');
    const globalId = found?.attributes['GlobalID'];
    await edit({ deletes: [objectId] });
    const send = async (code: unknown) => {
      const features = { updates: [{ attributes: { GlobalID: globalId, code } }] };
      const syncLayers = [{ id: 0, serverGen: ann.serverGen }];
      const edits = [{ id: 0, features }];
      const answer = await ask('synchronizeReplica', { replicaID: ann.id, syncLayers, edits });
      return answer.edits[0].updateResults;
    };
    expect(await send('no number')).toMatchObject([{ success: false }]);
    expect(await send('no number either')).toMatchObject([{ success: false }]);
    expect(await named('Corrected')).toEqual([]);
    expect(await send(7)).toMatchObject([{ success: true }]);
    expect(await named('Corrected')).toMatchObject([{ attributes: { code: 7, OBJECTID: objectId } }]);
  });

  test('belongs to its owner; the owner of the service sees and unregisters all', async () => {
    const ben = clientOf('linus');
    await ben.download({ replicaName: 'Ben’s phone' });
    const others = await ask('synchronizeReplica', ben.request(), 'piet');
    expect(faultOf(others)).toContain('Invalid replica ID');
    expect(faultOf(await ask('synchronizeReplica', ben.request(), 'grace'))).toContain('Invalid replica ID');
    expect(faultOf(await ask('unRegisterReplica', { replicaID: ben.id }, 'piet'))).toContain(
      'Invalid replica ID',
    );
    expect(await ask('replicas', {}, 'piet')).toEqual([]);
    const list = await ask('replicas', { returnLastSyncDate: true });
    expect(list.find(({ replicaID }: any) => replicaID === ben.id)).toMatchObject({
      replicaName: 'Ben’s phone',
      replicaOwner: 'linus',
      lastSyncDate: expect.any(Number),
    });
    expect(await ask('unRegisterReplica', { replicaID: ben.id })).toEqual({ success: true });
    const { rows } = await sql`select actor, subject, detail from audit_entry
      where act = 'service.replica-ended'`.execute(rig.server.database);
    expect(rows).toMatchObject([
      { actor: 'grace', subject: 'Trees', detail: { title: 'Ben’s phone', owner: 'linus' } },
    ]);
    expect(faultOf(await ask('synchronizeReplica', ben.request(), 'linus'))).toContain('Invalid replica ID');
  });

  test('answers a replica that is closed again, until all its edits are stored', async () => {
    const ann = clientOf('grace');
    await ann.download();
    ann.add('Last', 4);
    const closing = { closeReplica: true };
    await ann.synchronize('answer', closing).catch(() => undefined);
    expect((await ask('replicas')).map(({ replicaID }: any) => replicaID)).not.toContain(ann.id);
    await ann.synchronize(undefined, closing);
    expect(await named('Last')).toHaveLength(1);
    ann.add('After the last', 4);
    expect(faultOf(await ann.synchronize())).toContain('Invalid replica ID');
    expect(await named('After the last')).toEqual([]);
  });

  test.each([
    ['SQLite geodatabases', { dataFormat: 'sqlite' }, 'SQLite geodatabases are not written'],
    ['one generation for all layers', { syncModel: 'perReplica' }, 'perLayer'],
    ['a layer that does not exist', { layers: [7] }, 'no layer 7'],
    [
      'a filter by the time',
      { layerQueries: { 0: { where: 'seen > CURRENT_TIMESTAMP' } } },
      'depends on the time',
    ],
    ['a broken geometry', { geometry: '{"rings": 7}' }, 'geometry'],
    ['existing data', { replicaOptions: '{}' }, 'not supported'],
    ['a server', { targetType: 'server' }, 'not for servers'],
    ['a choice of fields', { layerQueries: { 0: { where: '1=1', fields: ['name'] } } }, 'fields'],
    ['a transformation', { datumTransformation: 1188 }, 'datumTransformation'],
  ])('refuses %s', async (_name, params, words) => {
    expect(faultOf(await ask('createReplica', { layers: [0], ...params }))).toContain(words);
  });

  test.each([
    ['an unknown replica', { replicaID: crypto.randomUUID() }, 'Invalid replica ID'],
    ['something that is not an id', { replicaID: "'; drop table hosted_replica" }, 'Invalid replica ID'],
    ['a generation before the history', { syncLayers: [{ id: 0, serverGen: 5 }] }, 'begins at'],
    [
      'a generation of the future',
      { syncLayers: [{ id: 0, serverGen: 9e12 }] },
      'Download its features again',
    ],
    ['no generation', { syncLayers: [{ id: 0 }] }, 'serverGen'],
    ['no layers', { syncLayers: '' }, 'syncLayers'],
    ['a layer that it does not contain', { syncLayers: [{ id: 1, serverGen: 9 }] }, 'does not contain'],
    ['edits that are not a list', { edits: '{}' }, 'edits'],
    ['uploaded edits', { editsUploadId: 'i1' }, 'Send the edits in the request'],
  ])('refuses to synchronize %s, and changes nothing', async (_name, params, words) => {
    const ann = clientOf('grace');
    await ann.download();
    ann.add('Refused', 4);
    expect(faultOf(await ask('synchronizeReplica', { ...ann.request(), ...params }))).toContain(words);
    expect(await named('Refused')).toEqual([]);
  });

  test('keeps edits of a replica whose layer was changed, and returns no changes', async () => {
    const ann = clientOf('grace');
    await ann.download();
    ann.add('Before the change', 4);
    await rig.ask(`${rig.adminOf('Trees')}/0/addToDefinition`, {
      addToDefinition: { fields: [{ name: 'height', type: 'esriFieldTypeDouble' }] },
    });
    expect(faultOf(await ann.synchronize())).toContain('were changed since');
    const { edits } = ann.request();
    const answer = await ask('synchronizeReplica', { replicaID: ann.id, syncDirection: 'upload', edits });
    expect(answer.edits[0].addResults).toMatchObject([{ success: true }]);
    expect(await named('Before the change')).toHaveLength(1);
  });

  test('is for signed-in members who may see former features; only those who may edit upload', async () => {
    const visitor = await fetch(`${rig.source}/createReplica`, {
      method: 'POST',
      body: new URLSearchParams({ f: 'json', layers: '0' }),
    });
    expect(await visitor.json()).toMatchObject({ error: { code: 499 } });
    const stored = await ask('createReplica', { layers: [0], async: true }, 'linus');
    const { resultUrl } = await ended(stored.statusUrl, 'linus');
    const atUrl = { layers: [0], transportType: 'esriTransportTypeUrl' };
    const { URL: url } = await ask('createReplica', atUrl, 'linus');
    const files = () =>
      Promise.all(
        [resultUrl, url].map((file) => rig.ask(file, {}, 'linus').catch(({ response }) => response)),
      );
    for (const file of await files()) expect(file).toMatchObject({ replicaID: expect.any(String) });
    await allow('Query,Sync');
    expect((await ask('', {}, 'linus')).syncEnabled).toBe(false);
    const refused = { error: { code: 403 } };
    expect(await ask('createReplica', { layers: [0] }, 'linus')).toMatchObject(refused);
    expect(await files()).toMatchObject([refused, refused]);
    for (const id of [0, 1])
      await rig.changeLayer('Trees', id, { archivingInfo: { historyReaders: 'everyone' } });
    const ben = clientOf('linus');
    await ben.download();
    expect(byId(ben.features.values())).toEqual(byId(await everything()));
    await edit({ adds: [tree('Read only', 1)] }).catch(() => undefined);
    ben.add('Not allowed', 1);
    expect(faultOf(await ben.synchronize())).toContain('does not allow Create');
    expect(await named('Not allowed')).toEqual([]);
    await allow(`${editing},Sync`);
    await ben.persist();
    expect(await named('Not allowed')).toHaveLength(1);
  });

  test('has a number of replicas, and deletes those that were not used', async () => {
    const { database } = rig.server;
    const { id } = await database
      .selectFrom('hosted_service')
      .select('id')
      .where('name', '=', 'Trees')
      .executeTakeFirstOrThrow();
    const first = await ask('createReplica', { layers: [0] }, 'piet');
    const { replicasPerUser, replicaDays } = limits;
    await sql`insert into hosted_replica (id, service_id, owner, name, definition, generations, created_at, used_at)
      select gen_random_uuid(), service_id, owner, name, definition, generations, created_at, used_at
      from hosted_replica, generate_series(2, ${replicasPerUser}) where id = ${first.replicaID}`.execute(
      database,
    );
    const refused = await ask('createReplica', { layers: [0] }, 'piet');
    expect(faultOf(refused)).toContain(`You have ${replicasPerUser} replicas`);
    await database
      .updateTable('hosted_replica')
      .set({ used_at: Date.now() - replicaDays * 86_400_000 })
      .where('owner', '=', 'piet')
      .execute();
    expect(await ask('replicas', {}, 'piet')).toEqual([]);
    expect(await ask('createReplica', { layers: [0] }, 'piet')).toHaveProperty('replicaID');
    const { count } = await database
      .selectFrom('hosted_replica')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('service_id', '=', id)
      .where('owner', '=', 'piet')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test('counts for its owner in all services together, also for the day after it was closed', async () => {
    const { database } = rig.server;
    const { rows } = await sql<{ id: number }>`insert into hosted_service (name, created_at, modified_at)
      values ('Elsewhere', 1, 1) returning id`.execute(database);
    const { replicaID } = await ask('createReplica', { layers: [0] }, 'piet');
    await sql`insert into hosted_replica (id, service_id, owner, name, definition, generations, created_at, used_at, closed_at)
      select gen_random_uuid(), ${rows[0]!.id}, owner, name, definition, generations, created_at, used_at, used_at
      from hosted_replica, generate_series(1, ${limits.replicasPerUserInAll}) where id = ${replicaID}`.execute(
      database,
    );
    expect(faultOf(await ask('createReplica', { layers: [0] }, 'piet'))).toContain(
      'replicas in all services',
    );
    expect(await ask('createReplica', { layers: [0] })).toHaveProperty('replicaID');
    await sql`delete from hosted_service where id = ${rows[0]!.id}`.execute(database);
    expect(await ask('createReplica', { layers: [0] }, 'piet')).toHaveProperty('replicaID');
  });

  test('is deleted when it has expired, although its service is not taken offline again', async () => {
    const { database } = rig.server;
    const create = async () => (await ask('createReplica', { layers: [0] }, 'piet')).replicaID as string;
    const [unused, closed, inUse] = [await create(), await create(), await create()];
    const now = Date.now();
    await sql`update hosted_replica set used_at = ${now - limits.replicaDays * 86_400_000} where id = ${unused}`.execute(
      database,
    );
    await sql`update hosted_replica set closed_at = ${now - 86_400_001} where id = ${closed}`.execute(
      database,
    );
    const failures: unknown[] = [];
    await sweep(database, now, (error) => failures.push(error));
    expect(failures).toEqual([]);
    const left = await database
      .selectFrom('hosted_replica')
      .select('id')
      .where('id', 'in', [unused, closed, inUse])
      .execute();
    expect(left).toEqual([{ id: inUse }]);
  });

  test('stores filters of a limited size', async () => {
    const where = `OBJECTID > 0${' '.repeat(limits.replicaDefinitionBytes / 2)}`;
    const layerQueries = { 0: { where }, 1: { where } };
    const refused = await ask('createReplica', { layers: [0, 1], layerQueries }, 'piet');
    expect(faultOf(refused)).toContain('filters of the replica');
  });

  test('is not lost when the owner saves who may edit, and ends with the history', async () => {
    await allow('Query');
    expect((await ask('')).syncEnabled).toBe(false);
    await rig.ask(`${rig.adminOf('Trees')}/updateDefinition`, { updateDefinition: { syncEnabled: true } });
    expect((await ask('')).capabilities.split(',')).toEqual(expect.arrayContaining(['Query', 'Sync']));
    await rig.changeLayer('Trees', 1, { isDataArchived: false });
    expect((await ask('')).syncEnabled).toBe(false);
    expect((await ask('')).capabilities.split(',')).not.toContain('Sync');
  });
});
