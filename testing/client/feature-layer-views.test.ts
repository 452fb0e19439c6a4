import {
  addFeatures,
  addToServiceDefinition,
  deleteFeatures,
  getViewSources,
  queryFeatures,
  updateFeatures,
} from '@esri/arcgis-rest-feature-service';
import { setItemAccess } from '@esri/arcgis-rest-portal';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { limits } from '../../server/limits.ts';
import { moveUserTo } from '../../server/operator/portal-organisations.ts';
import { ensureOrganisation } from '../../server/portal/organisation/portal-organisation-store.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** Hosted feature layer views, created and changed as ArcGIS clients do. */
let rig: TreesView;
let oaks: { url: string; itemId: string };

beforeAll(async () => {
  rig = await createTreesView();
  oaks = await rig.createOaks('Oaks', { visits: true });
});
afterAll(() => rig.stop());

const namesIn = async (url: string, where = '1=1'): Promise<string[]> => {
  const found: any = await queryFeatures({
    url: `${url}/0`,
    where,
    outFields: ['name'],
    orderByFields: 'OBJECTID',
    ...rig.as('grace'),
  });
  return found.features.map(({ attributes }: any) => attributes.name);
};
const fieldsOf = async (url: string): Promise<string[]> =>
  (await rig.ask(`${url}/0`)).fields.map(({ name }: any) => name);
const inSource = async (where: string): Promise<any[]> => {
  const found: any = await queryFeatures({ url: `${rig.source}/0`, where, ...rig.as('grace') });
  return found.features.map(({ attributes }: any) => attributes);
};

