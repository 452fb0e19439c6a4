import { setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  adminLayerOperations,
  adminServiceOperations,
} from '../../server/gis/feature-server/admin/operations.ts';
import { layerOperations, serviceOperations } from '../../server/gis/feature-server/operations.ts';
import { createTreesView, secrets, type TreesView } from '../rig/trees-view.ts';

/**
 * Every operation of services, asked through a view for a field that it hides and a feature that it does not show: no answer
 * contains either, and nothing hidden changes.
 */
let rig: TreesView;
let oaks: { url: string; itemId: string };
let before: string;

beforeAll(async () => {
  rig = await createTreesView();
  oaks = await rig.createOaks('Oaks', { visits: true });
  await setItemAccess({ id: oaks.itemId, access: 'org', ...rig.as('grace') });
  const form = new FormData();
  form.set('f', 'json');
  form.set('token', await rig.as('grace').authentication.getToken(rig.portal.root));
  form.set('attachment', new Blob(['hush, a picture'], { type: 'text/plain' }), 'Yew.txt');
  await fetch(`${rig.source}/0/3/addAttachment`, { method: 'POST', body: form });
  before = await wholeSource();
});
afterAll(() => rig.stop());

async function wholeSource(): Promise<string> {
  const [trees, files] = await Promise.all([
    rig.ask(`${rig.source}/0/query`, { where: "kind = 'yew'", outFields: '*' }),
    rig.ask(`${rig.source}/0/queryAttachments`, { definitionExpression: "kind = 'yew'" }),
  ]);
  return JSON.stringify([trees.features, files.attachmentGroups]);
}

const feature = (attributes: object) => JSON.stringify([{ attributes, geometry: { x: 1, y: 1 } }]);
const statistic = (onStatisticField: string) =>
  JSON.stringify([{ statisticType: 'max', onStatisticField, outStatisticFieldName: 'most' }]);
const reading = { where: '1=1', outFields: '*', returnGeometry: 'true' };
const everything: Record<string, string>[] = [
  reading,
  { ...reading, f: 'geojson' },
  { ...reading, f: 'pbf' },
  { where: '1=1', outFields: 'secret' },
  { where: '1=1', returnIdsOnly: 'true' },
  { where: '1=1', returnCountOnly: 'true' },
  { where: '1=1', returnExtentOnly: 'true', returnCountOnly: 'true' },
  { objectIds: '3,4', outFields: '*' },
  { where: "secret LIKE 'hush%'", outFields: '*' },
  { where: "kind = 'yew'", outFields: '*' },
  { where: 'SQRT(2.5 - code) >= 0', outFields: '*' },
  { where: '1=1', orderByFields: 'secret', outFields: '*' },
  { where: '1=1', outStatistics: statistic('secret') },
  { where: '1=1', outStatistics: statistic('name'), groupByFieldsForStatistics: 'secret' },
  {
    where: '1=1',
    outStatistics: statistic('name'),
    groupByFieldsForStatistics: 'kind',
    having: 'MAX(secret) > 0',
  },
  { where: '1=1', outStatistics: statistic('name') },
  { where: '1=1', outFields: 'name', returnDistinctValues: 'true', returnGeometry: 'false' },
  { where: '1=1', outFields: 'secret', returnDistinctValues: 'true', returnGeometry: 'false' },
  { where: '1=1', fullText: JSON.stringify([{ searchTerm: 'hush' }]), outFields: '*' },
  { where: '1=1', geometry: '25,-5,45,5', geometryType: 'esriGeometryEnvelope', outFields: '*' },
];
const top = (orderByFields: string) => ({
  where: '1=1',
  outFields: '*',
  topFilter: JSON.stringify({ groupByFields: 'kind', topCount: 9, orderByFields }),
});
const bins = (onField: string) => ({ bin: JSON.stringify({ type: 'autoIntervalBin', onField }) });
const classes = (field: string) => ({
  classificationDef: JSON.stringify({ type: 'uniqueValueDef', uniqueValueFields: [field] }),
});
const calculation = (field: string, sqlExpression: string, where = '1=1') => ({
  where,
  calcExpression: JSON.stringify([{ field, sqlExpression }]),
});
const hidden = { OBJECTID: 3, name: 'Taken', secret: 'taken' };

