import { queryFeatures } from '@esri/arcgis-rest-feature-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { limits } from '../../server/limits.ts';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** Layers with a history, queried by arcgis-rest-js: features at a moment, changes, and restoring them. */
let rig: TreesView;
let layer: string;
let view: string;
/** Moments before and after each step of the story below. */
const moments: Record<string, number> = {};

const ask = (path: string, params: object = {}, who = 'grace') =>
  rig.ask(`${layer}${path}`, { ...params }, who).catch(({ response }) => response);
const edit = async (edits: object, who = 'grace'): Promise<number> => {
  const answer = await ask('/applyEdits', { ...edits, returnEditMoment: true }, who);
  const all = [...answer.addResults, ...answer.updateResults, ...answer.deleteResults];
  expect(all.filter(({ success }: any) => !success)).toEqual([]);
  return answer.editMoment;
};

/** Names of the trees, at a moment or now. */
async function names(historicMoment?: number, url = layer): Promise<string[]> {
  const { features }: any = await queryFeatures({
    url,
    outFields: ['name'],
    orderByFields: 'OBJECTID',
    ...(historicMoment !== undefined && { params: { historicMoment } }),
    ...rig.as('grace'),
  } as any);
  return features.map(({ attributes }: any) => attributes.name);
}

beforeAll(async () => {
  rig = await createTreesView();
  layer = `${rig.source}/0`;
  view = `${(await rig.createOaks('Oaks')).url}/0`;
  await rig.ask(`${layer}/applyEdits`, { updates: [{ attributes: { OBJECTID: 4, name: 'Yew 4, old' } }] });
  await rig.changeLayer('Trees', 0, { isDataArchived: true });
  moments['start'] = (await rig.ask(layer)).archivingInfo.startArchivingMoment;
  moments['changed'] = await edit({
    updates: [{ attributes: { OBJECTID: 1, name: 'Oak 1, cut', code: 11 }, geometry: { x: 50, y: 50 } }],
  });
  moments['added'] = await edit({
    adds: [{ attributes: { name: 'Elm', kind: 'oak' }, geometry: { x: 1, y: 1 } }],
  });
  moments['deleted'] = await edit({ deletes: [2] });
  // Twice in one request: the version between them was never current.
  moments['twice'] = await edit({
    adds: [{ attributes: { name: 'Brief', kind: 'oak' }, geometry: { x: 2, y: 2 } }],
    updates: [
      { attributes: { OBJECTID: 3, name: 'Yew 3 a' } },
      { attributes: { OBJECTID: 3, name: 'Yew 3 b' } },
    ],
  });
});
afterAll(() => rig.stop());

const story = {
  start: ['Oak 1', 'Oak 2', 'Yew 3', 'Yew 4, old'],
  changed: ['Oak 1, cut', 'Oak 2', 'Yew 3', 'Yew 4, old'],
  added: ['Oak 1, cut', 'Oak 2', 'Yew 3', 'Yew 4, old', 'Elm'],
  deleted: ['Oak 1, cut', 'Yew 3', 'Yew 4, old', 'Elm'],
  twice: ['Oak 1, cut', 'Yew 3 b', 'Yew 4, old', 'Elm', 'Brief'],
};