describe('a view', () => {
  test('is described as one, and so is its source', async () => {
    expect(await rig.ask(oaks.url)).toMatchObject({
      isView: true,
      isUpdatableView: true,
      hasViews: false,
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [{ id: 0, name: 'Oaks' }],
      tables: [{ id: 1, name: 'Visits' }],
    });
    expect(await rig.ask(rig.source)).toMatchObject({ isView: false, hasViews: true });
    expect(await rig.ask(`${oaks.url}/0`)).toMatchObject({
      isView: true,
      name: 'Oaks',
      relationships: [{ relatedTableId: 1 }],
      extent: { xmin: 10, xmax: 20 },
    });
  });

  test('shows its owner its definition', async () => {
    const layer = await rig.ask(`${rig.adminOf('Oaks')}/0`);
    expect(layer).toMatchObject({
      viewDefinitionQuery: "kind = 'oak'",
      adminLayerInfo: {
        featureCount: 2,
        size: 0,
        viewLayerDefinition: { sourceServiceName: 'Trees', sourceLayerId: 0 },
      },
    });
    expect(layer.fields.find(({ name }: any) => name === 'secret')).toMatchObject({ visible: false });
  });

  test('names its sources, and a source its views, to those who may see them', async () => {
    expect(await getViewSources(oaks.url, rig.as('grace').authentication)).toMatchObject({
      services: [{ name: 'Trees', type: 'FeatureServer', url: rig.source, serviceItemId: rig.sourceItem }],
      layers: [
        { id: 0, url: `${rig.source}/0` },
        { id: 1, url: `${rig.source}/1` },
      ],
    });
    expect(await rig.ask(`${rig.source}/views`)).toMatchObject({
      views: [{ name: 'Oaks', url: oaks.url, serviceItemId: oaks.itemId }],
    });
    await setItemAccess({ id: oaks.itemId, access: 'org', ...rig.as('grace') });
    expect(await rig.ask(`${oaks.url}/sources`, {}, 'linus')).toMatchObject({ services: [], layers: [] });
    await expect(rig.ask(rig.source, {}, 'linus')).rejects.toThrow('not found');
    expect(await rig.ask(`${oaks.url}/0`, {}, 'linus')).toMatchObject({ name: 'Oaks' });
    await setItemAccess({ id: oaks.itemId, access: 'private', ...rig.as('grace') });
    await expect(rig.ask(oaks.url, {}, 'linus')).rejects.toThrow('not found');
  });

  test('hides and locks the fields that its definition lists so', async () => {
    const { serviceItemId, encodedServiceURL: url } = await rig.createView('Listed');
    const locked = { name: 'kind', editable: false };
    const sourceLayerFields = [locked, { name: 'secret', visible: false }];
    const add = (listed: object[]) => {
      const definition = { sourceServiceName: 'Trees', sourceLayerId: 0, sourceLayerFields: listed };
      return rig.ask(`${rig.adminOf('Listed')}/addToDefinition`, {
        addToDefinition: {
          layers: [{ name: 'Listed', adminLayerInfo: { viewLayerDefinition: definition } }],
        },
      });
    };
    await expect(add([{ name: 'OBJECTID', visible: false }])).rejects.toThrow('identifies');
    await add(sourceLayerFields);
    const { fields } = await rig.ask(`${url}/0`);
    expect(fields).toContainEqual(expect.objectContaining(locked));
    expect(fields.map(({ name }: any) => name)).not.toContain('secret');
    await rig.remove(serviceItemId);
  });

  test('is an item with the keyword, relations and dependencies of one', async () => {
    const { root } = rig.portal;
    const item = (id: string, path = '') => rig.ask(`${root}/content/items/${id}${path}`);
    expect((await item(oaks.itemId)).typeKeywords).toContain('View Service');
    const related = (id: string, relationshipType: string, direction: string) =>
      rig.ask(`${root}/content/items/${id}/relatedItems`, { relationshipType, direction });
    const ofView = { relatedItems: [{ id: oaks.itemId }] };
    const ofSource = { relatedItems: [{ id: rig.sourceItem }] };
    expect(await related(rig.sourceItem, 'Service2Service', 'forward')).toMatchObject(ofView);
    expect(await related(oaks.itemId, 'Service2Service', 'reverse')).toMatchObject(ofSource);
    expect(await related(oaks.itemId, 'Service2Data', 'forward')).toMatchObject(ofSource);
    expect(await related(rig.sourceItem, 'Service2Data', 'reverse')).toMatchObject(ofView);
    expect(await item(oaks.itemId, '/dependencies')).toMatchObject({ list: [{ id: rig.sourceItem }] });
    expect(await item(rig.sourceItem, '/dependencies/listDependentsTo')).toMatchObject({
      list: [{ id: oaks.itemId }],
    });
  });

  test('is also made of a definition that is too large for the event loop, with its relations', async () => {
    const { serviceItemId, encodedServiceURL } = await rig.createView('Large');
    const addToDefinition = { layers: [rig.layerOf(0, { collation: { locale: 'x'.repeat(1_100_000) } })] };
    await rig.ask(`${rig.adminOf('Large')}/addToDefinition`, { addToDefinition });
    expect(await namesIn(encodedServiceURL)).toHaveLength(4);
    expect(await rig.ask(`${rig.portal.root}/content/items/${serviceItemId}/dependencies`)).toMatchObject({
      list: [{ id: rig.sourceItem }],
    });
    await rig.remove(serviceItemId);
  });

  test('keeps what visitors may do from the request that adds it', async () => {
    const { serviceItemId } = await rig.createView('Closed');
    const visitorAccess = { add: false, query: false };
    await rig.ask(`${rig.adminOf('Closed')}/addToDefinition`, {
      addToDefinition: { layers: [rig.layerOf(0, { visitorAccess })] },
    });
    expect(await rig.ask(`${rig.adminOf('Closed')}/0`)).toMatchObject({ visitorAccess });
    await rig.remove(serviceItemId);
  });

  test('shows its features, counts, extent and related records only', async () => {
    expect(await namesIn(oaks.url)).toEqual(['Oak 1', 'Oak 2']);
    expect(await rig.ask(`${oaks.url}/0/query`, { where: '1=1', returnCountOnly: true })).toEqual({
      count: 2,
    });
    expect(await rig.ask(`${oaks.url}/0/query`, { where: '1=1', returnExtentOnly: true })).toMatchObject({
      extent: { xmin: 10, xmax: 20 },
    });
    const { relatedRecordGroups } = await rig.ask(`${oaks.url}/0/queryRelatedRecords`, {
      objectIds: '1,3',
      outFields: '*',
    });
    expect(relatedRecordGroups).toMatchObject([
      { objectId: 1, relatedRecords: [{ attributes: { note: 'Fine' } }] },
    ]);
  });

  test('follows edits of its source at once', async () => {
    const { addResults } = await addFeatures({
      url: `${rig.source}/0`,
      features: [{ attributes: { name: 'Oak 5', kind: 'oak' }, geometry: { x: 50, y: 0 } as any }],
      ...rig.as('grace'),
    });
    expect(await namesIn(oaks.url)).toEqual(['Oak 1', 'Oak 2', 'Oak 5']);
    expect(await rig.ask(`${oaks.url}/0`)).toMatchObject({ extent: { xmax: 50 } });
    const objectIds = addResults.map(({ objectId }) => objectId);
    await deleteFeatures({ url: `${rig.source}/0`, objectIds, ...rig.as('grace') });
    expect(await namesIn(oaks.url)).toEqual(['Oak 1', 'Oak 2']);
  });
});

