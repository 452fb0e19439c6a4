import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Database, poolOf, withinTransaction } from '../../platform/database/connect.ts';
import { asTransaction } from '../../platform/database/current-work.ts';
import { installationOrgId } from '../../platform/database/migrate.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { VisitorAccess } from '../layer/layer.ts';
import { refuseLargeDefinitions } from './definition-size-store.ts';
import type { LayerRows, LayerTotals } from './encode-rows.ts';
import type { ServiceShape } from './service-input.ts';
import type { DescribedLayer } from './describe-layer.ts';
import {
  copyInto,
  createIndexes,
  createOwnIndex,
  createTable,
  dropTable,
  nameIndexes,
} from './layer-table-store.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

export interface LoadOptions {
  /** The rows of a layer, each requested once, in order. */
  rowsOf: (layer: DescribedLayer, layerId: number) => LayerRows;
  /** Epoch milliseconds. */
  now: number;
  /** Aborts: nothing is left behind. */
  signal?: AbortSignal;
  /** Called when a layer's rows are loaded and its indexes are being created. */
  onIndexing?: () => void;
  /** Additional work in the same transaction, after loading. */
  finish?: (transaction: Database, layers: readonly LayerTotals[]) => Promise<void>;
}

interface Loading extends LoadOptions {
  database: Database;
  client: pg.PoolClient;
  shape: ServiceShape;
  run(query: RawBuilder<unknown>): Promise<pg.QueryResult<Record<string, unknown>>>;
}

/**
 * Creates and fills a service in one transaction. One that is replaced serves its readers until the end.
 * @throws MappingError `services:service-exists` (409), `services:invalid-service` (400) for definitions that are too large
 */
export async function loadService(
  database: Database,
  shape: ServiceShape,
  layers: readonly DescribedLayer[],
  options: LoadOptions,
): Promise<LayerTotals[]> {
  const sizes = layers.map(({ input: { name, indexes = [] }, definition }) => ({
    name,
    bytes: Buffer.byteLength(storedJson(definition)),
    indexes: indexes.length,
  }));
  refuseLargeDefinitions(sizes);
  const client = await poolOf(database).connect();
  const run = (query: RawBuilder<unknown>) => {
    options.signal?.throwIfAborted();
    const { sql: text, parameters } = query.compile(database);
    return client.query<Record<string, unknown>>(text, [...parameters]);
  };
  const loading: Loading = { ...options, database, run, client, shape };
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const totals = await asTransaction(() => loadAll(loading, layers));
    options.signal?.throwIfAborted();
    await client.query('commit');
    return totals;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    throw isTaken(error) ? exists(shape.serviceName) : error;
  } finally {
    // A connection that could not roll back is not reused.
    client.release(broken);
  }
}

async function loadAll(loading: Loading, layers: readonly DescribedLayer[]): Promise<LayerTotals[]> {
  const old = await findOld(loading);
  const serviceId = await insertService(loading, old);
  const totals: LayerTotals[] = [];
  for (const [layerId, layer] of layers.entries())
    totals.push(await loadLayer(loading, serviceId, layerId, layer));
  if (old !== undefined) await takePlace(loading, old, serviceId);
  await loading.finish?.(withinTransaction(loading.client), totals);
  return totals;
}

async function findOld({ run, shape }: Loading): Promise<number | undefined> {
  const existing = await run(
    sql`select id, is_view, is_tiles,
        exists (select from hosted_layer where source_service_id = hosted_service.id) as has_views,
        exists (select from hosted_layer where service_id = hosted_service.id
          and jsonb_typeof(definition -> 'archive') = 'object') as is_archived
      from hosted_service where lower(name) = ${shape.serviceName.toLowerCase()} and org_id = ${shape.orgId ?? installationOrgId}`,
  );
  const old = existing.rows[0]?.['id'] as number | undefined;
  if (old !== undefined && (!shape.replace || existing.rows[0]?.['is_tiles']))
    throw exists(shape.serviceName);
  if (existing.rows[0]?.['is_view'] || existing.rows[0]?.['has_views']) throw notReplaced(shape.serviceName);
  if (existing.rows[0]?.['is_archived'])
    throw new MappingError(
      'services:has-history',
      `${shape.serviceName} keeps a history, which would be lost. Replace its rows instead, or turn the history off first.`,
      { status: 400 },
    );
  return old;
}

/** Beside an old one the new service has a name no address can contain until it replaces it. */
async function insertService({ run, shape, now }: Loading, old: number | undefined): Promise<number> {
  const { description = '', copyright = '', capabilities = 'Query', itemId = null, serviceName } = shape;
  const defaults = shape.layerDefaults ? storedJson(shape.layerDefaults) : null;
  const name = old === undefined ? serviceName : `/${old}/${now}`;
  const inserted =
    await run(sql`insert into hosted_service (org_id, name, item_id, description, copyright, capabilities, is_view,
      layer_defaults, created_at, modified_at)
    values (${shape.orgId ?? installationOrgId}, ${name}, ${itemId}, ${description}, ${copyright}, ${capabilities},
      ${shape.isView ?? false}, ${defaults}, ${now}, ${now}) returning id`);
  return inserted.rows[0]?.['id'] as number;
}

