import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  addFeatures,
  addToServiceDefinition,
  getServiceAdminInfo,
  queryFeatures,
  updateServiceDefinition,
} from '@esri/arcgis-rest-feature-service';
import { request } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTrees, editable } from '../rig/trees-service.ts';

/** Changing a hosted service at its admin address. */
let trees: Awaited<ReturnType<typeof createTrees>>;

beforeAll(async () => {
  trees = await createTrees();
});
afterAll(() => trees.stop());
beforeEach(() => trees.plant());

const fieldOf = async (name: string) =>
  (await trees.describeLayer()).fields.find((field: { name: string }) => field.name === name);
const point = (name: string) => ({ attributes: { name }, geometry: { x: 1, y: 1 } });

describe('the owner', () => {
  test('turns editing on, and a member edits', async () => {
    await expect(
      addFeatures({ url: `${trees.url}/0`, ...trees.as('linus'), features: [point('New')] }),
    ).rejects.toThrow('Create');
    expect(
      await updateServiceDefinition(trees.url, {
        ...trees.as(),
        updateDefinition: { capabilities: editable } as any,
      }),
    ).toMatchObject({ success: true });
    expect((await trees.describeLayer('linus')).capabilities).toBe(editable);
    const added = await addFeatures({
      url: `${trees.url}/0`,
      ...trees.as('linus'),
      features: [point('New')],
    });
    expect(added.addResults).toMatchObject([{ success: true, objectId: 4 }]);
  });

  test('sees the description with the size on disk', async () => {
    expect(await getServiceAdminInfo(trees.url, trees.as().authentication)).toMatchObject({
      adminServiceInfo: { name: 'Trees', status: 'Started' },
      layers: [{ id: 0 }],
    });
    const { adminLayerInfo } = await trees.change('/0');
    expect(adminLayerInfo).toMatchObject({ featureCount: 3, size: expect.any(Number) });
  });

  test('adds fields; the rows there are get the default', async () => {
    const domain = {
      type: 'codedValue',
      name: 'kinds',
      codedValues: [
        { name: 'Oak', code: 'oak' },
        { name: 'Elm', code: 'elm' },
      ],
    };
    await trees.change('/0/addToDefinition', {
      addToDefinition: {
        fields: [
          { name: 'kind', alias: 'Kind', type: 'esriFieldTypeString', length: 10, domain },
          { name: 'state', type: 'esriFieldTypeString', nullable: false, defaultValue: 'it’s fine' },
          { name: 'seen', type: 'esriFieldTypeDate', defaultValue: 1_700_000_000_000 },
        ],
      },
    });
    expect(await fieldOf('kind')).toMatchObject({ alias: 'Kind', length: 10, domain });
    expect(await trees.rows('name,kind,state,seen')).toMatchObject(
      ['Tree 1', 'Tree 2', 'Tree 3'].map((name) => ({
        name,
        kind: null,
        state: 'it’s fine',
        seen: 1_700_000_000_000,
      })),
    );
  });

  test('changes alias, domain, default and whether a field may be empty', async () => {
    const domain = { type: 'range', name: 'heights', range: [0, 80] };
    await trees.change('/0/updateDefinition', {
      updateDefinition: {
        fields: [
          { name: 'height', alias: 'Height (m)', domain, defaultValue: 5 },
          { name: 'name', nullable: false },
        ],
      },
    });
    expect(await fieldOf('height')).toMatchObject({ alias: 'Height (m)', domain, defaultValue: 5 });
    expect(await fieldOf('name')).toMatchObject({ nullable: false });
  });

  test('reads time and tracks from fields', async () => {
    const seen = { name: 'seen', type: 'esriFieldTypeDate' };
    await trees.change('/0/addToDefinition', { addToDefinition: { fields: [seen] } });
    const timeInfo = { startTimeField: 'SEEN', trackIdField: 'name' };
    await trees.change('/0/updateDefinition', { updateDefinition: { timeInfo, minScale: null } });
    expect(await trees.describeLayer()).toMatchObject({
      minScale: 0,
      timeInfo: { startTimeField: 'seen', endTimeField: null, trackIdField: 'name' },
    });
  });

  test('deletes a field and its values, and the rest stays', async () => {
    await trees.change('/0/deleteFromDefinition', { deleteFromDefinition: { fields: [{ name: 'height' }] } });
    expect(await fieldOf('height')).toBeUndefined();
    expect(await trees.rows()).toMatchObject([{ name: 'Tree 1' }, { name: 'Tree 2' }, { name: 'Tree 3' }]);
    await trees.change('/0/addToDefinition', {
      addToDefinition: { fields: [{ name: 'height', type: 'esriFieldTypeDouble' }] },
    });
    expect(await trees.rows('height')).toMatchObject([{ height: null }, { height: null }, { height: null }]);
  });

  test('changes drawing, templates, types and display field; a whole description may be sent back', async () => {
    const drawingInfo = { renderer: { type: 'simple', symbol: { type: 'esriSMS', style: 'esriSMSSquare' } } };
    const described = await trees.describeLayer();
    await trees.change('/0/updateDefinition', {
      updateDefinition: {
        ...described,
        name: 'Street trees',
        description: 'Planted by the city',
        displayField: 'NAME',
        drawingInfo,
        types: [{ id: 1, name: 'Old', domains: {}, templates: [] }],
        typeIdField: 'height',
        templates: [{ name: 'Tree', prototype: { attributes: { name: '' } } }],
      },
    });
    expect(await trees.describeLayer()).toMatchObject({
      name: 'Street trees',
      description: 'Planted by the city',
      displayField: 'name',
      drawingInfo,
      typeIdField: 'height',
      types: [{ name: 'Old' }],
      templates: [{ name: 'Tree' }],
    });
  });

  test('sets the largest page of every layer, or of one, and of layers that are added later', async () => {
    const pages = async () => {
      const { maxRecordCount, layers } = await trees.change('');
      const each = layers.map(({ id }: { id: number }) => trees.change(`/${id}`));
      return [maxRecordCount, ...(await Promise.all(each)).map((layer: any) => layer.maxRecordCount)];
    };
    const update = (path: string, maxRecordCount: number) =>
      trees.change(`${path}/updateDefinition`, { updateDefinition: { maxRecordCount } });
    const [usual] = await pages();
    await update('', 2);
    const layer = { name: 'Later', geometryType: 'esriGeometryPoint', fields: [] };
    await trees.change('/addToDefinition', { addToDefinition: { layers: [layer] } });
    expect(await pages()).toEqual([2, 2, 2]);
    const { features, exceededTransferLimit } = (await queryFeatures({
      url: `${trees.url}/0`,
      ...trees.as(),
    })) as any;
    expect([features.length, exceededTransferLimit]).toEqual([2, true]);
    await update('/1', 5);
    expect(await pages()).toEqual([5, 2, 5]);
    // A description that is sent back changes no layer.
    await update('', 5);
    expect(await pages()).toEqual([5, 2, 5]);
    await trees.change('/deleteFromDefinition', { deleteFromDefinition: { layers: [{ id: 1 }] } });
    await update('', usual);
    expect(await pages()).toEqual([usual, usual]);
  });

  test('adds and deletes indexes; a unique one refuses equal values', async () => {
    await trees.change('/0/addToDefinition', {
      addToDefinition: { indexes: [{ name: 'names', fields: 'name', isUnique: true }] },
    });
    expect((await trees.describeLayer()).indexes).toMatchObject([
      { name: 'names', fields: 'name', isUnique: true },
    ]);
    await updateServiceDefinition(trees.url, {
      ...trees.as(),
      updateDefinition: { capabilities: editable } as any,
    });
    const { addResults } = await trees.edit({ adds: [point('Tree 1')] }, 'grace');
    expect(addResults[0].error.description).toContain('unique field');
    // PostgreSQL compresses texts in an index, but not random ones.
    const long = await trees.edit({ adds: [point(randomBytes(1900).toString('hex'))] }, 'grace');
    expect(long.addResults[0].error.description).toContain('too long for the index');
    await trees.change('/0/deleteFromDefinition', { deleteFromDefinition: { indexes: [{ name: 'names' }] } });
    expect((await trees.edit({ adds: [point('Tree 1')] }, 'grace')).addResults).toMatchObject([
      { success: true },
    ]);
  });

  test('adds layers and tables, and deletes them', async () => {
    const added: any = await addToServiceDefinition(trees.url, {
      ...trees.as(),
      layers: [
        {
          name: 'Benches',
          geometryType: 'esriGeometryPoint',
          fields: [{ name: 'seats', type: 'esriFieldTypeInteger' }],
        } as any,
      ],
      tables: [{ name: 'Visits', fields: [{ name: 'who', type: 'esriFieldTypeString' }] } as any],
    });
    expect(added).toMatchObject({
      success: true,
      layers: [{ name: 'Benches', id: 1 }],
      tables: [{ name: 'Visits', id: 2 }],
    });
    expect(await queryFeatures({ url: `${trees.url}/1`, ...trees.as(), returnCountOnly: true })).toEqual({
      count: 0,
    });
    await trees.change('/deleteFromDefinition', { deleteFromDefinition: { layers: [{ id: 1 }] } });
    await expect(queryFeatures({ url: `${trees.url}/1`, ...trees.as() })).rejects.toThrow('not found');
  });

  test('truncates a layer; new features have new ids', async () => {
    await trees.change('/0/truncate');
    expect(await trees.rows()).toEqual([]);
    expect(await trees.change('/0')).toMatchObject({ adminLayerInfo: { featureCount: 0 } });
    await updateServiceDefinition(trees.url, {
      ...trees.as(),
      updateDefinition: { capabilities: editable } as any,
    });
    expect((await trees.edit({ adds: [point('First')] }, 'grace')).addResults).toMatchObject([
      { objectId: 4 },
    ]);
  });

  test('refreshes the extent after features at its edge are gone', async () => {
    await updateServiceDefinition(trees.url, {
      ...trees.as(),
      updateDefinition: { capabilities: editable } as any,
    });
    await trees.edit({ deletes: '3' }, 'grace');
    await trees.change('/refresh');
    expect((await trees.describeLayer()).extent).toMatchObject({ xmin: 1, xmax: 2 });
  });
});