describe('editing through a view', () => {
  const edit = { rollbackOnFailure: false };

  test('adds features with the defaults of hidden fields, also ones that it does not show', async () => {
    const { addResults } = await addFeatures({
      url: `${oaks.url}/0`,
      features: [
        { attributes: { name: 'Oak 6', kind: 'oak', secret: 'sent' }, geometry: { x: 60, y: 0 } as any },
        { attributes: { name: 'Elm 7', kind: 'elm' }, geometry: { x: 70, y: 0 } as any },
      ],
      ...rig.as('grace'),
    });
    expect(addResults).toMatchObject([{ success: true }, { success: true }]);
    expect(await namesIn(oaks.url)).toEqual(['Oak 1', 'Oak 2', 'Oak 6']);
    expect(await inSource("name IN ('Oak 6', 'Elm 7')")).toMatchObject([
      { secret: 'hush, new', Creator: 'grace' },
      { secret: 'hush, new' },
    ]);
    const ids = addResults.map(({ objectId }) => objectId);
    const deleted = await deleteFeatures({
      url: `${oaks.url}/0`,
      objectIds: ids,
      ...edit,
      ...rig.as('grace'),
    });
    expect(deleted.deleteResults).toMatchObject([{ success: true }, { success: false }]);
    await deleteFeatures({ url: `${rig.source}/0`, objectIds: [ids[1] as number], ...rig.as('grace') });
  });

  test('adds a feature that it does not show together with its attachment', async () => {
    const GlobalID = randomUUID();
    const file = { name: 'bark.txt', data: Buffer.from('bark').toString('base64') };
    const [globalId, unknown] = [randomUUID(), randomUUID()];
    const add = (attachments: object[]) =>
      rig.ask(`${oaks.url}/0/applyEdits`, {
        adds: [{ attributes: { GlobalID, name: 'Elm 8', kind: 'elm' }, geometry: { x: 80, y: 0 } }],
        attachments: { adds: attachments },
        useGlobalIds: true,
      });
    const one = { ...file, globalId, parentGlobalId: GlobalID };
    const refused = await add([one, { ...file, globalId: unknown, parentGlobalId: unknown }]);
    expect(refused.attachments.addResults.map(({ success }: any) => success)).toEqual([false, false]);
    expect(await inSource("name = 'Elm 8'")).toEqual([]);
    const twice = await add([one, one]);
    expect(twice.attachments.addResults[1].error.description).toMatch(/already exists/);
    const { addResults, attachments } = await add([one]);
    expect(attachments.addResults).toMatchObject([{ success: true }]);
    const { objectId } = addResults[0];
    const { attachmentInfos } = await rig.ask(`${rig.source}/0/${objectId}/attachments`);
    expect(attachmentInfos).toMatchObject([{ name: 'bark.txt' }]);
    await deleteFeatures({ url: `${rig.source}/0`, objectIds: [objectId], ...rig.as('grace') });
  });

  test('changes shown features only, and no hidden field', async () => {
    const { updateResults } = await updateFeatures({
      url: `${oaks.url}/0`,
      features: [
        { attributes: { OBJECTID: 1, name: 'Oak one', secret: 'sent' } },
        { attributes: { OBJECTID: 3, name: 'Changed' } },
      ],
      ...edit,
      ...rig.as('grace'),
    });
    expect(updateResults).toMatchObject([{ success: true }, { success: false }]);
    expect(await inSource('code IN (1, 3)')).toMatchObject([
      { name: 'Oak one', secret: 'hush 1', Editor: 'grace' },
      { name: 'Yew 3', secret: 'hush 3' },
    ]);
    await updateFeatures({
      url: `${oaks.url}/0`,
      features: [{ attributes: { OBJECTID: 1, name: 'Oak 1' } }],
      ...rig.as('grace'),
    });
  });

  test('calculates shown features only', async () => {
    const calcExpression = [{ field: 'name', sqlExpression: "CONCAT(name, '!')" }];
    expect(await rig.ask(`${oaks.url}/0/calculate`, { where: '1=1', calcExpression })).toEqual({
      updatedFeatureCount: 2,
    });
    expect((await inSource('1=1')).map(({ name }) => name)).toEqual(['Oak 1!', 'Oak 2!', 'Yew 3', 'Yew 4']);
    const back = [{ field: 'name', sqlExpression: 'SUBSTRING(name, 1, 5)' }];
    await rig.ask(`${oaks.url}/0/calculate`, { where: '1=1', calcExpression: back });
  });

  test('is allowed by the view, not by its source', async () => {
    await rig.ask(`${rig.adminOf('Oaks')}/updateDefinition`, { updateDefinition: { capabilities: 'Query' } });
    await expect(
      rig.ask(`${oaks.url}/0/calculate`, { where: '1=1', calcExpression: [{ field: 'name', value: 'x' }] }),
    ).rejects.toThrow('not supported');
    expect((await rig.ask(rig.source)).capabilities).toContain('Update');
    await rig.ask(`${rig.adminOf('Oaks')}/updateDefinition`, {
      updateDefinition: { capabilities: 'Create,Delete,Query,Update,Editing' },
    });
  });

  test('deletes no attachment of a view that hides them', async () => {
    const { url, itemId } = await rig.createOaks('Bare');
    await rig.changeLayer('Bare', 0, { hasAttachments: false });
    await rig.attach(`${rig.source}/0`, 1, 'bark.txt', 'bark');
    const present = async () => (await rig.ask(`${rig.source}/0/1/attachments`)).attachmentInfos;
    const [{ id }] = await present();
    await expect(rig.ask(`${url}/0/1/deleteAttachments`, { attachmentIds: String(id) })).rejects.toThrow(
      'does not support attachments',
    );
    expect(await present()).toHaveLength(1);
    await rig.remove(itemId);
  });

  test('never empties the source', async () => {
    await expect(rig.ask(`${rig.adminOf('Oaks')}/0/truncate`)).rejects.toThrow('Truncate Trees');
    const edits = { features: [{ attributes: { name: 'x' } }] };
    await expect(rig.ask(`${oaks.url}/0/append`, { edits, truncateExisting: true })).rejects.toThrow(
      'no features of its own',
    );
    expect(await inSource('1=1')).toHaveLength(4);
  });
});

