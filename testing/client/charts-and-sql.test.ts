import Collection from '@arcgis/core/core/Collection.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** What the test reads of a chart's values (`web/map/charts/charts.ts`). */
type ChartData =
  | {
      kind: 'parts';
      parts: { value: number; where: string; range?: [number, number] }[];
      others: { count: number; value: number };
    }
  | { kind: 'points'; points: { x: number }[]; total: number }
  | { kind: 'number'; value: number | undefined };
interface ChartRequest {
  layerId: string;
  kind: string;
  field: string | undefined;
  statistic: string;
  value: string | undefined;
  inView: boolean;
}
interface Charts {
  read(request: ChartRequest, signal: AbortSignal): Promise<ChartData>;
  close(): void;
}
// By its name, because the files of the map belong to the TypeScript project of the browser.
const chartSession = '../../web/map/charts/chart-session.ts';
let openCharts: (internals: object) => Charts;

/** The charts of the browser over a layer of the server have the numbers that SQL has over its table. */

let server: TestServer;
let table: ReturnType<typeof sql>;
let charts: Charts;

const first = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const kinds = [
  'oak',
  'elm',
  'fir',
  "O'Hara",
  null,
  'ash',
  'yew',
  'fig',
  'box',
  'bay',
  'nut',
  'tea',
  'ivy',
  'rue',
];

/** Numbers with negative ones, equal ones, decimals and gaps. */
const rows = Array.from({ length: 1500 }, (_none, id) => ({
  properties: {
    charted_kind: kinds[Math.floor(Math.sqrt(id)) % kinds.length] ?? null,
    charted_amount: id % 11 === 0 ? null : ((id * 7919) % 1000) / 8 - 40,
    charted_level: id % 7,
    charted_at: id % 13 === 0 ? null : first + ((id * 104_729) % 9000) * hour,
  },
}));

beforeAll(async () => {
  ({ openCharts } = (await import(chartSession)) as { openCharts: typeof openCharts });
  server = await startTestServer();
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Charted',
      layers: [
        {
          name: 'Charted',
          fields: [
            { name: 'charted_kind', type: 'esriFieldTypeString' },
            { name: 'charted_amount', type: 'esriFieldTypeDouble' },
            { name: 'charted_level', type: 'esriFieldTypeInteger' },
            { name: 'charted_at', type: 'esriFieldTypeDate' },
          ],
          features: rows,
        },
      ],
    },
  );
  const found = await sql<{ tableName: string; column: string }>`
    select table_name as "tableName", column_name as column from information_schema.columns
    where column_name like '%charted\\_%'`.execute(server.database);
  const columns = found.rows.map(
    ({ column }) => sql`${sql.id(column)} as ${sql.id(column.slice(column.indexOf('charted')))}`,
  );
  table = sql`(select ${sql.join(columns)} from ${sql.id('hosted', found.rows[0]!.tableName)}) as given`;
  const layer = new FeatureLayer({
    id: 'charted',
    url: `${server.url}/server/rest/services/Charted/FeatureServer/0`,
  });
  const view = {
    map: { allLayers: new Collection([layer]), layers: new Collection([layer]) },
    selectionManager: { on: () => {}, selections: [], getSelections: () => [] },
  };
  charts = openCharts({ view, onLeave: () => () => {} });
});
afterAll(async () => {
  charts.close();
  await server.stop();
});

const chart = (request: Partial<ChartRequest>) =>
  charts.read(
    {
      layerId: 'charted',
      kind: 'bar',
      field: undefined,
      statistic: 'count',
      value: undefined,
      inView: false,
      ...request,
    },
    AbortSignal.timeout(60_000),
  );

async function number(select: ReturnType<typeof sql>, where = sql`true`): Promise<number> {
  const query = sql<{ v: string | null }>`select ${select} as v from ${table} where ${where}`;
  return Number((await query.execute(server.database)).rows[0]?.v);
}

function parts(data: ChartData) {
  if (data.kind !== 'parts') throw new Error(`A chart of ${data.kind}`);
  return data;
}

const sums = { count: sql`count(*)`, sum: sql`sum(charted_amount)`, avg: sql`avg(charted_amount)` } as const;

