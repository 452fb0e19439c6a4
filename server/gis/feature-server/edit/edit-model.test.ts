import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLayerCaller } from '../../../../testing/rig/layer-call.ts';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { limits } from '../../../limits.ts';
import { createHostedLayer } from '../../storage/create-hosted-layer.ts';
import { findLayer } from '../../storage/service-store.ts';
import { query } from '../query/query.ts';
import { addFeatures, applyLayerEdits, deleteFeatures, updateFeatures } from './operations.ts';

/** Random sequences of edits compared with a map in memory. */

interface Kept {
  name: string | null;
  count: number;
  x: number | null;
}

let database: Database;
let drop: () => Promise<void>;
let call: ReturnType<typeof createLayerCaller>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  call = createLayerCaller(database, 'edited');
});
afterAll(() => drop());

async function begin(): Promise<void> {
  await createHostedLayer(
    { database },
    {
      serviceName: 'Edited',
      capabilities: 'Create,Delete,Query,Update,Editing',
      replace: true,
      layers: [
        {
          name: 'Points',
          geometryType: 'esriGeometryPoint',
          editorTracking: true,
          fields: [
            { name: 'name', type: 'esriFieldTypeString', length: 4, defaultValue: 'new' },
            { name: 'count', type: 'esriFieldTypeSmallInteger', nullable: false, defaultValue: 7 },
          ],
          features: [],
        },
      ],
    },
  );
}

const given = fc.record(
  {
    name: fc.oneof(fc.constant(null), fc.constantFrom('a', 'abcd', 'much too long')),
    count: fc.oneof(fc.constant(null), fc.integer({ min: -3, max: 3 }), fc.constantFrom(40_000, 'x', 1.5)),
  },
  { requiredKeys: [] },
);
const x = fc.option(fc.integer({ min: -9, max: 9 }));
const id = fc.integer({ min: 1, max: 12 });
const edits = fc.record({
  adds: fc.array(fc.record({ attributes: given, x }), { maxLength: 3 }),
  updates: fc.array(fc.record({ id, attributes: given, x: fc.option(x, { nil: undefined }) }), {
    maxLength: 3,
  }),
  deletes: fc.array(id, { maxLength: 2 }),
  rollbackOnFailure: fc.boolean(),
});
type Edits = typeof edits extends fc.Arbitrary<infer Value> ? Value : never;

const shape = (value: number | null) => (value === null ? null : { x: value, y: 0 });

/** The expected feature, or undefined where a value is invalid. */
function fit({ name, count }: { name?: unknown; count?: unknown }, from: Kept): Kept | undefined {
  const kept = { ...from };
  if (name !== undefined) kept.name = name as string | null;
  if (count !== undefined) kept.count = count as number;
  const fits = (kept.name?.length ?? 0) <= 4 && Number.isInteger(kept.count) && Math.abs(kept.count) < 32_768;
  return fits ? kept : undefined;
}

/** Applies edits to the model as the service should; returns whether each succeeds. */
function applyToModel(model: Map<number, Kept>, nextId: { value: number }, input: Edits): boolean[] {
  const before = new Map(model);
  const firstId = nextId.value;
  const results = [
    ...input.adds.map(({ attributes, x: at }) => {
      // In a required field, an empty value becomes the default.
      const { count, ...others } = attributes;
      const made = fit(
        { ...others, ...(count !== null && count !== undefined && { count }) },
        { name: 'new', count: 7, x: at },
      );
      if (made) model.set(nextId.value++, made);
      return made !== undefined;
    }),
    ...input.updates.map(({ id: key, attributes, x: at }) => {
      const known = model.get(key);
      const changed =
        attributes.count !== null && fit(attributes, known ?? { name: null, count: 0, x: null });
      if (!known || !changed) return false;
      model.set(key, { ...changed, x: at === undefined ? known.x : at });
      return true;
    }),
    ...input.deletes.map((key) => model.delete(key)),
  ];
  if (results.every(Boolean) || !input.rollbackOnFailure) return results;
  model.clear();
  for (const [key, value] of before) model.set(key, value);
  nextId.value = firstId;
  return results.map(() => false);
}

async function stored(): Promise<Map<number, Kept>> {
  const { json } = await call(0, query, { where: '1=1', outFields: '*' });
  return new Map(
    json.features.map(({ attributes, geometry }: any) => [
      attributes.OBJECTID,
      { name: attributes.name, count: attributes.count, x: geometry?.x ?? null },
    ]),
  );
}