describe('changing', () => {
  test('a view hides and shows fields and features', async () => {
    const { url, itemId } = await rig.createOaks('Changing');
    await rig.changeLayer('Changing', 0, {
      viewDefinitionQuery: null,
      fields: [
        { name: 'secret', visible: true, alias: 'Known' },
        { name: 'code', visible: false },
      ],
      name: 'All',
      drawingInfo: { renderer: { type: 'simple', symbol: { type: 'esriSMS', color: [1, 2, 3, 255] } } },
    });
    expect(await namesIn(url)).toEqual(['Oak 1', 'Oak 2', 'Yew 3', 'Yew 4']);
    const layer = await rig.ask(`${url}/0`);
    expect(layer).toMatchObject({
      name: 'All',
      drawingInfo: { renderer: { symbol: { color: [1, 2, 3, 255] } } },
    });
    expect(layer.fields.find(({ name }: any) => name === 'secret')).toMatchObject({ alias: 'Known' });
    expect(layer.fields.map(({ name }: any) => name)).not.toContain('code');
    await rig.remove(itemId);
  });

  test.each<[string, object, RegExp]>([
    ['a condition over a field that does not exist', { viewDefinitionQuery: 'nothing = 1' }, /nothing/],
    ['a value instead of a condition', { viewDefinitionQuery: 'name' }, /viewDefinitionQuery/i],
    ['the current user', { viewDefinitionQuery: 'Creator = CURRENT_USER' }, /CURRENT_USER/],
    ['a condition that cannot be computed', { viewDefinitionQuery: 'SQRT(0 - code) > 1' }, /computed/],
    ['hiding the key', { fields: [{ name: 'OBJECTID', visible: false }] }, /identifies/],
    ['another type', { fields: [{ name: 'name', type: 'esriFieldTypeInteger' }] }, /Trees/],
    ['a domain', { fields: [{ name: 'code', domain: { type: 'range', range: [0, 9] } }] }, /Trees/],
    ['another source', { viewLayerDefinition: { sourceServiceName: 'Other' } }, /another source/],
    ['an area', { viewLayerDefinition: { filter: {} } }, /area/],
    ['other fields', { viewLayerDefinition: { sourceLayerFields: [{ name: 'kind' }] } }, /visible/],
    ['all fields', { adminLayerInfo: { viewLayerDefinition: { sourceLayerFields: '*' } } }, /visible/],
    ['a history of its own', { isDataArchived: true }, /change Trees/],
    ['other readers of the history', { archivingInfo: { historyReaders: 'everyone' } }, /change Trees/],
  ])('refuses %s', async (_what, update, words) => {
    const before = await rig.ask(`${rig.adminOf('Oaks')}/0`);
    await expect(rig.changeLayer('Oaks', 0, update)).rejects.toThrow(words);
    const { editingInfo: _b, ...rest } = before;
    expect(await rig.ask(`${rig.adminOf('Oaks')}/0`)).toMatchObject(rest);
  });

  test('takes back a field with a list of values, in any order of members', async () => {
    const domain = {
      type: 'codedValue',
      name: 'Codes',
      description: 'Of the register',
      codedValues: [{ name: 'One', code: 1 }],
    };
    await rig.changeLayer('Trees', 0, { fields: [{ name: 'code', domain }] });
    const { fields } = await rig.ask(`${rig.adminOf('Oaks')}/0`);
    const code = fields.find(({ name }: any) => name === 'code');
    expect(await rig.changeLayer('Oaks', 0, { fields: [code] })).toMatchObject({ success: true });
    const asText = { ...domain, codedValues: [{ name: 'One', code: '1' }] };
    expect(await rig.changeLayer('Oaks', 0, { fields: [{ name: 'code', domain: asText }] })).toMatchObject({
      success: true,
    });
    const other = { ...domain, codedValues: [{ name: 'Two', code: 1 }] };
    await expect(rig.changeLayer('Oaks', 0, { fields: [{ name: 'code', domain: other }] })).rejects.toThrow(
      'Trees',
    );
    await rig.changeLayer('Trees', 0, { fields: [{ name: 'code', domain: null }] });
  });

  test('takes the part of its description that names its source, and the history of that', async () => {
    const described = async () => {
      const { adminLayerInfo, isDataArchived, archivingInfo } = await rig.ask(`${rig.adminOf('Oaks')}/0`);
      return { adminLayerInfo, isDataArchived, archivingInfo };
    };
    expect(await rig.changeLayer('Oaks', 0, await described())).toMatchObject({ success: true });
    await rig.changeLayer('Trees', 0, { isDataArchived: true });
    const archived = await described();
    expect(archived).toMatchObject({ isDataArchived: true, archivingInfo: { historyReaders: 'editors' } });
    expect(await rig.changeLayer('Oaks', 0, archived)).toMatchObject({ success: true });
    await expect(rig.changeLayer('Oaks', 0, { isDataArchived: false })).rejects.toThrow('change Trees');
    await rig.changeLayer('Trees', 0, { isDataArchived: false });
  });

  test.each<[string, string, object]>([
    ['adding fields', 'addToDefinition', { fields: [{ name: 'own', type: 'esriFieldTypeString' }] }],
    ['deleting fields', 'deleteFromDefinition', { fields: [{ name: 'name' }] }],
  ])('a view refuses %s', async (_what, operation, change) => {
    await expect(rig.ask(`${rig.adminOf('Oaks')}/0/${operation}`, { [operation]: change })).rejects.toThrow(
      'change Trees',
    );
  });

  test('the service of a view changes nothing that names hidden fields', async () => {
    const { url, itemId } = await rig.createOaks('Drawn');
    const renderer = { type: 'uniqueValue', field1: 'kind', uniqueValueInfos: [] };
    await rig.changeLayer('Drawn', 0, { drawingInfo: { renderer }, displayField: 'kind' });
    await rig.changeLayer('Drawn', 0, { fields: [{ name: 'kind', visible: false }] });
    expect(JSON.stringify((await rig.ask(`${url}/0`)).drawingInfo)).not.toContain('kind');
    await rig.ask(`${rig.adminOf('Drawn')}/updateDefinition`, { updateDefinition: { description: 'New' } });
    await rig.changeLayer('Drawn', 0, { fields: [{ name: 'kind', visible: true }] });
    expect(await rig.ask(`${url}/0`)).toMatchObject({ drawingInfo: { renderer }, displayField: 'kind' });
    await rig.remove(itemId);
  });

  test('a layer of a view that replaces another is counted and sent anew', async () => {
    const { url, itemId } = await rig.createOaks('Again');
    const admin = rig.adminOf('Again');
    const token = await rig.as('grace').authentication.getToken(rig.portal.root);
    const query = (headers = {}) =>
      fetch(`${url}/0/query?where=1%3D1&returnCountOnly=true&f=json&token=${token}`, { headers });
    const replace = async (viewDefinitionQuery: string) => {
      await rig.ask(`${admin}/deleteFromDefinition`, { deleteFromDefinition: { layers: [{ id: 0 }] } });
      const layers = [rig.layerOf(0, { viewDefinitionQuery })];
      await rig.ask(`${admin}/addToDefinition`, { addToDefinition: { layers } });
    };
    await replace('code = 1');
    const first = await query();
    expect(await first.json()).toEqual({ count: 1 });
    await replace('code < 4');
    const second = await query({ 'if-none-match': first.headers.get('etag') ?? '' });
    expect(second.status).toBe(200);
    expect(await second.json()).toEqual({ count: 3 });
    await rig.remove(itemId);
  });

  test('the source keeps its views working', async () => {
    const whole = await rig.createView('Whole');
    await rig.ask(`${rig.adminOf('Whole')}/addToDefinition`, {
      addToDefinition: { layers: [rig.layerOf(0)] },
    });
    await rig.ask(`${rig.adminOf('Trees')}/0/addToDefinition`, {
      addToDefinition: { fields: [{ name: 'added', type: 'esriFieldTypeString', defaultValue: 'new' }] },
    });
    // New fields of the source are hidden in views that already hide a field.
    expect(await fieldsOf(oaks.url)).not.toContain('added');
    expect(await fieldsOf(whole.encodedServiceURL)).toContain('added');
    await expect(
      rig.ask(`${rig.adminOf('Trees')}/0/deleteFromDefinition`, {
        deleteFromDefinition: { fields: [{ name: 'kind' }] },
      }),
    ).rejects.toThrow('The view Oaks selects features by');
    await rig.ask(`${rig.adminOf('Trees')}/0/deleteFromDefinition`, {
      deleteFromDefinition: { fields: [{ name: 'added' }] },
    });
    expect(await fieldsOf(whole.encodedServiceURL)).not.toContain('added');
    expect(await namesIn(whole.encodedServiceURL)).toHaveLength(4);
    expect(await namesIn(oaks.url)).toEqual(['Oak 1', 'Oak 2']);
    await rig.remove(whole.serviceItemId);
  });

  test('time in a condition is that of each query', async () => {
    const { url, itemId } = await rig.createOaks('Recent');
    await rig.changeLayer('Recent', 0, {
      viewDefinitionQuery:
        "CreationDate < CURRENT_TIMESTAMP AND seen < CURRENT_TIMESTAMP + INTERVAL '9' YEAR",
    });
    expect(await namesIn(url)).toHaveLength(4);
    await rig.changeLayer('Recent', 0, { viewDefinitionQuery: 'CreationDate > CURRENT_TIMESTAMP' });
    expect(await namesIn(url)).toEqual([]);
    expect(await rig.ask(`${url}/0/query`, { where: '1=1', returnCountOnly: true })).toEqual({ count: 0 });
    await rig.remove(itemId);
  });
});