/** What is asked of each operation below a service. */
const ofService: Record<string, Record<string, string>[]> = {
  '': [{}],
  '/layers': [{}],
  '/relationships': [{}],
  '/queryDomains': [{}],
  '/sources': [{}],
  '/views': [{}],
  '/query': [
    { layerDefs: JSON.stringify({ 0: '1=1', 1: "note = 'x'" }), outFields: '*' },
    { layerDefs: JSON.stringify({ 0: "secret LIKE 'h%'" }) },
  ],
  '/applyEdits': [
    {
      edits: JSON.stringify([{ id: 0, updates: [{ attributes: hidden }], deletes: [3] }]),
      returnServiceEditsOption: 'originalAndCurrentFeatures',
      rollbackOnFailure: 'false',
    },
  ],
  '/uploads/info': [{}],
  '/uploads/upload': [{}],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)': [{}],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)/delete': [{}],
};

/** The same of each operation below layer 0, and of its features: 1 is shown, 3 is not. */
const ofLayer: Record<string, Record<string, string>[]> = {
  '': [{}],
  '/query': everything,
  '/queryTopFeatures': [top('name'), top('secret')],
  '/queryBins': [bins('code'), bins('secret'), { ...bins('code'), where: "secret = 'hush 1'" }],
  '/queryDateBins': [
    {
      binField: 'seen',
      bin: JSON.stringify({ calendarBin: { unit: 'day' } }),
      outStatistics: statistic('secret'),
    },
    {
      binField: 'seen',
      bin: JSON.stringify({ calendarBin: { unit: 'day' } }),
      outStatistics: statistic('name'),
    },
  ],
  '/generateRenderer': [classes('name'), classes('secret'), { ...classes('kind'), where: "secret <> ''" }],
  '/validateSQL': [{ sql: "secret = 'x'" }],
  '/queryRelatedRecords': [{ objectIds: '3', relationshipId: '0', outFields: '*' }],
  '/queryAttachments': [{ objectIds: '3' }, { definitionExpression: '1=1' }],
  '/applyEdits': [
    { updates: JSON.stringify([{ attributes: hidden }]), deletes: '3,4', rollbackOnFailure: 'false' },
    {
      attachments: JSON.stringify({
        adds: [{ parentGlobalId: 'GLOBALID', globalId: 'GLOBALID', name: 'a.txt', data: 'YQ==' }],
      }),
      useGlobalIds: 'true',
    },
  ],
  '/addFeatures': [{ features: feature({ name: 'Elm', kind: 'elm', secret: 'taken' }) }],
  '/updateFeatures': [{ features: feature(hidden), rollbackOnFailure: 'false' }],
  '/deleteFeatures': [
    { objectIds: '3,4' },
    { where: "kind = 'yew'" },
    { where: "secret = 'hush 3'" },
    { geometry: '25,-5,45,5', geometryType: 'esriGeometryEnvelope' },
  ],
  '/calculate': [
    calculation('secret', "'taken'"),
    calculation('name', 'secret'),
    calculation('name', 'name', "secret = 'hush 3'"),
    calculation('name', "'Taken'", "kind = 'yew'"),
  ],
  '/append': [
    {
      edits: JSON.stringify({ features: [{ attributes: hidden }] }),
      upsert: 'true',
      upsertMatchingField: 'secret',
    },
    { edits: JSON.stringify({ features: [{ attributes: hidden }] }), truncateExisting: 'true' },
  ],
  '/append/jobs/:job(^[\\da-f]{32}$)': [{}],
  '/append/jobs/:job(^[\\da-f]{32}$)/cancel': [{}],
  '/images/:image(^[\\da-f]{32}$)': [{}],
  '/:objectid(^\\d{1,15}$)': [{}],
  '/:objectid(^\\d{1,15}$)/attachments': [{}],
  '/:objectid(^\\d{1,15}$)/attachments/:attachmentid(^\\d{1,15}$)': [{}],
  '/:objectid(^\\d{1,15}$)/addAttachment': [{}],
  '/:objectid(^\\d{1,15}$)/updateAttachment': [{ attachmentId: '1' }],
  '/:objectid(^\\d{1,15}$)/deleteAttachments': [{ attachmentIds: '1' }],
};

