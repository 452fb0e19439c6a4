import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { connectDatabase, type Database, poolOf } from '../../server/database/connect.ts';
import { startEmbeddedDatabase } from '../../server/database/embedded/start.ts';
import { migrate } from '../../server/database/migrate.ts';
import { createHttpApp } from '../../server/http/app.ts';
import { featureServiceRoutes } from '../../server/services/feature-server/routes.ts';
import { createHostedLayer } from '../../server/services/storage/create-hosted-layer.ts';
import type { SourceFeature } from '../../server/services/storage/service-input.ts';
import { vectorTileRoutes } from '../../server/services/vector-tiles/routes.ts';
import { longestPause } from './event-loop.ts';
import { type FeatureServiceRow, row, step, time, type Window, windows } from './feature-service-rows.ts';
import { measureTiles, type TileRow } from './hosted-tiles.ts';
import { startKoop } from './koop-service.ts';

export interface FeatureServiceBench {
  rows: FeatureServiceRow[];
  /** Features loaded per second, by size of the table. */
  loaded: Record<number, number>;
}

/** A server of its own with services `Bench…`. */
interface BenchServer {
  database: Database;
  /** Address of the services. */
  root: string;
}

async function withServer(work: (server: BenchServer) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-bench-'));
  // The account of the database must be able to enter the folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedDatabase(folder);
  const database = connectDatabase(server.url);
  const reader = connectDatabase(server.url, { readOnly: { statementMilliseconds: 30_000 } });
  const app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://127.0.0.1' });
  try {
    await migrate(database);
    const access = async () => ({ mayRead: true, mayEdit: false, caller: null });
    await app.register(featureServiceRoutes, { database, reader, access });
    await app.register(vectorTileRoutes({ services: [], hosted: { database: reader, access } }));
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    await work({ database, root: `${origin}/server/rest/services` });
  } finally {
    await app.close();
    await Promise.all([database.destroy(), reader.destroy()]);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Windows of a map over tables of different size: what the service needs beside what PostgreSQL needs for the same rows.
 * Cost follows the answer, not the table, when the rows of a kind are alike for every size.
 */
export async function benchFeatureService(
  sizes: readonly number[] = [32_000, 1_000_000],
): Promise<FeatureServiceBench> {
  const rows: FeatureServiceRow[] = [];
  const loaded: Record<number, number> = {};
  await withServer(async ({ database, root }) => {
    for (const size of sizes) {
      loaded[size] = await load(database, size);
      rows.push(...(await measure(database, `${root}/Bench${size}/FeatureServer/0/query`, size)));
      rows.push(
        ...(await measureTiles(`${root}/Bench${size}/VectorTileServer`, size, Math.sqrt(size) * step)),
      );
    }
  });
  return { rows, loaded };
}

/** Tiles, and the largest answers there are: what each takes, and for how long nobody else is answered meanwhile. */
export async function benchTiles(sizes: readonly number[] = [32_000, 1_000_000]): Promise<TileRow[]> {
  const rows: TileRow[] = [];
  await withServer(async ({ database, root }) => {
    for (const size of sizes) {
      await load(database, size);
      rows.push(
        ...(await measureTiles(`${root}/Bench${size}/VectorTileServer`, size, Math.sqrt(size) * step)),
      );
      rows.push(...(await measureLarge(`${root}/Bench${size}/FeatureServer/0/query`, size)));
    }
  });
  return rows;
}

/** Seven thousand buildings in one answer, and as many looked at one by one for a polygon. */
async function measureLarge(url: string, size: number): Promise<TileRow[]> {
  const asked = windows(size, 85).slice(0, 20);
  const triangle = ({ x, y, size: wide }: Window) => ({
    f: 'json',
    returnIdsOnly: 'true',
    geometryType: 'esriGeometryPolygon',
    geometry: JSON.stringify({
      rings: [
        [
          [x, y],
          [x + wide / 2, y + wide],
          [x + wide, y],
          [x, y],
        ],
      ],
    }),
  });
  const questions: [string, (window: Window) => URLSearchParams][] = [
    ['7,000 buildings, f=pbf, tile', (window) => tile(window, 'pbf')],
    ['7,000 buildings, f=json, tile', (window) => tile(window, 'json')],
    ['buildings that meet a triangle, ids', (window) => new URLSearchParams(triangle(window))],
    [
      'buildings within a triangle, ids',
      (window) => new URLSearchParams({ ...triangle(window), spatialRel: 'esriSpatialRelContains' }),
    ],
  ];
  const rows: TileRow[] = [];
  for (const [name, question] of questions) {
    const ask = async (window: Window) => {
      const response = await fetch(url, { method: 'POST', body: question(window) });
      return Math.round((await response.arrayBuffer()).byteLength / 1000);
    };
    await time(asked, ask, 3);
    let times = { answer: 0, p50: 0, p95: 0 };
    const pause = await longestPause(async () => {
      times = await time(asked, ask, 0);
    });
    rows.push({ ...row(`${name} (kB)`, size, times), pause });
  }
  return rows;
}

/** Rectangular and L-shaped buildings, row by row, as a city's register would bring them. */
function* buildings(count: number): Generator<SourceFeature> {
  const width = Math.ceil(Math.sqrt(count));
  for (let n = 0; n < count; n += 1) {
    const [x, y] = [(n % width) * step, Math.floor(n / width) * step];
    const [a, b] = [step * (0.4 + (n % 5) / 10), step * (0.4 + (n % 7) / 14)];
    const corner =
      n % 3 === 0
        ? [
            [x + a, y + b / 2],
            [x + a / 2, y + b / 2],
            [x + a / 2, y + b],
          ]
        : [[x + a, y + b]];
    yield {
      properties: {
        name: `Building ${n}`,
        levels: n % 23,
        use: ['dwelling', 'office', 'shop', 'school'][n % 4],
        area: (n % 1000) / 3,
      },
      geometry: { type: 'Polygon', coordinates: [[[x, y], [x + a, y], ...corner, [x, y + b], [x, y]]] },
    };
  }
}

async function load(database: Database, size: number): Promise<number> {
  const started = performance.now();
  await createHostedLayer(
    { database },
    {
      serviceName: `Bench${size}`,
      layers: [
        {
          name: 'Buildings',
          geometryType: 'esriGeometryPolygon',
          fields: [
            { name: 'name', type: 'esriFieldTypeString' },
            { name: 'levels', type: 'esriFieldTypeInteger' },
            { name: 'use', type: 'esriFieldTypeString' },
            { name: 'area', type: 'esriFieldTypeDouble' },
          ],
          features: buildings(size),
        },
      ],
    },
  );
  return Math.round((size / (performance.now() - started)) * 1000);
}

async function measure(database: Database, url: string, size: number): Promise<FeatureServiceRow[]> {
  const rows: FeatureServiceRow[] = [];
  const koop = await startKoop(poolOf(database), await tableName(database, size), size);
  for (const wide of [10, 30, 60]) {
    const asked = windows(size, wide);
    const label = `window of ${wide} × ${wide} buildings`;
    const add = async (name: string, question: (window: Window) => Promise<number>) => {
      rows.push({ name: `${label}, ${name}`, features: size, ...(await time(asked, question)) });
    };
    await add('raw SQL', (window) => rawSql(database, size, window));
    await add('f=pbf, tile', (window) => ask(`${url}?${tile(window, 'pbf')}`));
    await add('f=json, tile', (window) => ask(`${url}?${tile(window, 'json')}`));
    for (const [provider, address] of [
      ['over the same SQL', koop.bySql],
      ['in memory', koop.inMemory],
    ] as const) {
      if (!address) continue;
      // It is slower: fewer questions tell as much.
      const some = asked.slice(0, 30);
      for (const f of ['pbf', 'json']) {
        const times = await time(some, (window) => ask(`${address}?${tile(window, f)}`), 3);
        rows.push({ name: `${label}, Koop ${provider}, f=${f}, tile`, features: size, ...times });
      }
    }
    await add('f=geojson, whole', (window) =>
      ask(`${url}?${new URLSearchParams({ f: 'geojson', outFields: '*', geometry: bbox(window) })}`),
    );
    await add('count', (window) =>
      ask(`${url}?${new URLSearchParams({ f: 'json', returnCountOnly: 'true', geometry: bbox(window) })}`),
    );
  }
  await koop.close();
  return rows;
}

/** The request of the ArcGIS SDK's map view for one tile (portal-wire §5). */
function tile({ x, y, size }: Window, f: string): URLSearchParams {
  const extent = { xmin: x, ymin: y, xmax: x + size, ymax: y + size };
  return new URLSearchParams({
    f,
    geometry: JSON.stringify(extent),
    geometryType: 'esriGeometryEnvelope',
    inSR: '4326',
    outSR: '102100',
    spatialRel: 'esriSpatialRelIntersects',
    where: '1=1',
    outFields: 'OBJECTID,levels',
    orderByFields: 'OBJECTID ASC',
    resultType: 'tile',
    returnExceededLimitFeatures: 'false',
    returnGeometry: 'true',
    quantizationParameters: JSON.stringify({
      extent: { ...extent, spatialReference: { wkid: 4326 } },
      mode: 'view',
      originPosition: 'upperLeft',
      tolerance: (size * 111_319) / 512,
    }),
  });
}

function bbox({ x, y, size }: Window): string {
  return [x, y, x + size, y + size].join(',');
}

async function rawSql(database: Database, size: number, { x, y, size: wide }: Window): Promise<number> {
  const table = await tableName(database, size);
  const { rows } = await poolOf(database).query({
    text: `select objectid, shape, f1_levels from hosted.${table} where box && cast($1 as box) order by objectid + 0 limit 8001`,
    values: [`(${x + wide},${y + wide}),(${x},${y})`],
    rowMode: 'array',
  });
  return rows.length;
}

const tables = new Map<number, string>();

async function tableName(database: Database, size: number): Promise<string> {
  const known = tables.get(size);
  if (known) return known;
  const { rows } = await sql<{ name: string }>`select table_name as name from hosted_layer
    join hosted_service on id = service_id where hosted_service.name = ${`Bench${size}`}`.execute(database);
  tables.set(size, rows[0]?.name ?? '');
  return rows[0]?.name ?? '';
}

/** Fetches an answer; its size in features where it says so. */
async function ask(url: string): Promise<number> {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.subarray(0, 9).toString() === '{"error":') throw new Error(bytes.toString());
  if (response.headers.get('content-type')?.includes('json')) {
    const answer = JSON.parse(bytes.toString()) as { count?: number; features?: unknown[] };
    return answer.count ?? answer.features?.length ?? 0;
  }
  return 0;
}
