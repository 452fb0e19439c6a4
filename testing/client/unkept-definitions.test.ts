import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentRig, createContentRig } from '../rig/content-rig.ts';

/** New services and layers: each member is kept, describes what the server decides itself, or is refused by name. */
let rig: ContentRig;
let admin: string;

beforeAll(async () => {
  rig = await createContentRig();
  const { serviceurl } = await create({ name: 'Existing', layers: [layer] });
  admin = serviceurl.replace('/rest/', '/rest/admin/');
});
afterAll(() => rig.stop());

const date = { name: 'seen', type: 'esriFieldTypeDate' };
const code = { name: 'code', type: 'esriFieldTypeInteger' };
const layer = { name: 'Trees', geometryType: 'esriGeometryPoint', fields: [date, code] };

const create = (definition: object, more: Record<string, string> = {}) =>
  rig.call('/content/users/grace/createService', { createParameters: JSON.stringify(definition), ...more });

const read = async (url: string): Promise<any> =>
  (await fetch(`${url}?f=json&token=${rig.grace.token}`)).json();

async function addLayer(given: object): Promise<any> {
  const addToDefinition = JSON.stringify({ layers: [given] });
  const body = new URLSearchParams({ f: 'json', token: rig.grace.token, addToDefinition });
  return (await fetch(`${admin}/addToDefinition`, { method: 'POST', body })).json();
}

const newYork = { timeZone: 'Eastern Standard Time', respectsDaylightSaving: true };

describe.each<[string, object]>([
  ['definitionExpression', { definitionExpression: 'code = 1' }],
  ['viewDefinitionQuery', { viewDefinitionQuery: 'code = 1' }],
  ['isDataArchived', { isDataArchived: true }],
  ['archivingInfo', { archivingInfo: { historyReaders: 'everyone' } }],
  ['visitorAccess', { visitorAccess: { add: true } }],
  ['isDataVersioned', { isDataVersioned: true }],
  ['dateFieldsTimeReference', { dateFieldsTimeReference: newYork }],
  ['preferredTimeReference', { preferredTimeReference: newYork }],
  ['timeReference', { timeInfo: { startTimeField: 'seen', timeReference: newYork } }],
  ['objectIdField', { objectIdField: 'FID' }],
  ['zDefault', { hasZ: true, zDefault: 5 }],
  ['attributeRules', { attributeRules: [{ name: 'Numbers' }] }],
  ['fieldGroups', { fieldGroups: [{ name: 'Kinds', fields: ['code'] }] }],
  ['elevationInfo', { elevationInfo: { mode: 'onTheGround' } }],
  ['popupInfo', { popupInfo: { title: 'Tree' } }],
  ['orderBy', { orderBy: [{ field: 'code' }] }],
  ['visible', { fields: [{ ...code, visible: false }] }],
  ['valueType', { fields: [{ ...code, valueType: 'email' }] }],
])('a new layer with %s', (name, given) => {
  test('is refused by createService', async () => {
    const { error } = await create({ name: 'Refused', layers: [{ ...layer, ...given }] });
    expect(error).toMatchObject({ code: 400, message: expect.stringContaining(name) });
  });

  test('is refused by addToDefinition', async () => {
    const { error } = await addLayer({ ...layer, ...given });
    expect(error).toMatchObject({ code: 400, message: expect.stringContaining(name) });
  });
});

test.each<[string, object]>([
  ['preferredTimeReference', { preferredTimeReference: newYork }],
  ['zDefault', { zDefault: 5 }],
  ['serviceArea', { serviceArea: 'north' }],
  ['isView', { isView: 'yes' }],
])('createService refuses %s of the service', async (name, given) => {
  const { error } = await create({ name: 'Refused', ...given });
  expect(error).toMatchObject({ code: 400, message: expect.stringContaining(name) });
});

test('the descriptions of other servers make a layer', async () => {
  const described = {
    ...layer,
    type: 'Feature Layer',
    currentVersion: 12,
    capabilities: 'Query',
    editingInfo: { lastEditDate: 5 },
    supportsAppend: true,
    supportedExportFormats: 'csv',
    advancedQueryCapabilities: { supportsPagination: true },
    hasStaticData: true,
    standardMaxRecordCount: 16_000,
    collation: { locale: 'en_US' },
    dateFieldsTimeReference: { timeZone: 'UTC', respectsDaylightSaving: false },
    isDataVersioned: false,
    definitionExpression: '',
    zDefault: 0,
    globalIdField: 'GlobalID',
    adminLayerInfo: { geometryField: { name: 'Shape' } },
    fields: [date, { ...code, actualType: 'int', sqlType: 'sqlTypeInteger', visible: true }],
  };
  expect((await create({ name: 'Described', layers: [described] })).error).toBeUndefined();
  expect((await addLayer(described)).error).toBeUndefined();
});

// As ArcGIS Online's own pages create a view.
test('a view is created that shall keep the ids of its layers', async () => {
  const view = {
    isView: true,
    sourceSchemaChangesAllowed: true,
    isUpdatableView: true,
    preserveLayerIds: true,
  };
  expect((await create({ name: 'Kept_ids', ...view })).error).toBeUndefined();
});

test('the time of a layer is kept with the interval of its slider', async () => {
  const timeInfo = {
    startTimeField: 'seen',
    timeInterval: 2,
    timeIntervalUnits: 'esriTimeUnitsDays',
    exportOptions: { useTime: true, timeDataCumulative: false },
    hasLiveData: true,
  };
  const { serviceurl } = await create({ name: 'Timed', layers: [{ ...layer, timeInfo }] });
  expect(await read(`${serviceurl}/0`)).toMatchObject({ timeInfo });
});

test('a domain keeps what editors do when they merge and split features', async () => {
  const domain = {
    type: 'range',
    name: 'Codes',
    range: [0, 9],
    mergePolicy: 'esriMPTSumValues',
    splitPolicy: 'esriSPTDuplicate',
  };
  const { serviceurl } = await create({
    name: 'Merged',
    layers: [{ ...layer, fields: [{ ...code, domain }] }],
  });
  const { fields } = await read(`${serviceurl}/0`);
  expect(fields.find(({ name }: { name: string }) => name === 'code')).toMatchObject({ domain });
});

test('a service shows the largest page of its layers', async () => {
  const { serviceurl } = await create({ name: 'Paged', maxRecordCount: 55, layers: [layer] });
  expect(await read(serviceurl)).toMatchObject({ maxRecordCount: 55 });
});

test('the item of a new service keeps what the request says about it', async () => {
  const given = {
    title: 'Street trees',
    snippet: 'All of them',
    description: 'Counted in spring',
    accessInformation: 'The city',
    licenseInfo: 'CC0',
    culture: 'kk',
  };
  const { itemId } = await create({ name: 'Said' }, { ...given, tags: 'a,b', extent: '71,51,72,52' });
  const item = await rig.call(`/content/items/${itemId}`);
  expect(item).toMatchObject({ ...given, tags: ['a', 'b'], type: 'Feature Service' });
  expect(item['extent']).toEqual([
    [71, 51],
    [72, 52],
  ]);
  expect(item['url']).toContain('/Said/FeatureServer');
});