const filled = (path: string) =>
  path
    .replace(/:objectid\([^)]*\)/, '3')
    .replace(/:attachmentid\([^)]*\)/, '1')
    .replace(/:job\([^)]*\)/, 'a'.repeat(32))
    .replace(/:image\([^)]*\)/, 'a'.repeat(32))
    .replace(/:upload\([^)]*\)/, `i${'a'.repeat(8)}-aaaa-aaaa-aaaa-${'a'.repeat(12)}`);

/** The text of an answer to linus, whichever its format. */
async function answer(url: string, parameters: Record<string, string>): Promise<string> {
  const token = await rig.as('linus').authentication.getToken(rig.portal.root);
  const body = new URLSearchParams({ f: 'json', ...parameters, token });
  const response = await fetch(url, { method: 'POST', body });
  return Buffer.from(await response.arrayBuffer()).toString('latin1');
}

/** What a client has sent is often part of the message about it. */
const told = (text: string, parameters: Record<string, string>) =>
  secrets.filter((secret) => text.includes(secret) && !JSON.stringify(parameters).includes(secret));

const rows = (table: Record<string, Record<string, string>[]>, at: string) =>
  Object.entries(table).flatMap(([path, asked]) =>
    asked.map((parameters): [string, Record<string, string>] => [`${at}${path}`, parameters]),
  );

describe('a hidden field and a hidden feature', () => {
  test('are asked of every operation', () => {
    expect(Object.keys(ofService).toSorted()).toEqual(Object.keys(serviceOperations).toSorted());
    expect(Object.keys(ofLayer).toSorted()).toEqual(Object.keys(layerOperations).toSorted());
  });

  test.each([...rows(ofService, ''), ...rows(ofLayer, '/0')])(
    'are not told by %s %o',
    async (path, parameters) => {
      const text = await answer(oaks.url + filled(path), parameters);
      expect(told(text, parameters)).toEqual([]);
      // Not a hidden row by its number, extent or count either.
      expect(text).not.toMatch(/"OBJECTID":[34]\b|"xmax":[34]0\b|"count":[34]\b/);
      expect(await wholeSource()).toBe(before);
    },
  );

  test.each(['secret', 'secret = 1', "secret LIKE 'h%'"])('are unknown to %s', async (where) => {
    expect(await answer(`${oaks.url}/0/query`, { where })).toContain('"error"');
  });

  test('do not show in what fails: a computed condition sees shown features only', async () => {
    // The square root exists for the codes 1 and 2 of the oaks only.
    expect(
      await answer(`${oaks.url}/0/query`, { where: 'SQRT(2.5 - code) >= 0', returnCountOnly: 'true' }),
    ).toBe('{"count":2}');
  });

  test.each([
    ...Object.keys(adminServiceOperations),
    ...Object.keys(adminLayerOperations).map((path) => `/0${path}`),
  ])('are not told to members by the admin address %s', async (path) => {
    const text = await answer(rig.adminOf('Oaks') + path, {});
    expect(text).toContain('"error"');
    expect(told(text, {})).toEqual([]);
  });

  test('are in no tile', async () => {
    const tiles = oaks.url.replace('FeatureServer', 'VectorTileServer');
    const tile = await answer(`${tiles}/tile/0/0/0.pbf`, {});
    expect(tile.length).toBeGreaterThan(0);
    const parts = [tile, await answer(tiles, {}), await answer(`${tiles}/resources/styles/root.json`, {})];
    for (const text of parts) expect(told(text, {})).toEqual([]);
  });

  test('are in no export', async () => {
    const { root } = rig.portal;
    const asked = {
      itemId: oaks.itemId,
      exportFormat: 'GeoJson',
      exportParameters: { layers: [{ id: 0 }] },
      title: 'Oaks',
    };
    const job = await rig.ask(`${root}/content/users/grace/export`, asked);
    const status = `${root}/content/users/grace/items/${job.exportItemId}/status`;
    await expect
      .poll(async () => (await rig.ask(status, { jobId: job.jobId, jobType: 'export' })).status, {
        timeout: 20_000,
      })
      .toBe('completed');
    const token = await rig.as('grace').authentication.getToken(root);
    const response = await fetch(`${root}/content/items/${job.exportItemId}/data?token=${token}`);
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(text).toContain('Oak 1');
    expect(told(text, {})).toEqual([]);
  });
});
