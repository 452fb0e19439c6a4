import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { decodeWkb } from '../../../server/gis/geometry/wkb.ts';
import { writeGeoJson } from '../../../server/gis/geometry/geojson.ts';

/** Addresses of Koop's providers: over the table of a hosted layer, and over GeoJSON in memory. */
export interface KoopService {
  bySql: string;
  /** Undefined when the layer does not fit into memory. */
  inMemory: string | undefined;
  close(): Promise<void>;
}

interface KoopRequest {
  query: { geometry?: string | { xmin: number; ymin: number; xmax: number; ymax: number } };
}

interface Collection {
  type: 'FeatureCollection';
  features: object[];
  metadata: object;
}

/** Maximum number of features Koop can load into memory. */
const maxInMemory = 100_000;
const quiet = { info() {}, warn() {}, error: console.error, debug() {}, verbose() {}, silly() {} };

/**
 * Koop (the open feature server of Esri's labs) on the same data and in the same process, with two providers:
 * one that filters by the envelope in the database, as a careful provider does, and one that returns
 * everything.
 */
export async function startKoop(pool: Pool, table: string, size: number): Promise<KoopService> {
  // Read when its modules are loaded.
  process.env['SUPPRESS_NO_CONFIG_WARNING'] = 'true';
  const { default: Koop } = await import('@koopjs/koop-core');
  const koop = new Koop({ logger: quiet, logLevel: 'error' });
  koop.register(
    provider('bench-sql', (request) => {
      const { geometry } = request.query;
      const box = typeof geometry === 'string' ? (JSON.parse(geometry) as never) : geometry;
      return read(pool, table, box);
    }),
  );
  const whole = size <= maxInMemory ? await read(pool, table, undefined) : undefined;
  if (whole) koop.register(provider('bench-memory', () => Promise.resolve({ ...whole })));
  const server = createServer(koop.server as never);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address = (name: string) => `${origin}/${name}/rest/services/buildings/FeatureServer/0/query`;
  return {
    bySql: address('bench-sql'),
    inMemory: whole && address('bench-memory'),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function provider(name: string, getData: (request: KoopRequest) => Promise<Collection>): object {
  class Model {
    async getData(request: KoopRequest): Promise<Collection> {
      return getData(request);
    }
  }
  return { type: 'provider', name, version: '1.0.0', hosts: false, disableIdParam: false, Model };
}

async function read(
  pool: Pool,
  table: string,
  box: { xmin: number; ymin: number; xmax: number; ymax: number } | undefined,
): Promise<Collection> {
  const { rows } = await pool.query<{ objectid: number; levels: number; shape: Buffer }>(
    box
      ? {
          text: `select objectid, f1_levels as levels, shape from hosted.${table} where box && cast($1 as box) order by objectid + 0 limit 8001`,
          values: [`(${box.xmax},${box.ymax}),(${box.xmin},${box.ymin})`],
        }
      : `select objectid, f1_levels as levels, shape from hosted.${table} order by objectid`,
  );
  const features = rows.map(({ objectid, levels, shape }) => ({
    type: 'Feature',
    properties: { OBJECTID: objectid, levels },
    geometry: writeGeoJson(decodeWkb(shape)),
  }));
  const metadata = { idField: 'OBJECTID', geometryType: 'Polygon', maxRecordCount: 8000, name: 'Buildings' };
  return { type: 'FeatureCollection', features, metadata };
}