describe('a layer with a history', () => {
  test('describes it as ArcGIS does', async () => {
    expect(await rig.ask(layer)).toMatchObject({
      isDataArchived: true,
      archivingInfo: { supportsQueryWithHistoricMoment: true, startArchivingMoment: expect.any(Number) },
    });
    expect(await rig.ask(`${rig.source}/1`)).toMatchObject({
      isDataArchived: false,
      archivingInfo: { supportsQueryWithHistoricMoment: false, startArchivingMoment: -1 },
    });
  });

  test.each(Object.entries(story))('has the features of the moment %s', async (name, expected) => {
    expect(await names(moments[name])).toEqual(expected);
  });

  test('has those of today without a moment, and for one in the future', async () => {
    expect(await names()).toEqual(story.twice);
    expect(await names(Date.now() + 1e9)).toEqual(story.twice);
  });

  test('answers every form of query at a moment', async () => {
    const at = { historicMoment: moments['start'], where: '1=1' };
    expect(await ask('/query', { ...at, returnCountOnly: true })).toEqual({ count: 4 });
    expect((await ask('/query', { ...at, returnIdsOnly: true })).objectIds).toEqual([1, 2, 3, 4]);
    const { extent } = await ask('/query', { ...at, returnExtentOnly: true });
    expect(extent).toMatchObject({ xmin: 10, xmax: 40, ymin: 0, ymax: 0 });
    expect((await ask('/query', { ...at, where: "name = 'Oak 1'" })).features).toHaveLength(1);
    expect((await ask('/query', { ...at, where: "name LIKE '%cut'" })).features).toHaveLength(0);
    const box = { geometry: '5,-5,15,5', geometryType: 'esriGeometryEnvelope' };
    expect((await ask('/query', { ...at, ...box })).features).toHaveLength(1);
    expect((await ask('/query', { ...box, where: '1=1' })).features).toHaveLength(0);
    const statistics = {
      outStatistics: [{ statisticType: 'sum', onStatisticField: 'code', outStatisticFieldName: 'total' }],
    };
    expect((await ask('/query', { ...at, ...statistics })).features).toMatchObject([
      { attributes: { total: 10 } },
    ]);
    const distinct = { outFields: 'name', returnDistinctValues: true, returnGeometry: false };
    expect((await ask('/query', { ...at, ...distinct })).features).toHaveLength(4);
    const topFilter = { groupByFields: 'kind', topCount: 1, orderByFields: 'name' };
    const top = await ask('/queryTopFeatures', { ...at, topFilter, outFields: 'name' });
    expect(top.features.map(({ attributes }: any) => attributes.name).toSorted()).toEqual(['Oak 1', 'Yew 3']);
    const bins = await ask('/queryBins', {
      ...at,
      bin: { type: 'autoIntervalBin', onField: 'code', parameters: { numberOfBins: 1 } },
    });
    expect(bins.features.map(({ attributes }: any) => attributes.frequency)).toEqual([4]);
    const dates = await ask('/queryDateBins', {
      ...at,
      binField: 'seen',
      bin: { calendarBin: { unit: 'year' } },
      outStatistics: [{ statisticType: 'count', onStatisticField: 'code', outStatisticFieldName: 'trees' }],
    });
    expect(dates.features).toHaveLength(1);
    const classes = await ask('/generateRenderer', {
      ...at,
      classificationDef: { type: 'uniqueValueDef', uniqueValueFields: ['name'] },
    });
    expect(classes.uniqueValueInfos.map(({ value }: any) => value)).toContain('Oak 2');
    const one = await ask('/2', { historicMoment: moments['start'] });
    expect(one.feature.attributes.name).toBe('Oak 2');
    const whole = await rig.ask(`${rig.source}/query`, {
      layerDefs: { 0: '1=1' },
      historicMoment: moments['start'],
    });
    expect(whole.layers[0].features).toHaveLength(4);
    const ordered = await ask('/query', {
      ...at,
      orderByFields: 'name DESC',
      resultRecordCount: 1,
      outFields: 'name',
    });
    expect(ordered.features).toMatchObject([{ attributes: { name: 'Yew 4, old' } }]);
  });

  test('is drawn by tiles of the moment', async () => {
    const tiles = rig.source.replace('FeatureServer', 'VectorTileServer');
    const token = await rig.as('grace').authentication.getToken(rig.portal.root);
    const tile = async (more: Record<string, string>) => {
      const response = await fetch(`${tiles}/tile/0/0/0.pbf?${new URLSearchParams({ token, ...more })}`);
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer()).toString('latin1');
    };
    expect(await tile({})).not.toContain('Oak 2');
    expect(await tile({ historicMoment: String(moments['start']) })).toContain('Oak 2');
  });

  test('is seen through a view as far as that shows it', async () => {
    expect(await names(moments['start'], view)).toEqual(['Oak 1', 'Oak 2']);
    expect(await names(moments['deleted'], view)).toEqual(['Oak 1, cut', 'Elm']);
    const at = { historicMoment: moments['start'], where: '1=1' };
    const text = JSON.stringify(await rig.ask(`${view}/query`, { ...at, outFields: '*' }));
    expect(text).not.toMatch(/secret|hush|Yew/);
  });

  test.each(['queryHistory', 'restore'])('%s of a view does not name its source', async (operation) => {
    const { error } = await rig.ask(`${view}/${operation}`).catch(({ response }) => response);
    expect(error.message).toContain('Use that of its source');
    expect(JSON.stringify(error)).not.toContain('Trees');
  });

  test('is seen through a view whose condition contains any text', async () => {
    const quoted = await rig.createOaks('Quoted');
    const where = "kind = 'oak' AND name <> '$past$ it''s \\'";
    await rig.changeLayer('Quoted', 0, { viewDefinitionQuery: where });
    expect(await names(moments['start'], `${quoted.url}/0`)).toEqual(['Oak 1', 'Oak 2']);
    await rig.remove(quoted.itemId);
  });
});

