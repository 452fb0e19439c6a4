import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLayerCaller } from '../../../../testing/rig/layer-call.ts';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import { limits } from '../../../limits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { createHostedLayer } from '../../storage/create-hosted-layer.ts';
import { tableOf } from '../../storage/feature-store.ts';
import { findService } from '../../storage/service-store.ts';
import { readWholeFeature, type WholeLimit } from '../../storage/whole-feature-store.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import type { LayerCall } from '../context.ts';
import { query } from '../query/query.ts';
import { applyEdits } from './apply-edits.ts';
import { applyServiceEdits } from './operations.ts';

let database: Database;
let drop: () => Promise<void>;
let call: ReturnType<typeof createLayerCaller>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  call = createLayerCaller(database, 'two');
});
afterAll(() => drop());
beforeEach(async () => {
  const layer = (name: string) => ({
    name,
    fields: [{ name: 'n', type: 'esriFieldTypeInteger' as const }],
    features: [1, 2, 3].map((n) => ({ properties: { n } })),
  });
  await createHostedLayer(
    { database },
    {
      serviceName: 'Two',
      capabilities: 'Create,Delete,Query,Update,Editing',
      replace: true,
      layers: [layer('First'), layer('Second')],
    },
  );
});

async function apply(edits: unknown, more: Record<string, unknown> = {}): Promise<any> {
  const layers = (await findService(database, 'two', 'root'))?.layers ?? [];
  return (await call(0, (one) => applyServiceEdits({ ...one, layers }), { edits, ...more })).json;
}
async function numbers(layerId: number): Promise<(number | null)[]> {
  const { json } = await call(layerId, query, { outFields: 'n' });
  return json.features.map(({ attributes }: any) => attributes.n);
}
const feature = (n: unknown, objectId?: number) => ({
  attributes: { n, ...(objectId !== undefined && { OBJECTID: objectId }) },
});

test('applies all edits of all layers, with results in the order of the request', async () => {
  const response = await apply([
    { id: 1, adds: [feature(7), feature(8)], deletes: [1, 2] },
    { id: 0, updates: [feature(9, 1), feature(10, 2)], deletes: '3' },
  ]);
  expect(response.map(({ id }: { id: number }) => id)).toEqual([1, 0]);
  expect(response[0].addResults.map(({ objectId }: { objectId: number }) => objectId)).toEqual([4, 5]);
  expect([await numbers(0), await numbers(1)]).toEqual([
    [9, 10],
    [3, 7, 8],
  ]);
});

test.each(['', [], null, undefined])('deletes of %j delete nothing and do not fail', async (deletes) => {
  const [response] = await apply([{ id: 0, adds: [feature(4)], deletes }]);
  expect(response).toMatchObject({ addResults: [{ success: true }], deleteResults: [] });
  expect(await numbers(0)).toEqual([1, 2, 3, 4]);
});

test('undoes the other layers when one fails, unless the request disables it', async () => {
  const edits = [
    { id: 0, adds: [feature(4)] },
    { id: 1, adds: [feature('no number')] },
  ];
  const undone = await apply(edits);
  expect(undone[0].addResults[0]).toMatchObject({
    success: false,
    error: { description: 'Operation rolled back.' },
  });
  expect(undone[1].addResults[0].error.description).toContain('n takes a number');
  expect(await numbers(0)).toEqual([1, 2, 3]);
  await apply(edits, { rollbackOnFailure: 'false' });
  expect([await numbers(0), await numbers(1)]).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3],
  ]);
});

test('edits a layer twice when it is named twice', async () => {
  await apply([
    { id: 0, adds: [feature(4)] },
    { id: 0, adds: [feature(5)], deletes: '4' },
  ]);
  expect(await numbers(0)).toEqual([1, 2, 3, 5]);
});

test.each([{ id: 5 }, { id: null }, { id: '' }, {}, null])('rejects %j as a layer', async (edit) => {
  await expect(apply([edit])).rejects.toMatchObject({ status: 400, faults: [{ path: 'edits.0.id' }] });
});

test.each(['', '5', '{}'])('rejects edits of %j', async (edits) => {
  await expect(apply(edits)).rejects.toMatchObject({ status: 400 });
});

test.each(['x', '1,x', '1.5', ['1e999']])(
  'rejects deletes of %j before applying anything',
  async (deletes) => {
    await expect(apply([{ id: 0, adds: [feature(4)], deletes }])).rejects.toMatchObject({ status: 400 });
    expect(await numbers(0)).toEqual([1, 2, 3]);
  },
);

test('returns the features before and after the edits on request', async () => {
  const edits = [{ id: 0, adds: [feature(4)], updates: [feature(9, 1)], deletes: '3' }];
  const input = { returnServiceEditsOption: 'originalAndCurrentFeatures' };
  const [response] = await apply(edits, input);
  const n = ({ attributes }: any) => [attributes.OBJECTID, attributes.n];
  const { adds, updates, deletes, spatialReference } = response.editedFeatures;
  expect([adds.map(n), updates.map((pair: unknown[]) => pair.map(n)), deletes.map(n)]).toEqual([
    [[4, 4]],
    [
      [
        [1, 1],
        [1, 9],
      ],
    ],
    [[3, 3]],
  ]);
  expect(spatialReference).toEqual({ wkid: 4326, latestWkid: 4326 });
  const [silent] = await apply([{ id: 0, adds: [feature(5)] }]);
  expect(silent).not.toHaveProperty('editedFeatures');
});

test('returns the moment of the edits on request, also with an entry without edits', async () => {
  const response = await apply([{ id: 0, adds: [feature(4)] }, { id: 1 }], { returnEditMoment: true });
  expect(response).toMatchObject([
    { id: 0, addResults: [{ success: true }], editMoment: expect.any(Number) },
    { id: 1, addResults: [], updateResults: [], deleteResults: [] },
  ]);
});

