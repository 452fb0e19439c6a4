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
import { type FeatureServiceRow, step, time, type Window, windows } from './feature-service-rows.ts';
import { measureTiles } from './hosted-tiles.ts';
import { startKoop } from './koop-service.ts';

export interface FeatureServiceBench {
  rows: FeatureServiceRow[];
  /** Features loaded per second, by size of the table. */
  loaded: Record<number, number>;
}

/**
 * Windows of a map over tables of different size: what the service needs beside what PostgreSQL needs for the same rows.
 * Cost follows the answer, not the table, when the rows of a kind are alike for every size.
 */
export async function benchFeatureService(
  sizes: readonly number[] = [32_000, 1_000_000],
): Promise<FeatureServiceBench> {
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
    const rows: FeatureServiceRow[] = [];
    const loaded: Record<number, number> = {};
    for (const size of sizes) {
      loaded[size] = await load(database, size);
      const service = `${origin}/server/rest/services/Bench${size}`;
      rows.push(...(await measure(database, `${service}/FeatureServer/0/query`, size)));
      rows.push(...(await measureTiles(`${service}/VectorTileServer`, size, Math.sqrt(size) * step)));
    }
    return { rows, loaded };
  } finally {
    await app.close();
    await Promise.all([database.destroy(), reader.destroy()]);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
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
    const row = async (name: string, question: (window: Window) => Promise<number>) => {
      rows.push({ name: `${label}, ${name}`, features: size, ...(await time(asked, question)) });
    };
    await row('raw SQL', (window) => rawSql(database, size, window));
    await row('f=pbf, tile', (window) => ask(`${url}?${tile(window, 'pbf')}`));
    await row('f=json, tile', (window) => ask(`${url}?${tile(window, 'json')}`));
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
    await row('f=geojson, whole', (window) =>
      ask(`${url}?${new URLSearchParams({ f: 'geojson', outFields: '*', geometry: bbox(window) })}`),
    );
    await row('count', (window) =>
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