async function takePlace(loading: Loading, old: number, serviceId: number): Promise<void> {
  const { run, shape } = loading;
  await run(sql`select id from hosted_service where id = ${old} for update`);
  // While the rows were loaded, it may have got views or a history.
  await findOld(loading);
  await keepVisitorAccess(loading, old, serviceId);
  const tables = await run(sql`select table_name from hosted_layer where service_id = ${old}`);
  for (const { table_name: table } of tables.rows)
    for (const statement of dropTable(table as string)) await run(statement);
  const gone = await run(sql`delete from hosted_service where id = ${old} returning at_root`);
  const atRoot = gone.rows[0]?.['at_root'] === true;
  await run(
    sql`update hosted_service set name = ${shape.serviceName}, at_root = ${atRoot} where id = ${serviceId}`,
  );
}

/**
 * Gives each layer the access of visitors to the one that it replaces, as it is now: without it, they read all features. A layer that
 * replaces none is closed to them if one of the former layers is.
 */
async function keepVisitorAccess({ run }: Loading, old: number, serviceId: number): Promise<void> {
  // A change of a definition that has begun ends before.
  await run(sql`select layer_id from hosted_layer where service_id = ${old} order by layer_id for update`);
  const isUndecided = sql`made.service_id = ${serviceId} and made.definition -> 'visitors' is null`;
  await run(sql`update hosted_layer as made
    set definition = made.definition || jsonb_build_object('visitors', former.definition -> 'visitors')
    from hosted_layer as former
    where ${isUndecided} and former.service_id = ${old} and former.layer_id = made.layer_id
      and jsonb_typeof(former.definition -> 'visitors') = 'object'`);
  const closed = { visitors: { mayAdd: false, mayRead: false } satisfies VisitorAccess };
  await run(sql`update hosted_layer as made
    set definition = made.definition || cast(${storedJson(closed)} as jsonb)
    where ${isUndecided}
      and not exists (select from hosted_layer where service_id = ${old} and layer_id = made.layer_id)
      and exists (select from hosted_layer
        where service_id = ${old} and definition #>> '{visitors,mayRead}' = 'false')`);
}

async function loadLayer(
  { run, client, database, now, signal, ...loading }: Loading,
  serviceId: number,
  layerId: number,
  layer: DescribedLayer,
): Promise<LayerTotals> {
  const { input, definition, wkid } = layer;
  const tableName = `s${serviceId}_l${layerId}`;
  for (const statement of createTable(tableName, definition.fields)) await run(statement);
  const rows = loading.rowsOf(layer, layerId);
  const copy = client.query(copyFrom(copyInto(tableName, definition.fields).compile(database).sql));
  const source = Readable.from(rows.bytes, { objectMode: false, highWaterMark: 256 * 1024 });
  await pipeline(source, copy, { ...(signal && { signal }) });
  loading.onIndexing?.();
  const { geometryType = null } = input;
  for (const statement of createIndexes(tableName, { geometryType, wkid }, layer.indexed))
    await run(statement);
  const indexes = nameIndexes(tableName, input.indexes);
  for (const index of indexes) await run(createOwnIndex(tableName, index, definition.fields));
  const { featureCount, extent } = rows.totals;
  await run(sql`insert into hosted_layer (service_id, layer_id, name, table_name, geometry_type, wkid, has_z, has_m, definition,
      next_objectid, feature_count, extent_xmin, extent_ymin, extent_xmax, extent_ymax, edited_at)
    values (${serviceId}, ${layerId}, ${input.name}, ${tableName}, ${geometryType}, ${wkid}, ${input.hasZ ?? false}, ${input.hasM ?? false},
      ${storedJson({ ...definition, indexes })}, ${featureCount + 1}, ${featureCount},
      ${extent?.xmin ?? null}, ${extent?.ymin ?? null}, ${extent?.xmax ?? null}, ${extent?.ymax ?? null}, ${now})`);
  return rows.totals;
}

/** A service of this name was created meanwhile. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'hosted_service_name';
}

/** Views show the features of a service, so its layers cannot be exchanged below them. */
function notReplaced(name: string): MappingError {
  const message = `${name} is a view or has views, so it cannot be overwritten. Append to its layers instead, or delete the views first.`;
  return new MappingError('services:has-views', message, { status: 400 });
}

export function exists(name: string): MappingError {
  return new MappingError('services:service-exists', `The service ${name} already exists.`, { status: 409 });
}