describe('refused are', () => {
  test('views of the services of others', async () => {
    await rig.createView('Foreign', 'piet');
    const addToDefinition = { layers: [rig.layerOf(0)] };
    const add = () => rig.ask(`${rig.adminOf('Foreign')}/addToDefinition`, { addToDefinition }, 'piet');
    await expect(add()).rejects.toThrow('There is no service Trees');
    // Values that are too large for the event loop are read in threads, which ask it about access.
    const large = { layers: [rig.layerOf(0, { collation: { locale: 'x'.repeat(1_100_000) } })] };
    const adding = rig.ask(`${rig.adminOf('Foreign')}/addToDefinition`, { addToDefinition: large }, 'piet');
    await expect(adding).rejects.toThrow('There is no service Trees');
    expect(await rig.ask(rig.addressOf('Foreign'), {}, 'piet')).toMatchObject({ layers: [] });
    await setItemAccess({ id: rig.sourceItem, access: 'org', ...rig.as('grace') });
    await expect(add()).rejects.toThrow('Only the owner of Trees');
    await setItemAccess({ id: rig.sourceItem, access: 'private', ...rig.as('grace') });
  });

  test('views of views, of layers that do not exist, with joins, and layers of a service that is not a view', async () => {
    const made = await rig.createView('Odd');
    const add = (layer: object, name = 'Odd') =>
      rig.ask(`${rig.adminOf(name)}/addToDefinition`, { addToDefinition: { layers: [layer] } });
    const from = (definition: object) => ({ adminLayerInfo: { viewLayerDefinition: definition } });
    await expect(add(from({ sourceServiceName: 'Oaks', sourceLayerId: 0 }))).rejects.toThrow(
      'a view of Trees',
    );
    await expect(add(from({ sourceServiceName: 'Trees', sourceLayerId: 9 }))).rejects.toThrow('no layer 9');
    await expect(
      add(from({ sourceServiceName: 'Trees', sourceLayerId: 0, table: { relatedTables: [] } })),
    ).rejects.toThrow('join');
    await expect(add({ name: 'Own', type: 'Table', fields: [] })).rejects.toThrow('viewLayerDefinition');
    const refused = { definitionExpression: "kind = 'oak'", popupInfo: { title: 'Tree' }, unheard: 1 };
    for (const [member, value] of Object.entries(refused))
      await expect(add(rig.layerOf(0, { [member]: value }))).rejects.toThrow(member);
    await expect(add(rig.layerOf(0), 'Trees')).rejects.toThrow('isView');
    await rig.remove(made.serviceItemId);
  });

  test('layers of views of one service beyond their number', async () => {
    const made = await rig.createView('Another');
    const { database } = rig.server;
    const idOf = (name: string) => sql`(select id from hosted_service where name = ${name})`;
    await sql`insert into hosted_layer (service_id, layer_id, name, table_name, wkid, definition, edited_at,
        source_service_id, source_layer_id)
      select ${idOf('Oaks')}, n, 'Many', 'many_' || n, 4326, '{}', 0, ${idOf('Trees')}, 0
        from generate_series(1001, 1000 + ${limits.serviceViewLayers}::integer) n`.execute(database);
    await expect(
      rig.ask(`${rig.adminOf('Another')}/addToDefinition`, { addToDefinition: { layers: [rig.layerOf(0)] } }),
    ).rejects.toThrow(`at most ${limits.serviceViewLayers} layers`);
    await sql`delete from hosted_layer where name = 'Many'`.execute(database);
    await rig.remove(made.serviceItemId);
  });

  test('deleting and overwriting a source with views', async () => {
    await expect(rig.remove(rig.sourceItem)).rejects.toThrow('Views show features of Trees: Oaks');
    await expect(
      rig.ask(`${rig.adminOf('Trees')}/deleteFromDefinition`, {
        deleteFromDefinition: { layers: [{ id: 0 }] },
      }),
    ).rejects.toThrow('Views show features of Trees: Oaks');
    await expect(
      createHostedLayer(
        { database: rig.server.database },
        {
          serviceName: 'Trees',
          itemId: rig.sourceItem,
          replace: true,
          layers: [{ name: 'Other', fields: [], features: [] }],
        },
      ),
    ).rejects.toThrow('has views');
    expect(await namesIn(oaks.url)).toEqual(['Oak 1', 'Oak 2']);
  });

  test('moving the owner of a source to another organisation while others have views of it', async () => {
    await ensureOrganisation(rig.server.database, { urlKey: 'village', now: 1 });
    const made: any = await rig.createView('Ash', 'ada');
    await addToServiceDefinition(made.encodedServiceURL, {
      ...rig.as('ada'),
      layers: [rig.layerOf(0, { name: 'Ash' })] as any,
    });
    for (const who of ['grace', 'ada'])
      await expect(moveUserTo(rig.portal.context, who, 'village')).rejects.toThrow('Ash (a view of Trees)');
    // Who is moved is signed out.
    expect(await namesIn(oaks.url)).toEqual(['Oak 1', 'Oak 2']);
    const ofAda = `${rig.portal.root}/content/users/ada/items/${made.serviceItemId}/delete`;
    expect(await rig.ask(ofAda, {}, 'ada')).toMatchObject({ success: true });
    expect(await moveUserTo(rig.portal.context, 'ada', 'village')).toContain(
      'ada is a member of “village” now',
    );
  });

  test('nothing of a source whose views are deleted with it, in any order', async () => {
    const other = await rig.createOaks('Other');
    const items = [rig.sourceItem, oaks.itemId, other.itemId].join();
    const { results } = await rig.ask(`${rig.portal.root}/content/users/grace/deleteItems`, { items });
    expect(results).toMatchObject([{ success: true }, { success: true }, { success: true }]);
  });
});