test('an administrator shapes the services of others', async () => {
  expect(await trees.change('/0/updateDefinition', { updateDefinition: { name: 'Renamed' } }, 'ada')).toEqual(
    {
      success: true,
    },
  );
});

describe('what others may do', () => {
  const allow = (capabilities: string, own?: object) =>
    updateServiceDefinition(trees.url, {
      ...trees.as(),
      updateDefinition: {
        capabilities,
        ...(own && {
          editorTrackingInfo: { enableEditorTracking: true, enableOwnershipAccessControl: true, ...own },
        }),
      } as any,
    });
  const own = { allowOthersToUpdate: false, allowOthersToDelete: false };
  const update = (objectId: number) => ({ updates: [{ attributes: { OBJECTID: objectId, height: 9 } }] });

  test.each([
    ['Query,Create', { add: true, update: false, delete: false }],
    ['Query,Update', { add: false, update: true, delete: false }],
    ['Query,Delete', { add: false, update: false, delete: true }],
    ['Query,Editing', { add: true, update: true, delete: true }],
  ])('%s', async (capabilities, may) => {
    await allow(capabilities);
    const tried = async (what: Record<string, unknown>) =>
      trees.edit(what, 'linus').then(
        () => true,
        () => false,
      );
    expect({
      add: await tried({ adds: [point('New')] }),
      update: await tried(update(1)),
      delete: await tried({ deletes: '2' }),
    }).toEqual(may);
  });

  test('own features only: of others neither by edits, nor by a condition, nor by attachments', async () => {
    await trees.change('/0/updateDefinition', { updateDefinition: { hasAttachments: true } });
    await allow('Query,Editing', own);
    expect(await trees.describeLayer()).toMatchObject({
      editFieldsInfo: { creatorField: 'Creator' },
      ownershipBasedAccessControlForFeatures: { allowOthersToQuery: true, ...own },
    });
    const { addResults } = await trees.edit({ adds: [point('Mine')] }, 'linus');
    const mine = addResults[0].objectId;
    expect((await trees.edit(update(mine), 'linus')).updateResults).toMatchObject([{ success: true }]);
    expect((await trees.edit(update(mine), 'otto')).updateResults[0].error.description).toContain(
      'not created by you',
    );
    expect((await trees.edit({ deletes: String(mine) }, 'otto')).deleteResults).toMatchObject([
      { success: false },
    ]);
    const attach = (who: string): Promise<any> =>
      request(`${trees.url}/0/${mine}/addAttachment`, {
        ...trees.as(who),
        params: { attachment: new File(['note'], 'note.txt', { type: 'text/plain' }) },
      });
    expect((await attach('otto')).addAttachmentResult).toMatchObject({ success: false });
    expect((await attach('linus')).addAttachmentResult).toMatchObject({ success: true });
    // Features from before the tracking have no creator: only the owner changes them.
    expect((await trees.edit(update(1), 'linus')).updateResults).toMatchObject([{ success: false }]);
    expect((await trees.edit(update(1), 'grace')).updateResults).toMatchObject([{ success: true }]);
    const all: any = await request(`${trees.url}/0/deleteFeatures`, {
      ...trees.as('linus'),
      params: { where: '1=1' },
    });
    expect(all.deleteResults).toMatchObject([{ success: true, objectId: mine }]);
    expect(await trees.rows()).toHaveLength(3);
  });

  test('what is not named about access by creator stays as it is', async () => {
    const stored = async () => (await trees.describeLayer()).ownershipBasedAccessControlForFeatures;
    const change = (path: string, updateDefinition: object) =>
      trees.change(`${path}/updateDefinition`, { updateDefinition });
    await allow('Query,Editing', own);
    await change('', { editorTrackingInfo: { enableEditorTracking: true } });
    expect(await stored()).toMatchObject(own);
    await change('', { editorTrackingInfo: { allowOthersToDelete: true } });
    expect(await stored()).toMatchObject({ ...own, allowOthersToDelete: true });
    const named = { allowOthersToDelete: false };
    await change('/0', { ownershipBasedAccessControlForFeatures: named });
    expect(await stored()).toMatchObject(own);
  });

  test('editing off again keeps who created what', async () => {
    await allow('Query,Editing', own);
    await trees.edit({ adds: [point('Mine')] }, 'linus');
    await updateServiceDefinition(trees.url, {
      ...trees.as(),
      updateDefinition: { capabilities: 'Query', editorTrackingInfo: { enableEditorTracking: false } } as any,
    });
    await allow('Query,Editing', own);
    expect((await trees.rows()).at(-1)).toMatchObject({ name: 'Mine', Creator: 'linus' });
  });
});