describe('what changed', () => {
  test('is listed for the owner: the editor, the time, and the values before and after', async () => {
    const { changes } = await ask('/queryHistory', { objectIds: '1' });
    expect(changes).toEqual([
      {
        objectId: 1,
        globalId: expect.any(String),
        moment: moments['changed'],
        editor: 'grace',
        change: 'changed',
        fields: expect.arrayContaining([
          { name: 'name', from: 'Oak 1', to: 'Oak 1, cut' },
          { name: 'code', from: 1, to: 11 },
        ]),
        geometryChanged: true,
      },
    ]);
    const { changes: all } = await ask('/queryHistory');
    expect(all.map(({ objectId, change }: any) => `${objectId} ${change}`)).toEqual([
      '3 changed',
      '6 added',
      '2 deleted',
      '5 added',
      '1 changed',
    ]);
    expect(all[0].fields).toContainEqual({ name: 'name', from: 'Yew 3', to: 'Yew 3 b' });
    const page = await ask('/queryHistory', { resultRecordCount: 2, resultOffset: 1 });
    expect(page.changes.map(({ objectId }: any) => objectId)).toEqual([6, 2]);
    expect(page.exceededTransferLimit).toBe(true);
    const later = await ask('/queryHistory', { from: moments['deleted'], to: moments['deleted'] });
    expect(later.changes).toMatchObject([{ objectId: 2, change: 'deleted' }]);
  });

  test('is found by who did it', async () => {
    expect(await ask('/queryHistory', { returnEditors: true })).toEqual({ editors: ['grace'] });
    expect((await ask('/queryHistory', { editor: 'grace' })).changes).toHaveLength(5);
    expect((await ask('/queryHistory', { editor: 'linus' })).changes).toEqual([]);
  });
});

