import { ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import { updateItem } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendFormsNatively } from '../rig/native-forms.ts';
import { createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** A client's definition is stored and honoured, or refused with the reason. */

let server: TestServer;
let portal: PortalClient;
let authentication: ArcGISIdentityManager;
let restore: () => void;

beforeAll(async () => {
  server = await startTestServer();
  restore = sendFormsNatively();
  portal = await createPortalClient(server);
  await portal.addUser('grace', { role: 'org_publisher' });
  authentication = await ArcGISIdentityManager.signIn({ username: 'grace', password, portal: portal.root });
});
afterAll(async () => {
  restore();
  await server.stop();
});

async function create(definition: object, more: object = {}): Promise<any> {
  const params = { createParameters: definition, outputType: 'featureService', ...more };
  return request(`${portal.root}/content/users/grace/createService`, { params, authentication });
}

const ask = async (url: string, params: object = {}): Promise<any> =>
  request(url, { params: { ...params }, authentication });

const kinds = {
  type: 'codedValue',
  name: 'Kinds',
  codedValues: [
    { name: 'Oak', code: 1 },
    { name: 'Lime', code: 2 },
  ],
};

const trees = {
  id: 0,
  name: 'Trees',
  type: 'Feature Layer',
  geometryType: 'esriGeometryPoint',
  description: 'Street trees',
  copyrightText: 'The city',
  displayField: 'label',
  minScale: 100_000,
  hasM: true,
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID' },
    { name: 'GlobalID', type: 'esriFieldTypeGlobalID' },
    { name: 'kind', type: 'esriFieldTypeInteger', domain: kinds, defaultValue: 2 },
    { name: 'girth', type: 'esriFieldTypeDouble', domain: { type: 'range', name: 'G', range: [0, 900] } },
    { name: 'label', type: 'esriFieldTypeString', length: 30, nullable: false, defaultValue: 'tree' },
    { name: 'planted', type: 'esriFieldTypeDateOnly' },
    { name: 'watered', type: 'esriFieldTypeTimeOnly' },
    { name: 'tag', type: 'esriFieldTypeBigInteger' },
    { name: 'seen', type: 'esriFieldTypeDate' },
    { name: 'created_by', type: 'esriFieldTypeString', length: 128 },
  ],
  indexes: [
    { name: 'pk', fields: 'OBJECTID', isUnique: true },
    { name: 'by_kind', fields: 'kind', isUnique: false },
  ],
  editFieldsInfo: { creatorField: 'created_by' },
  timeInfo: { startTimeField: 'seen', endTimeField: null, trackIdField: 'tag' },
  typeIdField: 'kind',
  types: [{ id: 1, name: 'Oak', domains: {}, templates: [] }],
  subtypeField: 'kind',
  subtypes: [{ code: 1, name: 'Oak', defaultValues: { girth: 10 }, domains: {} }],
  defaultSubtypeCode: 1,
  templates: [{ name: 'Lime', prototype: { attributes: { kind: 2 } } }],
  relationships: [
    {
      id: 0,
      name: 'Visits',
      relatedTableId: 1,
      role: 'esriRelRoleOrigin',
      cardinality: 'esriRelCardinalityOneToMany',
      keyField: 'tag',
      composite: false,
    },
  ],
  drawingInfo: { renderer: { type: 'simple', symbol: { type: 'esriSMS', color: [1, 2, 3, 255] } } },
};

const visits = {
  id: 1,
  name: 'Visits',
  type: 'Table',
  fields: [{ name: 'tree', type: 'esriFieldTypeBigInteger' }],
  relationships: [
    {
      id: 0,
      name: 'Tree',
      relatedTableId: 0,
      role: 'esriRelRoleDestination',
      cardinality: 'esriRelCardinalityOneToMany',
      keyField: 'tree',
    },
  ],
};