test('keeps the state a simple map would have, for any sequence of edits', { timeout: 90_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 6 }), async (sequence) => {
      await begin();
      const model = new Map<number, Kept>();
      const nextId = { value: 1 };
      let now = 1000;
      let editedAt = (await findLayer(database, 'edited', 0, 'root'))?.editedAt ?? 0;
      for (const input of sequence) {
        now += 1;
        const before = model.size;
        const expected = applyToModel(model, nextId, input);
        const { json } = await call(
          0,
          applyLayerEdits,
          {
            adds: input.adds.map(({ attributes, x: at }) => ({ attributes, geometry: shape(at) })),
            updates: input.updates.map(({ id: key, attributes, x: at }) => ({
              attributes: { ...attributes, OBJECTID: key },
              ...(at !== undefined && { geometry: shape(at) }),
            })),
            deletes: input.deletes.join(','),
            rollbackOnFailure: input.rollbackOnFailure,
          },
          { now },
        );
        const results = [...json.addResults, ...json.updateResults, ...json.deleteResults];
        expect(results.map(({ success }) => success)).toEqual(expected);
        for (const { success, error } of results) expect(error === undefined).toBe(success);
        expect(await stored()).toEqual(model);
        const layer = await findLayer(database, 'edited', 0, 'root');
        expect(layer?.featureCount).toBe(model.size);
        // Clients revalidate cached responses by this time.
        const changed = model.size !== before || expected.some(Boolean);
        expect((layer?.editedAt ?? 0) > editedAt || !changed).toBe(true);
        editedAt = layer?.editedAt ?? 0;
      }
      const extent = (await findLayer(database, 'edited', 0, 'root'))?.extent;
      const places = [...model.values()].flatMap(({ x: at }) => at ?? []);
      for (const at of places) expect(extent && extent.xmin <= at && at <= extent.xmax).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test('records the editor of additions and updates, and ignores editor names sent by clients', async () => {
  await begin();
  const forged = { attributes: { name: 'a', Creator: 'mallory', EditDate: 5, OBJECTID: 99, GlobalID: 'x' } };
  await call(0, addFeatures, { features: [forged] }, { caller: 'grace', now: 2_000 });
  await call(
    0,
    updateFeatures,
    { features: [{ attributes: { OBJECTID: 1, CreationDate: 5, Editor: 'mallory' } }] },
    { caller: 'linus', now: 3_000 },
  );
  const { json } = await call(0, query, { where: '1=1', outFields: '*' });
  expect(json.features.map(({ attributes }: any) => attributes)).toEqual([
    expect.objectContaining({
      OBJECTID: 1,
      Creator: 'grace',
      CreationDate: 2_000,
      Editor: 'linus',
      EditDate: 3_000,
    }),
  ]);
});

test('never reuses ids', async () => {
  await begin();
  const add = async () =>
    (await call(0, addFeatures, { features: [{ attributes: {} }] })).json.addResults[0].objectId;
  expect([await add(), await add()]).toEqual([1, 2]);
  await call(0, deleteFeatures, { objectIds: '2' });
  expect(await add()).toBe(3);
  await call(0, deleteFeatures, { where: '1=1' });
  expect(await add()).toBe(4);
});

test('keeps global ids sent by clients, and rejects duplicates', async () => {
  await begin();
  const globalId = '{0F8FAD5B-D9CB-469F-A165-70867728950E}';
  const features = [{ attributes: { GlobalID: globalId, name: 'a' } }];
  const { json } = await call(0, applyLayerEdits, { adds: features, useGlobalIds: true });
  expect(json.addResults[0]).toMatchObject({
    success: true,
    globalId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  });
  const again = await call(0, applyLayerEdits, { adds: features, useGlobalIds: true });
  expect(again.json.addResults[0]).toMatchObject({
    success: false,
    error: { description: expect.stringContaining('GlobalID') },
  });
  await call(0, applyLayerEdits, {
    updates: [{ attributes: { GlobalID: globalId, name: 'b' } }],
    useGlobalIds: true,
  });
  expect([...(await stored()).values()]).toEqual([{ name: 'b', count: 7, x: null }]);
  await call(0, applyLayerEdits, { deletes: [globalId], useGlobalIds: true });
  expect((await stored()).size).toBe(0);
});

test('requires a selection for deletes, and ids take precedence over the 1=1 that clients add', async () => {
  await begin();
  await call(0, addFeatures, {
    features: [1, 2, 3].map((count) => ({ attributes: { count }, geometry: { x: count, y: 0 } })),
  });
  await expect(call(0, deleteFeatures)).rejects.toThrow('Invalid or missing input parameters');
  await call(0, deleteFeatures, { objectIds: '1', where: '1=1' });
  expect([...(await stored()).keys()]).toEqual([2, 3]);
  await call(0, deleteFeatures, { where: '1=1', geometry: '2.5,-1,4,1' });
  expect([...(await stored()).keys()]).toEqual([2]);
});

test('deletes a limited number of features by a condition', async () => {
  await begin();
  await call(0, addFeatures, { features: [1, 2, 3].map((count) => ({ attributes: { count } })) });
  const usual = limits.deletedFeatures;
  onTestFinished(() => void Object.assign(limits, { deletedFeatures: usual }));
  Object.assign(limits, { deletedFeatures: 2 });
  await expect(call(0, deleteFeatures, { where: 'count > 0' })).rejects.toThrow('at most 2 features');
  expect((await stored()).size).toBe(3);
  await call(0, deleteFeatures, { where: 'count > 1' });
  expect([...(await stored()).keys()]).toEqual([1]);
});

test.each([
  ['a user who may not edit', { mayEdit: false }, 403],
  ['visitor', { mayEdit: false, caller: null }, 499],
])('%s changes nothing', async (_who, options, status) => {
  await begin();
  await call(0, addFeatures, { features: [{ attributes: {} }] });
  for (const [operation, parameters] of [
    [addFeatures, { features: [{ attributes: {} }] }],
    [updateFeatures, { features: [{ attributes: { OBJECTID: 1 } }] }],
    [deleteFeatures, { where: '1=1' }],
    [applyLayerEdits, { deletes: '1' }],
    [applyLayerEdits, {}],
  ] as const)
    await expect(call(0, operation, parameters, options)).rejects.toMatchObject({ status });
  expect((await stored()).size).toBe(1);
});
