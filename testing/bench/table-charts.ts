import Collection from '@arcgis/core/core/Collection.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { sql } from 'kysely';
import { type Database, poolOf } from '../../server/platform/database/connect.ts';
import { type Bench, spread } from './bench.ts';
import { withServer } from './bench-server.ts';
import { load } from './buildings.ts';

/** A chart as the browser reads it (`web/map/charts/charts.ts`). */
interface Charts {
  read(request: object, signal: AbortSignal): Promise<object>;
  close(): void;
}
// By its name, because the files of the map belong to the TypeScript project of the browser.
const chartSession = '../../web/map/charts/chart-session.ts';

/** What the table or a chart reads, and what PostgreSQL is asked for the same. */
interface Measured {
  name: string;
  ours(): Promise<unknown>;
  /** Without those that several statements make. */
  statement?: string;
}

/** Rows of a page of the table. */
const page = 50;

export const tableChartsBench: Bench = {
  name: 'table-charts',
  about:
    'what the table and the charts of a layer read, beside one statement of PostgreSQL; BENCH_COUNT rows, usually 20,000',
  async run({ runs }) {
    const count = Number(process.env['BENCH_COUNT'] ?? 20_000);
    const rows: { name: string; ours: number[]; plain: number[] }[] = [];
    await withServer(async ({ database, root }) => {
      await load(database, count);
      const url = `${root}/Bench${count}/FeatureServer/0`;
      const { measured, close } = await reads(database, url, count);
      for (const { name, ours, statement } of measured) {
        const row = { name, ours: [] as number[], plain: [] as number[] };
        // The first round only warms up.
        for (let run = -1; run < runs; run += 1) {
          const mine = await timeOf(ours);
          const theirs = statement
            ? await timeOf(() => poolOf(database).query({ text: statement, rowMode: 'array' }))
            : Number.NaN;
          if (run < 0) continue;
          row.ours.push(mine);
          row.plain.push(theirs);
        }
        rows.push(row);
      }
      close();
    });
    return {
      tables: [
        {
          title: `Table and charts over ${count} rows, ms`,
          columns: ['', 'Mapping', 'plain SQL'],
          rows: rows.map(({ name, ours, plain }) => [name, spread(ours), spread(plain)]),
        },
      ],
      figures: { count, rows },
    };
  },
};

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function reads(database: Database, url: string, count: number) {
  const { openCharts } = (await import(chartSession)) as { openCharts: (internals: object) => Charts };
  const layer = new FeatureLayer({ id: 'buildings', url });
  await layer.load();
  const layers = new Collection([layer]);
  const selectionManager = { on: () => {}, selections: [], getSelections: () => [] };
  const charts = openCharts({
    view: { map: { allLayers: layers, layers }, selectionManager },
    onLeave: () => () => {},
  });
  const table = `hosted.${await tableName(database)}`;
  const chart = (request: object) => () =>
    charts.read(
      { layerId: 'buildings', statistic: 'count', value: undefined, inView: false, ...request },
      AbortSignal.timeout(300_000),
    );
  const pageOf = (orderBy: string, start: number) => () =>
    layer.queryFeatures({
      where: '1=1',
      outFields: ['*'],
      returnGeometry: false,
      orderByFields: [orderBy],
      num: page,
      start,
    });
  const columns = 'objectid, f0_name, f1_levels, f2_use, f3_area';
  const paged = (orderBy: string, start: number) =>
    `select ${columns} from ${table} order by ${orderBy} limit ${page} offset ${start}`;
  const measured: Measured[] = [
    {
      name: 'table: number of rows',
      ours: () => layer.queryFeatureCount(),
      statement: `select count(*) from ${table}`,
    },
    { name: 'table: first page', ours: pageOf('OBJECTID', 0), statement: paged('objectid', 0) },
    {
      name: 'table: page in the middle',
      ours: pageOf('OBJECTID', Math.floor(count / 2)),
      statement: paged('objectid', Math.floor(count / 2)),
    },
    {
      name: 'table: first page by a number',
      ours: pageOf('area DESC', 0),
      statement: paged('f3_area desc, objectid', 0),
    },
    {
      name: 'chart: bars of a text',
      ours: chart({ kind: 'bar', field: 'use' }),
      statement: `select f2_use, count(*) from ${table} group by 1 order by 2 desc limit 13`,
    },
    {
      name: 'chart: bars of an average',
      ours: chart({ kind: 'bar', field: 'use', statistic: 'avg', value: 'area' }),
      statement: `select f2_use, avg(f3_area) from ${table} group by 1 order by 2 desc limit 13`,
    },
    {
      name: 'chart: number',
      ours: chart({ kind: 'number', statistic: 'sum', value: 'area' }),
      statement: `select sum(f3_area) from ${table}`,
    },
    { name: 'chart: histogram', ours: chart({ kind: 'histogram', field: 'area' }) },
    { name: 'chart: scatter', ours: chart({ kind: 'scatter', field: 'area', value: 'levels' }) },
  ];
  return { measured, close: () => charts.close() };
}

async function tableName(database: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select table_name as name from hosted_layer`.execute(database);
  return rows[0]?.name ?? '';
}
