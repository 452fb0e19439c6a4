import { sql } from 'kysely';
import { type Database, poolOf } from '../../server/platform/database/connect.ts';
import { withServer } from './bench-server.ts';
import { load } from './buildings.ts';
import {
  type TimedQueries,
  type FeatureServiceRow,
  timeInTurn,
  type Window,
  windows,
} from './feature-service-rows.ts';
import { type KoopService, startKoop } from './koop/koop-service.ts';
import { bbox, fetchSize, tile } from './window-request.ts';

const formats = ['pbf', 'json'] as const;

export interface FeatureServiceBench {
  rows: FeatureServiceRow[];
  /** Features loaded per second, by table size. */
  loaded: Record<number, number>;
}

/** A table of buildings, and the servers that query it. */
interface BenchTable {
  size: number;
  /** In the schema `hosted`. */
  name: string;
  url: string;
  koop: KoopService;
}

/**
 * Map windows over tables of different size: the cost of the service beside that of PostgreSQL for the same
 * rows, and beside Koop. Cost depends on the response, not on the table, when the rows of a kind are alike
 * for every size.
 */
export async function benchFeatureService(
  sizes: readonly number[] = [32_000, 1_000_000],
): Promise<FeatureServiceBench> {
  const rows: FeatureServiceRow[] = [];
  const loaded: Record<number, number> = {};
  await withServer(async ({ database, root }) => {
    const tables: BenchTable[] = [];
    for (const size of sizes) {
      loaded[size] = await load(database, size);
      const name = await tableName(database, size);
      const koop = await startKoop(poolOf(database), name, size);
      tables.push({ size, name, url: `${root}/Bench${size}/FeatureServer/0/query`, koop });
    }
    for (const wide of [10, 30, 60]) {
      rows.push(
        ...(await timeInTurn(
          tables.flatMap((table) => queries(database, table, wide)),
          database,
        )),
      );
      // Run separately: it blocks the process for seconds, and with it all other requests.
      rows.push(
        ...(await timeInTurn(
          tables.flatMap((table) => inMemory(table, wide)),
          database,
        )),
      );
    }
    for (const { koop } of tables) await koop.close();
  });
  return { rows, loaded };
}

/** All servers queried for windows of this width, in buildings. */
function queries(database: Database, table: BenchTable, wide: number): TimedQueries[] {
  const { name, url, koop } = table;
  const of = asking(table, wide);
  const whole = (more: Record<string, string>, window: Window) =>
    fetchSize(`${url}?${new URLSearchParams({ ...more, geometry: bbox(window) })}`);
  return [
    of('raw SQL', (window) => rawSql(database, name, window)),
    of('f=pbf, tile', (window) => fetchSize(`${url}?${tile(window, 'pbf')}`)),
    of('f=json, tile', (window) => fetchSize(`${url}?${tile(window, 'json')}`)),
    of('f=geojson, whole', (window) => whole({ f: 'geojson', outFields: '*' }, window)),
    of('count', (window) => whole({ f: 'json', returnCountOnly: 'true' }, window)),
    // It is slower: fewer queries suffice.
    ...formats.map((f) =>
      of(
        `Koop over the same SQL, f=${f}, tile`,
        (window) => fetchSize(`${koop.bySql}?${tile(window, f)}`),
        20,
      ),
    ),
  ];
}

/** Koop with all features in memory, if they fit. */
function inMemory(table: BenchTable, wide: number): TimedQueries[] {
  const address = table.koop.inMemory;
  if (!address) return [];
  const of = asking(table, wide);
  return formats.map((f) =>
    of(`Koop in memory, f=${f}, tile`, (window) => fetchSize(`${address}?${tile(window, f)}`), 8),
  );
}

/** Makes a competitor from a function that queries a window. */
function asking({ size }: BenchTable, wide: number) {
  const requested = windows(size, wide);
  return (what: string, query: (window: Window) => Promise<number>, some?: number): TimedQueries => ({
    name: `${wide} × ${wide} buildings, ${what}`,
    features: size,
    ask: (index) => query(requested[index]!),
    ...(some ? { queries: some } : {}),
  });
}

async function rawSql(database: Database, table: string, { x, y, size: wide }: Window): Promise<number> {
  const { rows } = await poolOf(database).query({
    text: `select objectid, shape, f1_levels from hosted.${table} where box && cast($1 as box) order by objectid + 0 limit 8001`,
    values: [`(${x + wide},${y + wide}),(${x},${y})`],
    rowMode: 'array',
  });
  return rows.length;
}

async function tableName(database: Database, size: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select table_name as name from hosted_layer
    join hosted_service on id = service_id where hosted_service.name = ${`Bench${size}`}`.execute(database);
  return rows[0]?.name ?? '';
}
