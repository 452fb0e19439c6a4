import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLayerCaller } from '../../../../testing/rig/layer-call.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/rig/test-database.ts';
import { connectDatabase, type Database } from '../../../platform/database/connect.ts';
import { createHostedLayer } from '../../storage/create-hosted-layer.ts';
import { findLayer } from '../../storage/service-store.ts';
import { query } from '../query/query.ts';
import { applyLayerEdits } from './operations.ts';

let rig: TestDatabase;
let database: Database;
let statements: string[] = [];
let call: ReturnType<typeof createLayerCaller>;

beforeAll(async () => {
  rig = await createTestDatabase();
  database = connectDatabase(rig.url, {
    slow: { milliseconds: 0, notify: ({ sql: text }) => void statements.push(text) },
  });
  call = createLayerCaller(database, 'Edited');
});
afterAll(async () => {
  await database.destroy();
  await rig.drop();
});
beforeEach(async () => {
  await createHostedLayer(
    { database: rig.database },
    {
      serviceName: 'Edited',
      capabilities: 'Create,Delete,Query,Update,Editing',
      replace: true,
      layers: [
        {
          name: 'Points',
          geometryType: 'esriGeometryPoint',
          fields: [{ name: 'count', type: 'esriFieldTypeInteger' }],
          features: [],
        },
      ],
    },
  );
});

const guid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const feature = (number: number) => ({
  attributes: { GlobalID: guid(number), count: number },
  geometry: { x: number / 10, y: 0 },
});

/** Sends edits; returns the response and the statements they took. */
async function edit(parameters: Record<string, unknown>) {
  statements = [];
  const { json } = await call(0, applyLayerEdits, parameters);
  return { json, count: statements.length, sent: statements };
}

async function makeUnique(name: string): Promise<void> {
  const layer = await findLayer(rig.database, 'Edited', 0, 'root');
  const column = layer?.fields.find((field) => field.name === name)?.column ?? '';
  await sql`create unique index on ${sql.id('hosted', layer?.tableName ?? '')} (${sql.id(column)})`.execute(
    rig.database,
  );
}

async function state() {
  const { rows } = await sql<{ count: number; next: number; features: number }>`
    select feature_count as count, next_objectid as next from hosted_layer where name = 'Points'`.execute(
    rig.database,
  );
  return rows[0];
}

describe('a thousand edits', () => {
  const adds = Array.from({ length: 1000 }, (_none, index) => feature(index + 1));

  test('take a few statements and one savepoint per batch', async () => {
    const added = await edit({ adds, useGlobalIds: true });
    expect(added.json.addResults).toHaveLength(1000);
    expect(added.json.addResults[999]).toEqual({ objectId: 1000, globalId: guid(1000), success: true });
    expect(added.count).toBeLessThanOrEqual(25);

    const deleted = await edit({ deletes: adds.map((_add, index) => index + 1).join(',') });
    expect(deleted.json.deleteResults.every(({ success }: { success: boolean }) => success)).toBe(true);
    expect(deleted.count).toBeLessThanOrEqual(25);
    expect(await state()).toEqual({ count: 0, next: 1001 });
  });

  test('lose only the one that fails, found by bisection', async () => {
    await edit({ adds: [feature(700)], useGlobalIds: true });
    const { json, count } = await edit({ adds, useGlobalIds: true, rollbackOnFailure: false });
    const failed = json.addResults.flatMap(({ success }: { success: boolean }, index: number) =>
      success ? [] : [index],
    );
    expect(failed).toEqual([699]);
    expect(json.addResults[699].error.description).toContain('GlobalID');
    expect(count).toBeLessThanOrEqual(80);
    // Ids are consecutive: failed edits used none.
    expect(json.addResults[999].objectId).toBe(1000);
    expect(await state()).toEqual({ count: 1000, next: 1001 });
  });

  test('are all undone when one fails and rollback is requested', async () => {
    await edit({ adds: [feature(700)], useGlobalIds: true });
    const { json } = await edit({ adds, useGlobalIds: true });
    const descriptions = json.addResults.map(({ error }: any) => error.description);
    expect(new Set(descriptions)).toEqual(
      new Set(['Operation rolled back.', 'A feature with this GlobalID already exists.']),
    );
    expect(await state()).toEqual({ count: 1, next: 2 });
  });
});

