import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { type Database, poolOf } from '../../server/platform/database/connect.ts';
import { installationOrgId } from '../../server/platform/database/migrate.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { findService } from '../../server/gis/storage/service-store.ts';
import { appendFile } from '../../server/gis/uploads/append-file.ts';
import { withServer } from './bench-server.ts';
import { load } from './buildings.ts';
import { type Times, time, windows } from './feature-service-rows.ts';
import { bbox, fetchSize } from './window-request.ts';

/** Work of the service, beside PostgreSQL doing the same: medians in milliseconds. */
export interface BesideSql {
  what: string;
  features: number;
  service: number;
  rawSql: number;
}

/** Windows of a view, related records, and an append of many rows. */
export async function benchViewsAndJoins({
  size = 1_000_000,
  stops = 10_000,
  appended = 1_000_000,
} = {}): Promise<BesideSql[]> {
  const rows: BesideSql[] = [];
  await withServer(
    async ({ database, root }) => {
      await load(database, size);
      await addView(database, root, size);
      rows.push(await timeWindows(database, root, size));
      await loadStops(database, stops);
      rows.push(await timeRelated(database, root, stops));
      rows.push(await timeAppend(database, appended));
    },
    { mayRead: true, mayEdit: true, mayAdminister: true, caller: 'bench' },
  );
  return rows;
}

async function addView(database: Database, root: string, size: number): Promise<void> {
  await createHostedLayer({ database }, { serviceName: 'BenchShops', isView: true, layers: [] });
  const viewLayerDefinition = {
    sourceServiceName: `Bench${size}`,
    sourceLayerId: 0,
    sourceLayerFields: '*',
  };
  const layer = {
    id: 0,
    name: 'Shops',
    viewDefinitionQuery: "use = 'shop'",
    adminLayerInfo: { viewLayerDefinition },
  };
  const admin = `${root.replace('/rest/services', '/rest/admin/services')}/BenchShops/FeatureServer`;
  const body = new URLSearchParams({ f: 'json', addToDefinition: JSON.stringify({ layers: [layer] }) });
  const answer = await (await fetch(`${admin}/addToDefinition`, { method: 'POST', body })).text();
  if (!answer.includes('"success":true')) throw new Error(answer);
}

async function timeWindows(database: Database, root: string, size: number): Promise<BesideSql> {
  const table = await tableOf(database, `Bench${size}`, 0);
  const requested = windows(size, Math.min(60, Math.floor(Math.sqrt(size) / 2)));
  const service = await time(requested, (window) =>
    fetchSize(
      `${root}/BenchShops/FeatureServer/0/query?${new URLSearchParams({ f: 'pbf', outFields: 'levels', geometry: bbox(window) })}`,
    ),
  );
  const rawSql = await time(requested, async ({ x, y, size: wide }) => {
    const text = `select objectid, shape, f1_levels from hosted.${table}
      where box && cast($1 as box) and f2_use = 'shop' order by objectid + 0 limit 8001`;
    const values = [`(${x + wide},${y + wide}),(${x},${y})`];
    return (await poolOf(database).query({ text, values, rowMode: 'array' })).rows.length;
  });
  return rowOf('view: the shops of a window', size, service, rawSql);
}

/** Stops, and ten inspections of each. */
async function loadStops(database: Database, count: number): Promise<void> {
  const relationship = {
    id: 0,
    name: 'inspections',
    cardinality: 'esriRelCardinalityOneToMany' as const,
  };
  const number = { name: 'stop', type: 'esriFieldTypeInteger' as const, indexed: true };
  await createHostedLayer(
    { database },
    {
      serviceName: 'BenchStops',
      layers: [
        {
          name: 'Stops',
          geometryType: 'esriGeometryPoint',
          fields: [number],
          relationships: [
            { ...relationship, relatedTableId: 1, role: 'esriRelRoleOrigin', keyField: 'stop' },
          ],
          features: Array.from({ length: count }, (_none, stop) => ({
            properties: { stop },
            geometry: { type: 'Point' as const, coordinates: [stop / count, 0] },
          })),
        },
        {
          name: 'Inspections',
          fields: [number, { name: 'note', type: 'esriFieldTypeString' }],
          relationships: [
            { ...relationship, relatedTableId: 0, role: 'esriRelRoleDestination', keyField: 'stop' },
          ],
          features: Array.from({ length: count * 10 }, (_none, n) => ({
            properties: { stop: n % count, note: `Inspection ${n}` },
          })),
        },
      ],
    },
  );
}