describe('who sees the history', () => {
  const share = async (sharing: Record<string, unknown>) =>
    rig.ask(`${rig.portal.root}/content/users/grace/items/${rig.sourceItem}/share`, sharing);
  const setService = async (updateDefinition: object) =>
    rig.ask(`${rig.adminOf('Trees')}/updateDefinition`, { updateDefinition });
  const tryAll = async (who: string) => {
    const at = { historicMoment: moments['start'], where: '1=1', returnCountOnly: true };
    const answers = await Promise.all([
      ask('/query', at, who),
      ask('/queryHistory', {}, who),
      ask('/restore', { moment: moments['twice'], objectIds: '1', dryRun: true }, who),
      ask('/restore', { moment: moments['twice'], dryRun: true }, who),
      ask('', {}, who),
    ]);
    const [query, changes, one, whole, { archivingInfo }] = answers;
    const codes = [query, changes, one, whole].map(({ error }) => error?.code ?? 'ok');
    const { supportsQueryWithHistoricMoment, supportsQueryHistory, supportsRestore } = archivingInfo;
    expect([supportsQueryWithHistoricMoment, supportsQueryHistory, supportsRestore]).toEqual(
      [codes[0], codes[1], codes[3]].map((code) => code === 'ok'),
    );
    return codes;
  };
  beforeAll(() => share({ org: true }));
  afterAll(() => setService({ capabilities: 'Create,Delete,Query,Update,Editing' }));

  test('editors see changes and restore features; owner and administrators the layer', async () => {
    expect(await tryAll('linus')).toEqual(['ok', 'ok', 'ok', 403]);
    expect(await tryAll('grace')).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await tryAll('ada')).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  test('readers see none of it, unless the owner shows everyone the features of a moment', async () => {
    await setService({ capabilities: 'Query,Create,Editing' });
    expect(await tryAll('linus')).toEqual([403, 403, 403, 403]);
    expect((await ask('', {}, 'linus')).archivingInfo).toMatchObject({ startArchivingMoment: -1 });
    await rig.changeLayer('Trees', 0, { archivingInfo: { historyReaders: 'everyone' } });
    expect(await tryAll('linus')).toEqual(['ok', 403, 403, 403]);
    expect((await ask('', {}, 'linus')).archivingInfo.historyReaders).toBeUndefined();
    expect((await ask('')).archivingInfo.historyReaders).toBe('everyone');
    await rig.changeLayer('Trees', 0, { archivingInfo: { historyReaders: 'editors' } });
    expect(await tryAll('linus')).toEqual([403, 403, 403, 403]);
  });

  test('visitors get 499', async () => {
    await share({ everyone: true });
    const answer = async (path: string, params: Record<string, string> = {}) => {
      const body = new URLSearchParams({ f: 'json', ...params });
      const response = await fetch(`${layer}${path}`, { method: 'POST', body });
      return (await response.json()) as any;
    };
    const at = { historicMoment: String(moments['start']), where: '1=1' };
    expect((await answer('/query', { where: '1=1', returnCountOnly: 'true' })).count).toBe(5);
    for (const [path, params] of [
      ['/query', at],
      ['/1', at],
      ['/queryHistory', {}],
      ['/restore', { moment: String(moments['start']) }],
    ] as const)
      expect([path, (await answer(path, params)).error?.code]).toEqual([path, 499]);
    const tiles = rig.source.replace('FeatureServer', 'VectorTileServer');
    const tile = await fetch(`${tiles}/tile/0/0/0.pbf?historicMoment=${moments['start']}`);
    expect(await tile.text()).toContain('499');
    await share({ everyone: false, org: true });
  });

  test.each<[object, RegExp]>([
    [{ archivingInfo: { historyReaders: 'all' } }, /historyReaders/],
    [{ archivingInfo: { startArchivingMoment: 1 } }, /startArchivingMoment/],
  ])('not set by %j', async (change, problem) => {
    const { response } = await rig.changeLayer('Trees', 0, change).catch((error) => error);
    expect(JSON.stringify(response.error)).toMatch(problem);
  });

  test('not of a layer that keeps no history', async () => {
    const change = { archivingInfo: { historyReaders: 'everyone' } };
    const { response } = await rig.changeLayer('Trees', 1, change).catch((error) => error);
    expect(JSON.stringify(response.error)).toMatch(/isDataArchived/);
  });
});

describe('bad input', () => {
  test.each<[string, string, object, RegExp]>([
    ['a moment that is not a number', '/query', { historicMoment: 'yesterday' }, /epoch milliseconds/],
    ['a moment before the history', '/query', { historicMoment: 1000 }, /begins/],
    [
      'a moment at which to edit',
      '/applyEdits',
      { historicMoment: Date.now(), deletes: '1' },
      /historicMoment/,
    ],
    [
      'attachments of a moment',
      '/queryAttachments',
      { historicMoment: Date.now(), objectIds: '1' },
      /historicMoment/,
    ],
    ['restoring without a moment', '/restore', {}, /moment/],
    ['restoring a moment before the history', '/restore', { moment: 1000 }, /begins/],
    ['restoring a moment in the future', '/restore', { moment: Date.now() + 1e9 }, /future/],
  ])('%s is an error', async (_name, path, params, problem) => {
    const before = await names();
    const { error } = await ask(path, { where: '1=1', ...params });
    expect([error.code, `${error.message} ${error.details}`]).toEqual([400, expect.stringMatching(problem)]);
    expect(await names()).toEqual(before);
  });

  test('a layer without a history is named in the error', async () => {
    const answer = await rig
      .ask(`${rig.source}/1/query`, { where: '1=1', historicMoment: Date.now() })
      .catch(({ response }) => response);
    expect(JSON.stringify(answer.error)).toContain('keeps no history');
    const none = await rig
      .ask(`${rig.source}/1/restore`, { moment: Date.now() })
      .catch(({ response }) => response);
    expect(none.error.message).toContain('keeps no history');
  });
});

describe('restoring', () => {
  test('with dryRun counts, and changes nothing', async () => {
    const before = await names();
    const parts = { moment: moments['start'], dryRun: true };
    expect(await ask('/restore', parts)).toEqual({ success: true, added: 1, updated: 2, deleted: 2 });
    expect(await ask('/restore', { ...parts, objectIds: '1,2' })).toMatchObject({ added: 1, updated: 1 });
    expect(await names()).toEqual(before);
  });

  test('is refused for more features than one request may restore, with what to do instead', async () => {
    const before = await names();
    const most = limits.restoredFeatures;
    Object.assign(limits, { restoredFeatures: 4 });
    try {
      for (const dryRun of [true, false]) {
        const { error } = await ask('/restore', { moment: moments['start'], dryRun });
        expect(error).toMatchObject({
          code: 400,
          message: expect.stringMatching(/^5 features .* the 4 .* later moment.*objectIds/),
        });
      }
      expect(
        await ask('/restore', { moment: moments['start'], objectIds: '1,2', dryRun: true }),
      ).toMatchObject({
        success: true,
      });
    } finally {
      Object.assign(limits, { restoredFeatures: most });
    }
    expect(await names()).toEqual(before);
  });

  test('one feature is a change like others', async () => {
    const done = await ask('/restore', { moment: moments['start'], objectIds: '1,2' });
    expect(done).toEqual({
      success: true,
      added: 1,
      updated: 1,
      deleted: 0,
      editMoment: (await ask('/queryHistory')).changes[0].moment,
    });
    expect(await names()).toEqual(['Oak 1', 'Oak 2', 'Yew 3 b', 'Yew 4, old', 'Elm', 'Brief']);
    const { changes } = await ask('/queryHistory', { objectIds: '2' });
    expect(changes).toMatchObject([{ change: 'added', editor: 'grace' }, { change: 'deleted' }]);
    // The past is as it was.
    expect(await names(moments['twice'])).toEqual(story.twice);
  });

  test('a whole layer can be undone by restoring again', async () => {
    const later = (await ask('/queryHistory')).changes[0].moment;
    const before = await names();
    expect(await ask('/restore', { moment: moments['start'] })).toMatchObject({ success: true, deleted: 2 });
    expect(await names()).toEqual(story.start);
    expect((await ask('/query', { where: '1=1', returnCountOnly: true })).count).toBe(4);
    await ask('/restore', { moment: later });
    expect(await names()).toEqual(before);
    const [act] = await rig.server.database
      .selectFrom('audit_entry')
      .select(['actor', 'act'])
      .where('act', '=', 'service.restored')
      .execute();
    expect(act).toMatchObject({ actor: 'grace', act: 'service.restored' });
  });
});

describe('every way of editing', () => {
  test('is in the history: calculate, append, truncate and restore', async () => {
    const before = await names();
    const start = (await ask('/queryHistory')).changes[0].moment;
    await ask('/calculate', { where: '1=1', calcExpression: [{ field: 'name', value: 'Same' }] });
    expect(new Set(await names())).toEqual(new Set(['Same']));
    expect(await names(start)).toEqual(before);
    await rig.ask(`${rig.adminOf('Trees')}/0/truncate`);
    expect(await names()).toEqual([]);
    expect(await names(start)).toEqual(before);
    expect((await ask('/query', { where: '1=1', historicMoment: start, returnCountOnly: true })).count).toBe(
      6,
    );
    await ask('/restore', { moment: start });
    expect(await names()).toEqual(before);
  });

  test('pages of changes leave out features that were deleted in the edit that added them', async () => {
    const globalId = '7d3f5a3e-8a77-4c3b-9d1c-0f4f8d1f0a11';
    await rig.ask(`${layer}/applyEdits`, {
      adds: [{ attributes: { GlobalID: globalId, name: 'Never', kind: 'oak' } }],
      deletes: [globalId],
      useGlobalIds: true,
    });
    const pages: any[] = [];
    for (let resultOffset = 0; pages.length < 3; resultOffset += 1) {
      const page = await ask('/queryHistory', { resultOffset, resultRecordCount: 1 });
      expect(page).toMatchObject({ changes: [{}], exceededTransferLimit: true });
      pages.push(page.changes[0]);
    }
    expect(new Set(pages.map(({ objectId, moment }) => `${objectId} ${moment}`)).size).toBe(3);
    expect(pages.map((each) => each.globalId)).not.toContain(globalId);
  });

  test('also through a view', async () => {
    await rig.ask(`${view}/applyEdits`, {
      updates: [{ attributes: { OBJECTID: 1, name: 'Through the view' } }],
    });
    const { changes } = await ask('/queryHistory', { objectIds: '1', resultRecordCount: 1 });
    expect(changes[0].fields).toContainEqual({ name: 'name', from: 'Oak 1', to: 'Through the view' });
  });
});

describe('the definition', () => {
  test('gets and loses fields, in the history too', async () => {
    const admin = `${rig.adminOf('Trees')}/0`;
    const before = await names();
    const field = { name: 'height', type: 'esriFieldTypeInteger', defaultValue: 3 };
    await rig.ask(`${admin}/addToDefinition`, { addToDefinition: { fields: [field] } });
    const moment = await edit({ updates: [{ attributes: { OBJECTID: 4, height: 9 } }] });
    await edit({ updates: [{ attributes: { OBJECTID: 4, height: 10 } }] });
    const at = { where: 'OBJECTID = 4', outFields: 'height', historicMoment: moment };
    expect((await ask('/query', at)).features).toMatchObject([{ attributes: { height: 9 } }]);
    await rig.ask(`${admin}/deleteFromDefinition`, {
      deleteFromDefinition: { fields: [{ name: 'height' }] },
    });
    expect(await names(moment)).toEqual(before);
    await edit({ updates: [{ attributes: { OBJECTID: 4, name: 'Yew 4, newer' } }] });
    expect(await names(moment)).toEqual(before);
  });

  test('stops the history, which is deleted', async () => {
    await rig.changeLayer('Trees', 0, { isDataArchived: false });
    expect(await rig.ask(layer)).toMatchObject({ isDataArchived: false });
    const { error } = await ask('/query', { where: '1=1', historicMoment: Date.now() });
    expect(JSON.stringify(error)).toContain('keeps no history');
    await edit({ updates: [{ attributes: { OBJECTID: 4, name: 'Yew 4' } }] });
    await rig.changeLayer('Trees', 0, { isDataArchived: true });
    expect((await ask('/queryHistory')).changes).toEqual([]);
  });
});

test('a service with a history is not overwritten, and leaves nothing behind when it is deleted', async () => {
  const input = { serviceName: 'Kept', layers: [{ name: 'Kept', fields: [], features: [] }] };
  const context = { database: rig.server.database };
  const itemId = await addItem(rig.portal.context, 'grace', {
    title: 'Kept',
    type: 'Feature Service',
    url: rig.addressOf('Kept'),
  });
  await createHostedLayer(context, { ...input, itemId });
  await rig.changeLayer('Kept', 0, { isDataArchived: true });
  await expect(createHostedLayer(context, { ...input, itemId, replace: true })).rejects.toThrow('history');
  await rig.remove(itemId);
  const { rows } = await sql<{
    name: string;
  }>`select proname as name from pg_proc join pg_namespace n on n.oid = pronamespace
    where nspname = 'hosted' and proname ~ '_(at|archive)$' union all
    select relname from pg_class where relname ~ '_history$'`.execute(rig.server.database);
  // Those of the layer of trees and of its view remain.
  expect(rows.map(({ name }) => name.replace(/^s\d+_l\d+/, '')).toSorted()).toEqual([
    '_archive',
    '_at',
    '_at',
    '_history',
  ]);
});