describe('a thousand updates', () => {
  const adds = Array.from({ length: 1000 }, (_none, index) => feature(index + 1));
  const updates = adds.map((_add, index) => ({
    attributes: { OBJECTID: index + 1, count: -index },
    ...(index % 2 === 0 && { geometry: { x: -index / 10, y: 1 } }),
  }));
  const counts = async () => {
    const { json } = await call(0, query, { where: '1=1', outFields: 'OBJECTID,count' });
    return json.features.map(({ attributes, geometry }: any) => [
      attributes.OBJECTID,
      attributes.count,
      geometry.x,
      geometry.y,
    ]);
  };

  test('take a few statements, though only some change the geometry', async () => {
    await edit({ adds, useGlobalIds: true });
    const { json, count } = await edit({ updates });
    expect(json.updateResults.map(({ objectId, success }: any) => [objectId, success])).toEqual(
      updates.map((_one, index) => [index + 1, true]),
    );
    expect(count).toBeLessThanOrEqual(25);
    const changed = await counts();
    expect(changed[10]).toEqual([11, -10, -1, 1]);
    expect(changed[11]).toEqual([12, -11, 1.2, 0]);
  });

  test('lose only the one that fails', async () => {
    await edit({ adds, useGlobalIds: true });
    await makeUnique('count');
    const taken = { attributes: { OBJECTID: 701, count: 900 } };
    const { json, count } = await edit({
      updates: [...updates.slice(0, 700), taken],
      rollbackOnFailure: false,
    });
    const failed = json.updateResults.filter(({ success }: any) => !success);
    expect(failed).toHaveLength(1);
    expect(json.updateResults[700].success).toBe(false);
    expect(count).toBeLessThanOrEqual(100);
    expect((await counts())[699][1]).toBe(-699);
  });

  test('of missing features fail, and change no others', async () => {
    await edit({ adds: adds.slice(0, 2), useGlobalIds: true });
    const { json } = await edit({ updates: updates.slice(0, 3), rollbackOnFailure: false });
    expect(json.updateResults.map(({ success }: any) => success)).toEqual([true, true, false]);
  });
});

test('applies several updates of one feature in the order sent', async () => {
  await edit({ adds: [feature(1), feature(2)], useGlobalIds: true });
  const change = (OBJECTID: number, count: number, more: object = {}) => ({
    attributes: { OBJECTID, count },
    ...more,
  });
  const { json } = await edit({
    updates: [change(1, 10), change(2, 20), change(1, 11, { geometry: { x: 5, y: 5 } }), change(1, 12)],
  });
  expect(json.updateResults).toHaveLength(4);
  const found = await call(0, query, { where: '1=1', outFields: 'count' });
  expect(found.json.features).toMatchObject([
    { attributes: { count: 12 }, geometry: { x: 5, y: 5 } },
    { attributes: { count: 20 } },
  ]);
});

test('fails the second of two duplicates in one request, whichever batch it is in', async () => {
  const adds = [feature(1), feature(2), feature(1), feature(3), feature(2)];
  const { json } = await edit({ adds, useGlobalIds: true, rollbackOnFailure: false });
  expect(json.addResults.map(({ success }: any) => success)).toEqual([true, true, false, true, false]);
});

test('fails unreadable edits without a statement of their own', async () => {
  const adds = [feature(1), { attributes: { count: 'many' } }, feature(2), 'nothing'];
  const { json, sent } = await edit({ adds, rollbackOnFailure: false });
  expect(json.addResults.map(({ success }: any) => success)).toEqual([true, false, true, false]);
  expect(sent.filter((text) => text.startsWith('savepoint'))).toHaveLength(1);
});

test('deletes a feature named twice once', async () => {
  await edit({ adds: [feature(1), feature(2)], useGlobalIds: true });
  const { json } = await edit({ deletes: '1,5,1', rollbackOnFailure: false });
  expect(json.deleteResults.map(({ success }: any) => success)).toEqual([true, false, false]);
  expect(json.deleteResults[1]).toMatchObject({ objectId: 5, error: { code: 1019 } });
  expect(await state()).toMatchObject({ count: 1 });
});

test('ends the whole request, not one edit, when a statement times out', async () => {
  const impatient = connectDatabase(rig.url, {
    timeouts: { statement: 1, lock: 30, idleInTransaction: 30, transaction: 30 },
  });
  const callImpatiently = createLayerCaller(impatient, 'Edited');
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const table = (
    await sql<{ name: string }>`select table_name as name from hosted_layer`.execute(rig.database)
  ).rows[0]?.name;
  const holding = rig.database.transaction().execute(async (transaction) => {
    await sql`lock table hosted.${sql.id(table ?? '')} in access exclusive mode`.execute(transaction);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  await expect(
    callImpatiently(0, applyLayerEdits, { adds: [feature(1), feature(2)], rollbackOnFailure: false }),
  ).rejects.toMatchObject({ code: '57014' });
  held.resolve();
  await holding;
  await impatient.destroy();
  expect(await state()).toEqual({ count: 0, next: 1 });
});