describe('the audit log', () => {
  const seen = { fields: [{ name: 'seen', type: 'esriFieldTypeDate' }] };
  const words = JSON.parse(
    readFileSync('web/features/administration/console/messages/en.json', 'utf8'),
  ) as Record<string, string>;

  test.each<[string, () => Promise<unknown>, string, object]>([
    [
      'added layers',
      () => trees.change('/addToDefinition', { addToDefinition: { tables: [table] } }),
      'definition-added',
      { title: 'Trees', parts: ['Visits'] },
    ],
    [
      'added fields',
      () => trees.change('/0/addToDefinition', { addToDefinition: seen }),
      'definition-added',
      { title: 'Trees/Trees', parts: ['seen'] },
    ],
    [
      'changed settings of the service',
      () => trees.change('/updateDefinition', { updateDefinition: { capabilities: 'Query' } }),
      'definition-changed',
      { title: 'Trees', parts: ['capabilities'] },
    ],
    [
      'changed settings of a layer',
      () => trees.change('/0/updateDefinition', { updateDefinition: { description: 'Old' } }),
      'definition-changed',
      { title: 'Trees/Trees', parts: ['description'] },
    ],
    [
      'deleted fields',
      () =>
        trees.change('/0/deleteFromDefinition', { deleteFromDefinition: { fields: [{ name: 'height' }] } }),
      'definition-deleted',
      { title: 'Trees/Trees', parts: ['height'] },
    ],
    [
      'deleted layers',
      () => trees.change('/deleteFromDefinition', { deleteFromDefinition: { layers: [{ id: 0 }] } }),
      'definition-deleted',
      { title: 'Trees', parts: ['Trees'] },
    ],
    ['deleted features', () => trees.change('/0/truncate'), 'truncated', { title: 'Trees/Trees', parts: [] }],
  ])(
    'names the owner who %s, for administrators of their organisation only',
    async (_what, act, code, detail) => {
      await act();
      // Entries of a minute are counted together, so this one need not be the newest.
      const entries = await trees.logged('service.');
      const expected = { actor: 'grace', act: `service.${code}`, subject: 'Trees', detail };
      expect(entries).toContainEqual(
        expect.objectContaining({ ...expected, detail: expect.objectContaining(detail) }),
      );
      const entry = entries.find(({ act: one }) => one === `service.${code}`);
      expect(words).toHaveProperty([`administration.act.service.${code}`]);
      const own = await trees.loggedFor(entry?.org_id ?? '');
      expect(own.some((one) => one.act === `service.${code}`)).toBe(true);
      expect(await trees.loggedFor('another-organisation')).toEqual([]);
    },
  );

  test('has one entry for a change that a program repeats, and none for a refused one', async () => {
    const before = await trees.logged('service.');
    await trees.change('/0/truncate');
    await trees.change('/0/truncate');
    await expect(trees.change('/0/truncate', {}, 'linus')).rejects.toThrow(/permission/i);
    await expect(
      trees.change('/0/deleteFromDefinition', { deleteFromDefinition: { fields: [{ name: 'none' }] } }),
    ).rejects.toThrow('no field none');
    const after = await trees.logged('service.');
    expect(after.length - before.length).toBeLessThanOrEqual(1);
    expect(after.find(({ act }) => act === 'service.truncated')?.detail).toMatchObject({
      times: expect.any(Number),
    });
  });
});

const table = {
  name: 'Visits',
  type: 'Table',
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID' },
    { name: 'note', type: 'esriFieldTypeString', length: 20 },
  ],
};