async function timeRelated(database: Database, root: string, count: number): Promise<BesideSql> {
  const [stops, inspections] = [
    await tableOf(database, 'BenchStops', 0),
    await tableOf(database, 'BenchStops', 1),
  ];
  const idsOf = (n: number) => Array.from({ length: 100 }, (_none, id) => ((n * 101 + id) % count) + 1);
  const requested = Array.from({ length: 40 }, (_none, n) => idsOf(n));
  const service = await time(requested, (ids) =>
    fetchSize(
      `${root}/BenchStops/FeatureServer/0/queryRelatedRecords?${new URLSearchParams({ f: 'json', relationshipId: '0', outFields: 'note', objectIds: ids.join(',') })}`,
    ),
  );
  const rawSql = await time(requested, async (ids) => {
    const text = `select origin.objectid, related.f1_note from hosted.${stops} as origin
      join hosted.${inspections} as related on related.f0_stop = origin.f0_stop
      where origin.objectid = any($1) order by 1, related.objectid limit 2001`;
    return (await poolOf(database).query({ text, values: [ids], rowMode: 'array' })).rows.length;
  });
  return rowOf('related: 1,000 inspections of 100 stops', count * 10, service, rawSql);
}

/** A CSV file, read in its own process; PostgreSQL copies the same rows between two tables. */
async function timeAppend(database: Database, count: number): Promise<BesideSql> {
  const fields = [
    { name: 'name', type: 'esriFieldTypeString' as const },
    { name: 'height', type: 'esriFieldTypeInteger' as const },
  ];
  await createHostedLayer(
    { database },
    {
      serviceName: 'BenchAppend',
      layers: [{ name: 'Trees', geometryType: 'esriGeometryPoint', fields, features: [] }],
    },
  );
  const found = await findService(database, 'BenchAppend', { orgId: installationOrgId });
  const [layer] = found?.layers ?? [];
  if (!layer) throw new Error('The layer is missing.');
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-bench-'));
  try {
    const file = path.join(folder, 'trees.csv');
    await pipeline(Readable.from(lines(count)), createWriteStream(file));
    const started = performance.now();
    await appendFile(database, {
      layer,
      file: { path: file, name: 'trees.csv' },
      choices: {},
      append: {
        updatesGeometry: true,
        skipsInserts: false,
        skipsUpdates: false,
        replaces: false,
        isLenient: false,
      },
      caller: 'bench',
      own: { update: undefined, delete: undefined },
      now: Date.now(),
      signal: new AbortController().signal,
      onProgress() {},
      finish: async () => {},
    });
    const service = performance.now() - started;
    const [table, copy] = [sql.id('hosted', layer.tableName), sql.id('hosted', 'bench_copy')];
    await sql`create table ${copy} (like ${table} including all)`.execute(database);
    const copied = performance.now();
    await sql`insert into ${copy} select * from ${table}`.execute(database);
    return { what: 'append of a CSV file', features: count, service, rawSql: performance.now() - copied };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function* lines(count: number): Generator<string> {
  yield 'name,height,lat,lon\n';
  for (let n = 0; n < count; n += 1)
    yield `Tree ${n},${n % 40},${51 + (n % 9973) / 1e5},${71 + (n % 7919) / 1e5}\n`;
}

function rowOf(what: string, features: number, service: Times, rawSql: Times): BesideSql {
  return { what, features, service: service.p50, rawSql: rawSql.p50 };
}

async function tableOf(database: Database, serviceName: string, layerId: number): Promise<string> {
  const found = await findService(database, serviceName, { orgId: installationOrgId });
  return found?.layers.find((layer) => layer.layerId === layerId)?.tableName ?? '';
}
