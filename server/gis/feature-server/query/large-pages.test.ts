import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wavyRing } from '../../../../testing/rig/heavy-shapes.ts';
import { createLayerCaller } from '../../../../testing/rig/layer-call.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/rig/test-database.ts';
import { connectDatabase } from '../../../platform/database/connect.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { limits } from '../../../limits.ts';
import { createArchive } from '../../storage/archive-store.ts';
import { createHostedLayer } from '../../storage/create-hosted-layer.ts';
import { readRows, type RowLimit } from '../../storage/feature-rows-store.ts';
import { asCompilable, tableOf } from '../../storage/feature-store.ts';
import { readWithinLimit } from '../../storage/weighed-rows-store.ts';
import type { LayerCall } from '../context.ts';
import { item, items } from '../../ogc/items.ts';
import { queryHistory } from '../edit/history.ts';
import { query, readFeature } from './query.ts';

/** Squares that are 490,000 bytes together. */
const squares = 5000;
const page = { where: '1=1', outFields: '*', resultType: 'tile' };

let rig: TestDatabase;
let ask: ReturnType<typeof createLayerCaller>;
beforeAll(async () => {
  rig = await createTestDatabase();
  const features = Array.from({ length: squares }, (_none, index) => {
    const [x, y] = [70 + (index % 100) / 100, 50 + Math.floor(index / 100) / 100];
    const ring = [
      [x, y],
      [x, y + 0.005],
      [x + 0.005, y + 0.005],
      [x + 0.005, y],
      [x, y],
    ];
    return { properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  const layer = {
    name: 'Squares',
    geometryType: 'esriGeometryPolygon' as const,
    fields: [],
    features,
    maxRecordCount: squares,
  };
  await createHostedLayer(
    { database: rig.database },
    { serviceName: 'Squares', capabilities: 'Query', layers: [layer] },
  );
  ask = createLayerCaller(rig.database, 'Squares');
});
afterAll(() => rig?.drop());

const onLoop = (operation: typeof query) => (call: LayerCall) =>
  operation({ ...call, context: { ...call.context, onLoop: true } });
const askOnLoop = (parameters: object) => ask(0, onLoop(query), { ...page, ...parameters });

type Request = [operation: typeof query, parameters: Record<string, unknown>];

/** Sends several requests, which begin together once the layer of each is found. */
function askAll(...requests: Request[]) {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let waiting = 0;
  return Promise.allSettled(
    requests.map(([operation, parameters]) =>
      ask(
        0,
        async (call) => {
          waiting += 1;
          if (waiting === requests.length) begin();
          await begun;
          return onLoop(operation)(call);
        },
        parameters,
      ),
    ),
  );
}
const askTogether = (...pages: object[]) =>
  askAll(...pages.map((parameters): Request => [query, { ...page, ...parameters }]));

test('the event loop answers one large page at a time, and leaves others to threads', async () => {
  const responses = await askTogether({}, {}, {});
  const refused = responses.filter((response) => response.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toEqual([expect.any(TooHeavy), expect.any(TooHeavy)]);
  expect(refused.map(({ work }) => work)).toEqual(['pages', 'pages']);
  const { json } = await askOnLoop({});
  expect(json.features).toHaveLength(squares);
});

test('a page of most of a large layer is left to threads before anything is read', async () => {
  const unread = (call: LayerCall) => {
    const layer = { ...call.layer, featureCount: 20_000 };
    return onLoop(query)({ ...call, layer, context: { ...call.context, reader: undefined as never } });
  };
  await expect(ask(0, unread, page)).rejects.toMatchObject({ name: 'TooHeavy', work: 'pages' });
});

test('small pages are answered meanwhile', async () => {
  const responses = await askTogether({}, { resultRecordCount: 10 }, { resultRecordCount: 900 });
  const numbers = responses.map((response) =>
    response.status === 'fulfilled' ? response.value.json.features.length : response.reason,
  );
  expect(numbers).toEqual([squares, 10, 900]);
});

test('a page that failed makes room for the next', async () => {
  await expect(askOnLoop({ orderByFields: 'nothing' })).rejects.toThrow(/parameter|query/i);
  const { json } = await askOnLoop({});
  expect(json.features).toHaveLength(squares);
});

test('pages of OGC API Features count as the others do', async () => {
  const [first, second] = await askAll([query, page], [items, { limit: String(squares) }]);
  expect(first?.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: expect.any(TooHeavy) });
  const { json } = await ask(0, onLoop(items), { limit: String(squares) });
  expect(json.features).toHaveLength(squares);
});

describe('one feature', () => {
  let askCoast: ReturnType<typeof createLayerCaller>;
  /** A coast of more bytes than the event loop reads of one geometry, and an island. */
  const coast = Math.ceil(limits.loopShapeBytes / 16) + 1;
  beforeAll(async () => {
    const features = [coast, 5].map((vertices) => ({
      properties: {},
      geometry: { type: 'Polygon', coordinates: [wavyRing(vertices)] },
    }));
    const layer = { name: 'Coast', geometryType: 'esriGeometryPolygon' as const, fields: [], features };
    await createHostedLayer(
      { database: rig.database },
      { serviceName: 'Coast', capabilities: 'Query', layers: [layer] },
    );
    askCoast = createLayerCaller(rig.database, 'Coast');
  });
  const verticesOf = ({ feature, geometry = feature?.geometry }: any) =>
    (geometry.rings ?? geometry.coordinates)[0].length;

  test.each([
    ['by its address', readFeature, 'objectid'],
    ['as an item of OGC API Features', item, 'fid'],
  ])('that is large is left to threads %s', async (_how, operation, name) => {
    const path = (objectId: number) => ({ path: { [name]: String(objectId) } });
    await expect(askCoast(0, onLoop(operation), {}, path(1))).rejects.toMatchObject({
      name: 'TooHeavy',
      work: 'pages',
    });
    expect(verticesOf((await askCoast(0, operation, {}, path(1))).json)).toBe(coast);
    expect(verticesOf((await askCoast(0, onLoop(operation), {}, path(2))).json)).toBe(5);
  });
});

test('changes with many bytes are left to threads', async () => {
  const features = Array.from({ length: 10 }, () => ({ properties: { text: 'x'.repeat(90_000) } }));
  const text = { name: 'text', type: 'esriFieldTypeString' as const, length: 100_000 };
  await createHostedLayer(
    { database: rig.database },
    {
      serviceName: 'Notes',
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [{ name: 'Notes', fields: [text], features }],
    },
  );
  const askNotes = createLayerCaller(rig.database, 'Notes');
  const ofArchived = (operation: typeof query) => (call: LayerCall) =>
    operation({ ...call, layer: { ...call.layer, archive: { startedAt: 0 } } });
  await askNotes(0, async ({ layer }) => {
    await createArchive(rig.database, layer);
    const { column = '' } = layer.fields.at(-1) ?? {};
    await sql`update ${tableOf(layer)} set ${sql.id(column)} = ''`.execute(rig.database);
    return {};
  });
  await expect(askNotes(0, onLoop(ofArchived(queryHistory)))).rejects.toMatchObject({
    name: 'TooHeavy',
    work: 'pages',
  });
  const { json } = await askNotes(0, ofArchived(queryHistory));
  expect(json.changes).toHaveLength(features.length);
  const { json: one } = await askNotes(0, onLoop(ofArchived(queryHistory)), { objectIds: '1' });
  expect(one.changes).toMatchObject([{ objectId: 1, change: 'changed' }]);
});

test('a statement whose rows are too large together is cancelled', async () => {
  const database = connectDatabase(rig.url, { poolSize: 1, control: rig.database });
  const columns = [{ sql: sql`repeat('x', 98)`, wide: true }];
  // It would run for days.
  const rest = sql`from generate_series(1, 1000000) as a, generate_series(1, 1000000) as b`;
  await expect(
    readWithinLimit(database, { columns, rest }, { onLoop: true, loopBytes: 9800 }),
  ).rejects.toThrow(TooHeavy);
  const next = { columns: [{ sql: sql`7`, wide: false }], rest: sql`` };
  expect(await readWithinLimit(database, next)).toEqual({ rows: [[7]], isWhole: true });
  await database.destroy();
});

test('a value that is too large for the event loop is not sent to it', async () => {
  const value = sql`repeat('x', 100000)`;
  const query = { columns: [{ sql: value, wide: true }], rest: sql`` };
  await expect(readWithinLimit(rig.database, query, { onLoop: true })).rejects.toThrow(TooHeavy);
  const { rows, isWhole } = await readWithinLimit(rig.database, query);
  expect([rows[0]?.length, String(rows[0]?.[0]).length, isWhole]).toEqual([1, 100_000, true]);
});

/** Rows that would be read for days. */
const many = sql`generate_series(1, 1000000) as a, generate_series(1, 1000000) as b`;

test('values of ordinary size count for the memory of a response, empty ones too', async () => {
  const columnsOf = (value: RawBuilder<unknown>) =>
    Array.from({ length: 50 }, () => ({ sql: value, wide: false }));
  const rest = sql`from ${many}`;
  for (const value of [sql`repeat('x', 900)`, sql`null::integer`])
    await expect(
      readWithinLimit(rig.database, { columns: columnsOf(value), rest }, { onLoop: true }),
    ).rejects.toThrow(TooHeavy);
  const columns = columnsOf(sql`repeat('x', 900)`);
  const { rows, isWhole } = await readWithinLimit(rig.database, { columns, rest });
  expect([isWhole, rows.length]).toEqual([false, Math.floor(limits.responseBytes / (50 * 900 + 8))]);
});

test('rows of statistics and classes have the memory of a response together', async () => {
  const read = (limit?: RowLimit) =>
    readRows(rig.database, asCompilable(sql`select repeat('x', 100000) from ${many}`, rig.database), limit);
  await expect(read({ onLoop: true })).rejects.toThrow(TooHeavy);
  await expect(read()).rejects.toMatchObject({
    status: 400,
    faults: [{ message: expect.stringContaining('Request fewer') }],
  });
});
