import { beforeAll, describe, expect, test } from 'vitest';
import { useContentRig } from '../rig/use-content-rig.ts';

/** New services and layers: each member is kept, describes what the server decides itself, or is refused by name. */
const rig = useContentRig();
let admin: string;

beforeAll(async () => {
  const { serviceurl } = await create({ name: 'Existing', layers: [layer] });
  admin = serviceurl.replace('/rest/', '/rest/admin/');
});

const date = { name: 'seen', type: 'esriFieldTypeDate' };
const code = { name: 'code', type: 'esriFieldTypeInteger' };
const layer = { name: 'Trees', geometryType: 'esriGeometryPoint', fields: [date, code] };

const create = (definition: object, more: Record<string, string> = {}) =>
  rig.call('/content/users/grace/createService', { createParameters: JSON.stringify(definition), ...more });

const read = async (url: string): Promise<any> =>
  (await fetch(`${url}?f=json&token=${rig.grace.token}`)).json();

async function addLayer(given: object, service = admin): Promise<any> {
  const addToDefinition = JSON.stringify({ layers: [given] });
  const body = new URLSearchParams({ f: 'json', token: rig.grace.token, addToDefinition });
  return (await fetch(`${service}/addToDefinition`, { method: 'POST', body })).json();
}

/** Adds a layer to a service. @returns its description */
async function addTo(service: string, given: object): Promise<any> {
  const { layers } = await addLayer(given, service.replace('/rest/', '/rest/admin/'));
  return read(`${service}/${layers[0].id}`);
}

const related = {
  id: 0,
  name: 'Visits',
  relatedTableId: 0,
  cardinality: 'esriRelCardinalityOneToMany',
  role: 'esriRelRoleOrigin',
  keyField: 'code',
};
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
  ['wkid', { extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkt: 'GEOGCS["Own"]' } } }],
  ['rules', { relationships: [{ ...related, rules: [{ ruleID: 1, originMinimumCardinality: 1 }] }] }],
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
    relationships: [{ ...related, composite: false, relationshipTableId: -1, catalogID: 3, rules: [] }],
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

describe('an index of a new layer', () => {
  const indexes = [
    { name: 'pk', fields: 'OBJECTID', isUnique: true },
    { name: 'by_code', fields: 'CODE', description: 'For filters' },
    { fields: 'seen' },
    { name: 'key', fields: 'code, seen', isUnique: true },
  ];
  const listed = [
    { name: 'by_code', fields: 'code', isUnique: false, isAscending: true, description: 'For filters' },
    { name: 'seen_index', fields: 'seen', isUnique: false, isAscending: true, description: '' },
    { name: 'key', fields: 'code,seen', isUnique: true, isAscending: true, description: '' },
  ];

  test('is listed by createService and can be deleted', async () => {
    const { serviceurl } = await create({ name: 'Indexed', layers: [{ ...layer, indexes }] });
    expect((await read(`${serviceurl}/0`)).indexes).toEqual(listed);
    const address = `${serviceurl.replace('/rest/', '/rest/admin/')}/0/deleteFromDefinition`;
    const deleteFromDefinition = JSON.stringify({ indexes: [{ name: 'by_code' }] });
    const body = new URLSearchParams({ f: 'json', token: rig.grace.token, deleteFromDefinition });
    expect(await (await fetch(address, { method: 'POST', body })).json()).toEqual({ success: true });
    expect((await read(`${serviceurl}/0`)).indexes).toEqual(listed.slice(1));
  });

  test('is listed by addToDefinition', async () => {
    const { layers } = await addLayer({ ...layer, indexes });
    const url = admin.replace('/rest/admin/', '/rest/');
    expect((await read(`${url}/${layers[0].id}`)).indexes).toEqual(listed);
  });

  test.each<[string, object]>([
    ['nothing', { fields: 'nothing' }],
    ['descending', { fields: 'code', isAscending: false }],
  ])('is refused when it cannot be made: %s', async (word, index) => {
    const { error } = await addLayer({ ...layer, indexes: [index] });
    expect(error).toMatchObject({ code: 400, message: expect.stringContaining(word) });
  });
});

describe('a service that is created without layers', () => {
  const editorTrackingInfo = {
    enableEditorTracking: true,
    enableOwnershipAccessControl: true,
    allowOthersToUpdate: false,
    allowOthersToDelete: false,
  };
  const given = { spatialReference: { wkid: 102_100 }, maxRecordCount: 77, editorTrackingInfo };

  test('decides for the layers that are added to it', async () => {
    const { serviceurl } = await create({ name: 'Empty', ...given });
    expect(await read(serviceurl)).toMatchObject({
      maxRecordCount: 77,
      spatialReference: { latestWkid: 3857 },
      editorTrackingInfo,
    });
    const described = await addTo(serviceurl, layer);
    expect(described).toMatchObject({
      maxRecordCount: 77,
      spatialReference: { latestWkid: 3857 },
      editFieldsInfo: { creatorField: 'Creator' },
      ownershipBasedAccessControlForFeatures: { allowOthersToUpdate: false },
    });
  });

  test('tracks the editors of layers when that is turned on before they are added', async () => {
    const { serviceurl } = await create({ name: 'Later' });
    const definition = JSON.stringify({ editorTrackingInfo: { enableEditorTracking: true } });
    const body = new URLSearchParams({ f: 'json', token: rig.grace.token, updateDefinition: definition });
    const address = `${serviceurl.replace('/rest/', '/rest/admin/')}/updateDefinition`;
    expect(await (await fetch(address, { method: 'POST', body })).json()).toEqual({ success: true });
    expect(await addTo(serviceurl, layer)).toMatchObject({ editFieldsInfo: { editorField: 'Editor' } });
  });

  test.each<[string, object, string]>([
    ['in an unknown spatial reference', { spatialReference: { wkid: 999_999 } }, '999999'],
    ['in one without a number', { spatialReference: { wkt: 'GEOGCS["Own"]' } }, 'wkid'],
    [
      'with access by creators who are not recorded',
      { editorTrackingInfo: { enableOwnershipAccessControl: true } },
      'enableEditorTracking',
    ],
  ])('is refused %s', async (_what, given, word) => {
    const { error } = await create({ name: 'Refused', ...given });
    expect(error).toMatchObject({ code: 400, message: expect.stringContaining(word) });
  });
});

test('a layer that is added to tracked layers is tracked as they are', async () => {
  const editorTrackingInfo = { enableEditorTracking: true };
  const { serviceurl } = await create({ name: 'Tracked', editorTrackingInfo, layers: [layer] });
  expect(await addTo(serviceurl, layer)).toMatchObject({ editFieldsInfo: { creatorField: 'Creator' } });
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