describe('charts agree with SQL', () => {
  test.each(['count', 'sum', 'avg'] as const)('bars of categories by %s', async (statistic) => {
    const value = statistic === 'count' ? undefined : 'charted_amount';
    const data = parts(await chart({ field: 'charted_kind', statistic, value }));
    expect(data.parts.length).toBeGreaterThan(8);
    for (const { where, value: shown } of data.parts)
      expect(shown).toBeCloseTo(await number(sums[statistic], sql.raw(where)), 6);
  });

  test('bars and the others are everything', async () => {
    const { parts: shown, others } = parts(await chart({ kind: 'pie', field: 'charted_kind' }));
    const total = shown.reduce((sum, { value }) => sum + value, 0);
    expect(total + others.value).toBe(1500);
    expect(others.count + shown.length).toBe(await number(sql`count(distinct coalesce(charted_kind, ''))`));
  });

  test.each(['charted_amount', 'charted_level'])('ranges of %s', async (field) => {
    const { parts: ranges } = parts(await chart({ kind: 'histogram', field }));
    for (const { range, value } of ranges.slice(0, -1))
      expect(value).toBe(
        await number(
          sql`count(*)`,
          sql`${sql.ref(field)} >= ${range![0]} and ${sql.ref(field)} < ${range![1]}`,
        ),
      );
    const total = ranges.reduce((sum, { value }) => sum + value, 0);
    expect(total).toBe(await number(sql`count(${sql.ref(field)})`));
  });

  test('a line over time', async () => {
    const { parts: steps } = parts(
      await chart({ kind: 'line', field: 'charted_at', statistic: 'sum', value: 'charted_amount' }),
    );
    expect(steps.length).toBeGreaterThan(5);
    const total = steps.reduce((sum, { value }) => sum + value, 0);
    expect(total).toBeCloseTo(await number(sql`sum(charted_amount)`, sql`charted_at is not null`), 6);
  });

  test('points of two numbers', async () => {
    const data = await chart({ kind: 'scatter', field: 'charted_amount', value: 'charted_level' });
    if (data.kind !== 'points') throw new Error('No points');
    const both = sql`charted_amount is not null and charted_level is not null`;
    expect(data.total).toBe(await number(sql`count(*)`, both));
    const sum = data.points.reduce((total, { x }) => total + x, 0);
    expect(sum).toBeCloseTo(await number(sql`sum(charted_amount)`, both), 6);
  });

  test.each(['sum', 'avg', 'min', 'max'] as const)('one number: %s', async (statistic) => {
    const data = await chart({ kind: 'number', statistic, value: 'charted_amount' });
    const expected = await number(sql`${sql.raw(statistic)}(charted_amount)`);
    expect(data).toMatchObject({ kind: 'number' });
    expect(data.kind === 'number' && data.value).toBeCloseTo(expected, 6);
  });
});

test('a chart of nothing is empty, and no error', async () => {
  const layer = new FeatureLayer({
    id: 'nothing',
    url: `${server.url}/server/rest/services/Charted/FeatureServer/0`,
    definitionExpression: 'charted_level = 99',
  });
  const view = {
    map: { allLayers: new Collection([layer]), layers: new Collection([layer]) },
    selectionManager: { on: () => {}, selections: [], getSelections: () => [] },
  };
  const empty = openCharts({ view, onLeave: () => () => {} });
  const read = (request: Partial<ChartRequest>) =>
    empty.read(
      {
        layerId: 'nothing',
        kind: 'bar',
        field: 'charted_kind',
        statistic: 'count',
        value: undefined,
        inView: false,
        ...request,
      },
      AbortSignal.timeout(60_000),
    );
  for (const request of [
    {},
    { kind: 'histogram', field: 'charted_amount' },
    { kind: 'line', field: 'charted_at' },
  ] as const)
    expect(parts(await read(request)).parts.filter(({ value }) => value > 0)).toEqual([]);
  expect(await read({ kind: 'scatter', field: 'charted_amount', value: 'charted_level' })).toMatchObject({
    points: [],
    total: 0,
  });
  expect(await read({ kind: 'number', statistic: 'avg', value: 'charted_amount' })).toEqual({
    kind: 'number',
    value: undefined,
  });
  empty.close();
});
