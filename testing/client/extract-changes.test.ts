import { setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** Changes since a generation, for clients that keep a copy of a layer. */
let rig: TreesView;
let layer: string;
let start: number;

const ask = (url: string, params: object = {}, who = 'grace') =>
  rig.ask(url, { ...params }, who).catch(({ response }) => response);
const all = { returnInserts: true, returnUpdates: true, returnDeletes: true };
const extract = (serverGen: unknown, params: object = {}, who = 'grace') =>
  ask(
    `${rig.source}/extractChanges`,
    { ...all, layers: [0], layerServerGens: [{ id: 0, serverGen }], ...params },
    who,
  );
const edit = (edits: object) => rig.ask(`${layer}/applyEdits`, { ...edits });
const nameOf = ({ attributes }: any) => attributes.name;
const faultOf = ({ error }: any) => `${error?.message} ${error?.details?.join(' ')}`;
const tree = (name: string, x: number) => ({ attributes: { name, kind: 'oak' }, geometry: { x, y: 0 } });

beforeAll(async () => {
  rig = await createTreesView();
  layer = `${rig.source}/0`;
});
afterAll(() => rig.stop());

test('a service without a history advertises no changes; the error names the setting', async () => {
  expect(await rig.ask(rig.source)).not.toHaveProperty('changeTrackingInfo');
  expect(faultOf(await extract(1))).toContain('isDataArchived');
});

describe('a service whose layers have a history', () => {
  beforeAll(async () => {
    await rig.changeLayer('Trees', 0, { isDataArchived: true });
    await rig.changeLayer('Trees', 1, { isDataArchived: true });
    const { changeTrackingInfo } = await rig.ask(rig.source);
    start = changeTrackingInfo.layerServerGens[0].serverGen;
  });

  test('advertises its generations', async () => {
    const described = await rig.ask(rig.source);
    expect(described.capabilities.split(',')).toContain('ChangeTracking');
    expect(described.syncEnabled).toBe(false);
    expect(described.changeTrackingInfo.layerServerGens).toMatchObject([
      { id: 0, minServerGen: expect.any(Number), serverGen: expect.any(Number) },
      { id: 1, minServerGen: expect.any(Number), serverGen: expect.any(Number) },
    ]);
  });

  test('returns what was added, updated and deleted, each once', async () => {
    const [, second] = (await rig.ask(`${layer}/query`, { where: '1=1', outFields: '*' })).features;
    await edit({ updates: [{ attributes: { OBJECTID: 1, name: 'Oak 1, cut' } }] });
    await edit({ updates: [{ attributes: { OBJECTID: 1, code: 11 } }], adds: [tree('Elm', 1)] });
    await edit({ deletes: [2] });
    const { addResults } = await edit({ adds: [tree('Brief', 2)] });
    await edit({ deletes: [addResults[0].objectId] });
    const changes = await extract(start);
    const [{ features }] = changes.edits;
    expect(features.adds.map(nameOf)).toEqual(['Elm']);
    expect(features.adds[0].geometry).toEqual({ x: 1, y: 0 });
    expect(features.updates).toMatchObject([{ attributes: { OBJECTID: 1, name: 'Oak 1, cut', code: 11 } }]);
    expect(features.deleteIds).toEqual([second.attributes.GlobalID]);
    const ids = await extract(start, { returnIdsOnly: true });
    expect(ids.edits[0].objectIds).toEqual({ adds: [5], updates: [1], deletes: [2] });
    const deletes = await extract(start, { returnInserts: false, returnUpdates: false });
    expect(deletes.edits[0].features).toMatchObject({
      adds: [],
      updates: [],
      deleteIds: [expect.any(String)],
    });
    const [{ serverGen }] = changes.layerServerGens;
    expect((await extract(serverGen)).edits[0].features).toEqual({ adds: [], updates: [], deleteIds: [] });
  });

  test('keeps a copy equal to the layer, also when responses are lost', async () => {
    const { features } = await rig.ask(`${layer}/query`, { where: '1=1', outFields: '*' });
    const copy = new Map<string, object>(features.map((one: any) => [one.attributes.GlobalID, one]));
    let generation = (await rig.ask(rig.source)).changeTrackingInfo.layerServerGens[0].serverGen;
    const steps = [
      { adds: [tree('Ash', 3), tree('Fir', 4)] },
      { updates: [{ attributes: { OBJECTID: 3, name: 'Yew 3, old' }, geometry: { x: 60, y: 0 } }] },
      { deletes: [4] },
      { updates: [{ attributes: { OBJECTID: 1, name: 'Oak' } }], deletes: [3], adds: [tree('Lime', 5)] },
    ];
    for (const [index, step] of steps.entries()) {
      await edit(step);
      const changes = await extract(generation);
      // Every second response does not arrive: the next request names the same generation.
      if (index % 2 === 0) continue;
      for (const one of [...changes.edits[0].features.adds, ...changes.edits[0].features.updates])
        copy.set(one.attributes.GlobalID, one);
      for (const id of changes.edits[0].features.deleteIds) copy.delete(id);
      generation = changes.layerServerGens[0].serverGen;
    }
    const now = await rig.ask(`${layer}/query`, { where: '1=1', outFields: '*' });
    expect([...copy.values()].map(nameOf).toSorted()).toEqual(now.features.map(nameOf).toSorted());
    for (const one of now.features) expect(copy.get(one.attributes.GlobalID)).toEqual(one);
  });

  test('returns the same in the background', async () => {
    const now = await extract(start);
    const { statusUrl } = await extract(start, { async: true });
    const { resultUrl } = await vi.waitFor(
      async () => {
        const status = await rig.ask(statusUrl);
        expect(status.status).toBe('Completed');
        return status;
      },
      { timeout: 20_000 },
    );
    expect(await rig.ask(resultUrl)).toEqual(now);
    expect(await ask(resultUrl, {}, 'linus')).toHaveProperty('error');
    expect(faultOf(await extract(1, { async: true }))).toContain('layerServerGens');
  });

  test('counts features that leave or enter the filter as deleted or added', async () => {
    const { addResults } = await edit({ adds: [tree('Near', 100), tree('Far', 200)] });
    const [near, far] = addResults.map(({ objectId }: any) => objectId);
    const generation = (await rig.ask(rig.source)).changeTrackingInfo.layerServerGens[0].serverGen;
    await edit({
      updates: [
        { attributes: { OBJECTID: near, name: 'Gone' }, geometry: { x: 200, y: 0 } },
        { attributes: { OBJECTID: far, name: 'Come' }, geometry: { x: 100, y: 0 } },
      ],
    });
    const expected = { adds: [far], updates: [], deletes: [near] };
    const box = { geometry: '90,-10,110,10', geometryType: 'esriGeometryEnvelope', returnIdsOnly: true };
    expect((await extract(generation, box)).edits[0].objectIds).toEqual(expected);
    const filter = { layerQueries: { 0: { where: "name in ('Near', 'Come')" } }, returnIdsOnly: true };
    expect((await extract(generation, filter)).edits[0].objectIds).toEqual(expected);
    const none = { layerQueries: { 0: { queryOption: 'none' } }, returnIdsOnly: true };
    expect((await extract(generation, none)).edits[0].objectIds).toEqual({
      adds: [],
      updates: [],
      deletes: [],
    });
  });

  test.each([
    ['no generation', {}, { layerServerGens: '' }],
    ['a generation that is not JSON', {}, { layerServerGens: '[{' }],
    ['a generation before the history', 5, {}],
    ['a generation of the future', 9e12, {}],
    ['a layer that does not exist', 0, { layers: [7] }],
    ['a layer without a generation', 0, { layers: [0, 1] }],
    ['nothing to return', 0, { returnInserts: false, returnUpdates: false, returnDeletes: false }],
    ['generations of the service', 0, { serverGens: '[1,2]' }],
    ['attachments', 0, { returnAttachments: true }],
    ['a geodatabase', 0, { dataFormat: 'sqlite' }],
    ['a broken geometry', 0, { geometry: '{"rings": 7}', geometryType: 'esriGeometryPolygon' }],
    ['an unknown field', 0, { layerQueries: { 0: { where: "secrets = 'x'" } } }],
    ['a filter of a layer that does not exist', 0, { layerQueries: { Trees: { where: '1=0' } } }],
    ['a filter by the time', 0, { layerQueries: { 0: { where: 'seen > CURRENT_TIMESTAMP' } } }],
    ['a moment', 0, { historicMoment: 1 }],
  ])('refuses %s', async (_name, generation, params) => {
    const answer = await extract(generation === 0 ? start : generation, params);
    expect(answer).toMatchObject({ error: { code: 400 } });
  });

  test('refuses the generations of a view', async () => {
    const { url } = await rig.createOaks('Oaks');
    const answer = await ask(`${url}/extractChanges`, {
      ...all,
      layerServerGens: [{ id: 0, serverGen: start }],
    });
    expect(faultOf(answer)).toContain('Use those of its source');
    expect(faultOf(answer)).not.toContain('Trees');
    expect(await rig.ask(url)).not.toHaveProperty('changeTrackingInfo');
  });

  test('is for those who may see former features', async () => {
    await rig.ask(`${rig.adminOf('Trees')}/updateDefinition`, {
      updateDefinition: { capabilities: 'Query,ChangeTracking' },
    });
    await setItemAccess({ id: rig.sourceItem, access: 'org', ...rig.as('grace') });
    expect(await extract(start, {}, 'linus')).toMatchObject({ error: { code: 403 } });
    expect(await rig.ask(rig.source, {}, 'linus')).not.toHaveProperty('changeTrackingInfo');
    for (const id of [0, 1])
      await rig.changeLayer('Trees', id, { archivingInfo: { historyReaders: 'everyone' } });
    expect(await extract(start, {}, 'linus')).toMatchObject({ edits: [{ id: 0 }] });
  });

  test('has no change tracking once a layer has no history', async () => {
    await rig.changeLayer('Trees', 1, { isDataArchived: false });
    expect((await rig.ask(rig.source)).capabilities.split(',')).not.toContain('ChangeTracking');
    const answer = await ask(`${rig.adminOf('Trees')}/updateDefinition`, {
      updateDefinition: { capabilities: 'Query,ChangeTracking' },
    });
    expect(faultOf(answer)).toContain('isDataArchived');
  });
});