test('returns no features of a request that was undone, nor of single failed edits', async () => {
  const input = { returnServiceEditsOption: 'originalAndCurrentFeatures' };
  const edits = [{ id: 0, adds: [feature(4), feature('no number')], updates: [feature(9, 77)] }];
  const [undone] = await apply(edits, input);
  expect(undone.editedFeatures).toMatchObject({ adds: [], updates: [], deletes: [] });
  const [partly] = await apply(edits, { ...input, rollbackOnFailure: 'false' });
  expect(partly.editedFeatures.adds).toHaveLength(1);
  expect(partly.editedFeatures.updates).toEqual([]);
});

test('returns features as a query does', async () => {
  const types = ['String', 'Double', 'Date', 'BigInteger', 'GUID'] as const;
  await createHostedLayer(
    { database },
    {
      serviceName: 'Two',
      capabilities: 'Create,Delete,Query,Update,Editing',
      replace: true,
      layers: [
        {
          name: 'Points',
          geometryType: 'esriGeometryPoint',
          fields: types.map((type) => ({ name: type.toLowerCase(), type: `esriFieldType${type}` as const })),
          features: [],
        },
      ],
    },
  );
  const attributes = {
    string: 'Ä',
    double: 1.25,
    date: -1,
    biginteger: 2 ** 40,
    guid: 'cfa7b0b1-6108-42bb-8d6b-95d7acccc46c',
  };
  const adds = [{ attributes, geometry: { x: 71.43, y: 51.13 } }, { attributes: {} }];
  const [{ editedFeatures }] = await apply([{ id: 0, adds }], {
    returnServiceEditsOption: 'originalAndCurrentFeatures',
  });
  const { json } = await call(0, query, { outFields: '*' });
  expect(editedFeatures.adds[0].attributes).toMatchObject(attributes);
  expect(editedFeatures.adds).toEqual(json.features);
});

describe('features with long texts', () => {
  const input = { returnServiceEditsOption: 'originalAndCurrentFeatures' };
  const long = 'x'.repeat(90_000);
  const edits = [{ id: 0, updates: Array.from({ length: 10 }, (_none, index) => feature(9, index + 1)) }];
  const layerNow = async () => (await findService(database, 'two', 'root'))?.layers[0] as HostedLayer;
  beforeEach(async () => {
    await createHostedLayer(
      { database },
      {
        serviceName: 'Two',
        capabilities: 'Create,Delete,Query,Update,Editing',
        replace: true,
        layers: [
          {
            name: 'Long',
            fields: [
              { name: 'n', type: 'esriFieldTypeInteger' },
              { name: 'text', type: 'esriFieldTypeString', length: 100_000 },
            ],
            features: Array.from({ length: 10 }, (_none, n) => ({ properties: { n, text: long } })),
          },
        ],
      },
    );
  });

  test('are returned by a thread if they are many bytes together', async () => {
    const layers = [await layerNow()];
    const onLoop = (one: LayerCall) =>
      applyServiceEdits({ ...one, layers, context: { ...one.context, onLoop: true } });
    await expect(call(0, onLoop, { edits, ...input })).rejects.toThrow(TooHeavy);
    expect(await numbers(0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const [{ editedFeatures }] = await apply(edits, input);
    expect(editedFeatures.updates).toHaveLength(10);
    expect(editedFeatures.updates[0][1].attributes).toMatchObject({ n: 9, text: long });
  });

  test('an edit that the database refuses takes no room from the others', async () => {
    const layer = await layerNow();
    const { column = '' } = layer.fields.find(({ name }) => name === 'n') ?? {};
    await sql`create unique index on ${tableOf(layer)} (${sql.id(column)})`.execute(database);
    // The last one repeats the number of the first.
    const updates = Array.from({ length: 10 }, (_none, index) => feature(100 + (index % 9), index + 1));
    const request = { adds: [], updates, deletes: [], useGlobalIds: false, returnEdited: true };
    // All of them before and after, once.
    const editor = { caller: null, now: Date.now(), own: {}, room: { bytes: 2 * 10 * 90_000 + 100_000 } };
    const { updateResults } = await database
      .transaction()
      .execute((transaction) => applyEdits(transaction, layer, request, editor));
    expect(updateResults.map(({ success }) => success)).toEqual([...Array(9).fill(true), false]);
  });

  test('are not read beyond the bytes of a response', async () => {
    const layer = await layerNow();
    const room = { bytes: 100_000 };
    await database.transaction().execute(async (transaction) => {
      const read = (limit: WholeLimit) => readWholeFeature(transaction, layer, { objectId: 1 }, limit);
      expect((await read({ room }))?.values).toContain(long);
      await expect(read({ room })).rejects.toMatchObject({ id: 'services:too-much', status: 400 });
      await expect(read({ room, onLoop: true })).rejects.toThrow(TooHeavy);
    });
  });
});

test('more members than any service has layers are refused', async () => {
  const edits = Array.from({ length: limits.editedLayers + 1 }, () => ({ id: 0 }));
  await expect(apply(edits)).rejects.toMatchObject({ status: 400, faults: [{ path: 'edits' }] });
});

test('callers who may not edit are refused before their edits are read', async () => {
  const layers = (await findService(database, 'two', 'root'))?.layers ?? [];
  const rights = { mayRead: true, mayEdit: false, caller: 'linus' };
  const asReader = (one: LayerCall) => applyServiceEdits({ ...one, layers, rights });
  await expect(call(0, asReader, { edits: [{ id: 'no layer' }] })).rejects.toMatchObject({ status: 403 });
});