describe('createService', () => {
  let url: string;

  beforeAll(async () => {
    const made = await create({
      name: 'Trees',
      serviceDescription: 'Trees of the city',
      maxRecordCount: 3,
      capabilities: 'Create,Query,Update',
      spatialReference: { wkid: 102_100 },
      editorTrackingInfo: { enableEditorTracking: true, enableOwnershipAccessControl: false },
      layers: [trees],
      tables: [visits],
    });
    url = made.encodedServiceURL;
  });

  test('keeps every part of a layer', async () => {
    const layer = await ask(`${url}/0`);
    const { drawingInfo, relationships, ...kept } = trees;
    expect(layer).toMatchObject({
      name: kept.name,
      description: kept.description,
      copyrightText: kept.copyrightText,
      displayField: kept.displayField,
      minScale: kept.minScale,
      hasM: true,
      typeIdField: 'kind',
      types: kept.types,
      templates: kept.templates,
      subtypeField: 'kind',
      subtypes: kept.subtypes,
      defaultSubtypeCode: 1,
      maxRecordCount: 3,
      // Clients take a layer without “Editing” for one that cannot be edited at all.
      capabilities: 'Create,Query,Update,Editing,Extract',
      spatialReference: { wkid: 102_100 },
      editFieldsInfo: { creatorField: 'created_by', editorField: 'Editor' },
      timeInfo: { startTimeField: 'seen', trackIdField: 'tag' },
      drawingInfo,
      relationships,
    });
    const byName = new Map(layer.fields.map((field: any) => [field.name, field]));
    expect(byName.get('kind')).toMatchObject({ domain: kinds, defaultValue: 2 });
    expect(byName.get('girth')).toMatchObject({ domain: { range: [0, 900] } });
    expect(byName.get('label')).toMatchObject({ length: 30, nullable: false, defaultValue: 'tree' });
    expect(byName.get('planted')).toMatchObject({ type: 'esriFieldTypeDateOnly' });
    expect(byName.get('watered')).toMatchObject({ type: 'esriFieldTypeTimeOnly' });
    expect([...byName.keys()].filter((name) => name === 'created_by')).toHaveLength(1);
  });

  test('honours defaults, days, times, large numbers, tracking, relations and the page', async () => {
    const add = (attributes: object) =>
      ask(`${url}/0/addFeatures`, { features: [{ attributes, geometry: { x: 0, y: 0 } }] });
    const good = { planted: '2026-03-01', watered: '7:30', tag: 9_007_199_254_740_991 };
    for (let count = 0; count < 4; count += 1)
      expect((await add(good)).addResults).toMatchObject([{ success: true }]);
    expect((await add({ planted: 'spring' })).addResults).toMatchObject([{ success: false }]);
    expect((await add({ watered: '25:00' })).addResults).toMatchObject([{ success: false }]);
    await ask(`${url}/1/addFeatures`, { features: [{ attributes: { tree: 9_007_199_254_740_991 } }] });
    const page = await ask(`${url}/0/query`, { where: '1=1', outFields: '*' });
    expect(page).toMatchObject({ exceededTransferLimit: true });
    expect(page.features).toHaveLength(3);
    expect(page.features[0].attributes).toMatchObject({
      kind: 2,
      label: 'tree',
      planted: '2026-03-01',
      watered: '07:30:00',
      tag: 9_007_199_254_740_991,
      created_by: 'grace',
    });
    const related = await ask(`${url}/0/queryRelatedRecords`, { objectIds: '1', relationshipId: 0 });
    expect(related.relatedRecordGroups[0].relatedRecords).toHaveLength(1);
    const count = async (where: string) =>
      (await ask(`${url}/0/query`, { where, returnCountOnly: true })).count;
    expect(await count("planted = DATE '2026-03-01'")).toBe(4);
    expect(await count("planted > '2026-03-01'")).toBe(0);
    expect(await count("watered BETWEEN '07:00:00' AND '08:00:00'")).toBe(4);
    const pbf = await fetch(`${url}/0/query?f=pbf&where=1%3D1&outFields=*&token=${authentication.token}`);
    expect(pbf.headers.get('content-type')).toBe('application/x-protobuf');
    const statistics = [{ statisticType: 'max', onStatisticField: 'planted', outStatisticFieldName: 'last' }];
    const last = await ask(`${url}/0/query`, { where: '1=1', outStatistics: statistics });
    expect(last.features[0].attributes.last).toBe('2026-03-01');
  });

  test('names a domain after its field, and keeps the description of a field', async () => {
    const range = { type: 'range', range: [0, 9], description: 'In metres' };
    const fields = [
      { name: 'height', type: 'esriFieldTypeDouble', description: 'Up to the top', domain: range },
      { name: 'count', type: 'esriFieldTypeInteger', defaultValue: '' },
    ];
    const made = await create({ name: 'Described', layers: [{ name: 'Poles', fields }] });
    const layer = await ask(`${made.encodedServiceURL}/0`);
    const field = (name: string) => layer.fields.find((each: any) => each.name === name);
    expect(field('height')).toMatchObject({
      description: 'Up to the top',
      domain: { ...range, name: 'height' },
    });
    expect(field('count')).toMatchObject({ defaultValue: null });
  });

  test('stores the codes of a domain as values of its field', async () => {
    const coded = (...codes: unknown[]) => ({
      type: 'codedValue',
      codedValues: codes.map((code) => ({ name: `Code ${String(code)}`, code })),
    });
    const { encodedServiceURL: url } = await create({
      name: 'Coded',
      tables: [
        {
          name: 'Coded',
          fields: [
            { name: 'number', type: 'esriFieldTypeInteger', domain: coded('1', 2) },
            { name: 'label', type: 'esriFieldTypeString', domain: coded(1, 'b') },
            { name: 'since', type: 'esriFieldTypeDate', domain: coded('2026-01-01T00:00:00Z') },
          ],
        },
      ],
    });
    const { fields } = await ask(`${url}/0`);
    const codesOf = (name: string) =>
      fields.find((field: any) => field.name === name).domain.codedValues.map(({ code }: any) => code);
    expect(codesOf('number')).toEqual([1, 2]);
    expect(codesOf('label')).toEqual(['1', 'b']);
    expect(codesOf('since')).toEqual([Date.UTC(2026, 0, 1)]);
  });

  test('keeps access by creator, of the service or of one layer', async () => {
    const own = { allowOthersToUpdate: false, allowOthersToDelete: true };
    const tables = (more: object = {}) => [{ name: 'Notes', fields: [], ...more }];
    const ofService = await create({
      name: 'Owned',
      editorTrackingInfo: { enableEditorTracking: true, enableOwnershipAccessControl: true, ...own },
      tables: tables(),
    });
    expect(await ask(ofService.encodedServiceURL)).toMatchObject({
      editorTrackingInfo: { enableOwnershipAccessControl: true, ...own },
    });
    const ofLayer = await create({
      name: 'OwnedTable',
      tables: tables({ editFieldsInfo: {}, ownershipBasedAccessControlForFeatures: own }),
    });
    expect(await ask(`${ofLayer.encodedServiceURL}/0`)).toMatchObject({
      ownershipBasedAccessControlForFeatures: { allowOthersToQuery: true, ...own },
    });
    const unrestricted = await create({
      name: 'Unrestricted',
      tables: tables({ ownershipBasedAccessControlForFeatures: { allowOthersToQuery: true } }),
    });
    expect(await ask(`${unrestricted.encodedServiceURL}/0`)).toMatchObject({
      ownershipBasedAccessControlForFeatures: null,
    });
  });

  test('allows only what its capabilities say', async () => {
    await expect(ask(`${url}/0/deleteFeatures`, { objectIds: '1' })).rejects.toThrow(/not supported/);
  });

  test.each<[string, object]>([
    ['a view with layers of its own', { isView: true, layers: [{ name: 'Own', fields: [] }] }],
    ['syncEnabled', { syncEnabled: true }],
    ['sync', { capabilities: 'Query,Sync' }],
    [
      'access by creator without editor tracking',
      {
        editorTrackingInfo: { enableOwnershipAccessControl: true },
        layers: [{ ...visits, id: 0, relationships: [] }],
      },
    ],
    [
      'hiding the features of others',
      { editorTrackingInfo: { enableEditorTracking: true, allowOthersToQuery: false } },
    ],
    [
      'time from a text',
      { layers: [{ ...trees, relationships: [], timeInfo: { startTimeField: 'label' } }] },
    ],
    ['pages beyond the limit', { maxRecordCount: 1_000_000 }],
    ['other numbers of layers', { layers: [{ ...trees, id: 4, relationships: [] }] }],
    ['a missing related table', { layers: [trees] }],
    ['a missing field', { layers: [{ ...visits, id: 0, relationships: [], displayField: 'gone' }] }],
    ['a field twice', { layers: [{ name: 'x', fields: [trees.fields[2], trees.fields[2]] }] }],
    ['another object id', { layers: [{ name: 'x', fields: [{ name: 'FID', type: 'esriFieldTypeOID' }] }] }],
    ['blobs', { layers: [{ name: 'x', fields: [{ name: 'b', type: 'esriFieldTypeBlob' }] }] }],
    [
      'a default that does not fit',
      {
        layers: [{ name: 'x', fields: [{ name: 'n', type: 'esriFieldTypeInteger', defaultValue: 'many' }] }],
      },
    ],
    [
      'a broken domain',
      {
        layers: [{ name: 'x', fields: [{ name: 'n', type: 'esriFieldTypeInteger', domain: { type: 'x' } }] }],
      },
    ],
    ...['a value twice', 'a code of another type', 'an empty list'].map((what, at): [string, object] => {
      const values = [
        [
          { name: 'a', code: 1 },
          { name: 'b', code: '1' },
        ],
        [{ name: 'a', code: 'one' }],
        [],
      ][at];
      const domain = { type: 'codedValue', codedValues: values };
      return [
        `a domain with ${what}`,
        { layers: [{ name: 'x', fields: [{ name: 'n', type: 'esriFieldTypeInteger', domain }] }] },
      ];
    }),
    [
      'an index of more fields than the database takes',
      {
        layers: [
          {
            name: 'x',
            fields: [{ name: 'n', type: 'esriFieldTypeInteger' }],
            indexes: [{ name: 'u', fields: Array(33).fill('n').join() }],
          },
        ],
      },
    ],
  ])('refuses %s with the reason, and creates nothing', async (_what, definition) => {
    await expect(create({ name: 'Refused', ...definition })).rejects.toMatchObject({
      code: 400,
      message: expect.stringMatching(/\w+ \w+ \w+/),
    });
    const names = (await ask(`${server.url}/server/rest/services`)).services.map(({ name }: any) => name);
    expect(names).not.toContain('Refused');
  });
});

describe('other operations', () => {
  test('publish refuses vector tiles of features with the reason', async () => {
    const { id } = await portal.call('/content/users/grace/addItem', {
      title: 'Places',
      type: 'GeoJson',
      text: '{"type":"FeatureCollection","features":[]}',
      token: authentication.token,
    });
    const params = { itemid: id, filetype: 'geojson', outputType: 'VectorTiles' };
    await expect(
      request(`${portal.root}/content/users/grace/publish`, { params, authentication }),
    ).rejects.toThrow(/Only feature services are published/);
  });

  test('update keeps the metadata of an item', async () => {
    const { id } = await portal.call('/content/users/grace/addItem', {
      title: 'Documented',
      type: 'Feature Service',
      token: authentication.token,
    });
    const metadata = '<?xml version="1.0"?><metadata><Esri>kept</Esri></metadata>';
    await updateItem({ item: { id }, params: { metadata }, authentication });
    const address = `${portal.root}/content/items/${id}/info/metadata/metadata.xml?token=${authentication.token}`;
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toContain('text/xml');
    expect(await response.text()).toBe(metadata);
    await expect(updateItem({ item: { id }, params: { metadata: 'words' }, authentication })).rejects.toThrow(
      /XML/,
    );
  });
});
