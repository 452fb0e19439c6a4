import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { parameterError } from '../../platform/arcgis/parameters.ts';
import type { Database } from '../../platform/database/connect.ts';
import { arcgisError } from '../../platform/http/arcgis-error.ts';
import type { HostedLayer, HostedService, LayerDefinition, ViewDefinition } from '../layer/layer.ts';
import { type OwnPart, restrictLayer } from '../layer/view.ts';
import { parseCondition } from '../where/parse.ts';
import { type CompiledCondition, compileCondition } from '../where/where-condition.ts';
import { toQueryError } from './feature-rows-store.ts';
import { shownColumn, tableOf } from './feature-store.ts';
import { createPastOfView } from './archive-store.ts';
import { pastFunction } from './layer-table-store.ts';
import { findLayerById } from './service-store.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

const parameter = 'viewDefinitionQuery';

/**
 * The condition of a view over the fields of its source.
 * @throws MappingError 400 with the reason
 */
export function compileView(where: string, fields: HostedLayer['fields']): CompiledCondition {
  try {
    // The time is that of each query.
    const scope = { fields, parameter, stored: true, now: 0, user: null };
    return compileCondition(parseCondition(where, parameter), scope);
  } catch (error) {
    throw asInvalid(error);
  }
}

/** The message of an invalid query is that of queries: what is wrong is in its details. */
function asInvalid(error: unknown): unknown {
  if (!(error instanceof MappingError) || error.faults.length === 0) return error;
  return parameterError(parameter, error.faults.map(({ message }) => message).join(' '));
}

/** The layer of a view, before it is stored. */
export interface NewView {
  source: HostedLayer;
  service: HostedService;
  layerId: number;
  name: string;
  definition: LayerDefinition & { viewDefinition: ViewDefinition };
}

/** The source of a view, which `changeService` has locked. */
export async function findSource(
  transaction: Database,
  serviceId: number,
  layerId: number,
): Promise<HostedLayer> {
  const source = await findLayerById(transaction, serviceId, layerId);
  if (!source) throw arcgisError('services:not-found', { message: 'The layer of the view is gone.' });
  return source;
}

/** Adds a layer to a view. */
export async function insertViewLayer(
  transaction: Database,
  { source, service, layerId, name, definition }: NewView,
): Promise<HostedLayer> {
  const tableName = `s${service.id}_l${layerId}`;
  const own: OwnPart = { ...definition, service, layerId, name, tableName, versions: [], changed: 0 };
  const layer = restrictLayer(source, own);
  await createDatabaseView(transaction, layer);
  await sql`insert into hosted_layer
      (service_id, layer_id, name, table_name, geometry_type, wkid, has_z, has_m, definition, edited_at,
        source_service_id, source_layer_id)
    values (${service.id}, ${layerId}, ${name}, ${tableName}, ${source.geometryType}, ${source.wkid}, ${source.hasZ},
      ${source.hasM}, ${storedJson({ ...definition, fields: [] })}, 0, ${source.service.id}, ${source.layerId})`.execute(
    transaction,
  );
  return layer;
}

/**
 * Creates the database view that a layer reads and changes instead of its source's table: it has no hidden field and no
 * hidden row. The fields of editor tracking, which the server itself writes, are always part of it.
 * @throws MappingError 400 for a condition that the features do not allow
 */
export async function createDatabaseView(transaction: Database, layer: HostedLayer): Promise<void> {
  const { source, viewDefinition: view, fields, editorTracking } = layer;
  if (!source || !view) return;
  const tracked: string[] = Object.values(editorTracking ?? {});
  const shown = [...fields.slice(2), ...source.hidden.filter(({ name }) => tracked.includes(name))];
  const columns = ['objectid', 'globalid', 'box', 'shape', ...shown.map(({ column }) => column)];
  const condition =
    view.where === null
      ? sql`true`
      : asLiterals(transaction, compileView(view.where, [...fields, ...source.hidden]).sql);
  await sql`create view ${tableOf(layer)} as select ${sql.join(columns.map((column) => sql.id(column)))},
      ${condition} as ${sql.id(shownColumn)}
    from ${sql.id('hosted', source.tableName)} where ${condition}`.execute(transaction);
  await createPastOfView(transaction, layer, columns, condition);
  try {
    await sql`select count(*) from ${tableOf(layer)}`.execute(transaction);
  } catch (error) {
    throw asInvalid(toQueryError(error));
  }
}

export async function dropDatabaseView(transaction: Database, tableName: string): Promise<void> {
  await sql`drop function if exists ${pastFunction(tableName)}(bigint)`.execute(transaction);
  await sql`drop view if exists ${sql.id('hosted', tableName)}`.execute(transaction);
}

/** Views take no parameters: their values become literals of the statement. */
function asLiterals(database: Database, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const { sql: text, parameters } = condition.compile(database);
  const literal = (value: unknown) => {
    if (value === null) return 'null';
    return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value));
  };
  return sql.raw(text.replaceAll(/\$(\d+)/g, (_whole, number) => literal(parameters[Number(number) - 1])));
}

/** A layer of a view. */
export interface DependentLayer {
  serviceId: number;
  serviceName: string;
  itemId: string | null;
  orgId: string;
  layerId: number;
  name: string;
  tableName: string;
  sourceLayerId: number;
}

/** The layers of views that show features of a service, by service name. */
export async function findViewLayers(database: Database, serviceId: number): Promise<DependentLayer[]> {
  const rows = await database
    .selectFrom('hosted_layer as layer')
    .innerJoin('hosted_service as service', 'service.id', 'layer.service_id')
    .select([
      'service.id as serviceId',
      'service.name as serviceName',
      'service.item_id as itemId',
      'service.org_id as orgId',
      'layer.layer_id as layerId',
      'layer.name',
      'layer.table_name as tableName',
      'layer.source_layer_id as source',
    ])
    .where('layer.source_service_id', '=', serviceId)
    .orderBy('service.name')
    .orderBy('layer.layer_id')
    .execute();
  return rows.map(({ source, ...row }) => ({ ...row, sourceLayerId: source ?? 0 }));
}

/**
 * What changes the fields of a service creates all layers of views again that show it, in one transaction.
 * @param added layers that a view gets
 * @throws MappingError `services:invalid-service` (400)
 */
export async function refuseManyViews(
  transaction: Database,
  { id, name }: HostedService,
  added: number,
): Promise<void> {
  const views = await findViewLayers(transaction, id);
  if (views.length + added <= limits.serviceViewLayers) return;
  throw new MappingError(
    'services:invalid-service',
    `All views of ${name} have at most ${limits.serviceViewLayers} layers together. Delete those that nobody needs.`,
    { status: 400 },
  );
}

/**
 * Changes the fields of a service's layers while its views are dropped, and creates them again.
 * @throws MappingError `services:has-views` (400) when a view selects its features by a field that is gone
 */
export async function withoutViews<Result>(
  transaction: Database,
  service: HostedService,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!service.hasViews) return work();
  const views = await findViewLayers(transaction, service.id);
  for (const { tableName } of views) await dropDatabaseView(transaction, tableName);
  const result = await work();
  for (const view of views) await renewView(transaction, service.id, view);
  return result;
}

async function renewView(transaction: Database, serviceId: number, view: DependentLayer): Promise<void> {
  const source = await findLayerById(transaction, serviceId, view.sourceLayerId);
  const own = await findLayerById(transaction, view.serviceId, view.layerId);
  if (!source || !own?.viewDefinition) return;
  const { where } = own.viewDefinition;
  try {
    if (where !== null) compileView(where, source.fields);
  } catch (cause) {
    const message = `The view ${view.serviceName} selects features by a field that would be missing. Change the view first.`;
    throw new MappingError('services:has-views', message, { status: 400, cause });
  }
  const { viewDefinition } = own;
  await createDatabaseView(transaction, restrictLayer(source, { ...own, viewDefinition, changed: 0 }));
}

/** @throws MappingError `services:has-views` (400) while views show the features of a service or one of its layers */
export async function refuseWithViews(
  database: Database,
  { id, name }: Pick<HostedService, 'id' | 'name'>,
  layerIds?: readonly number[],
): Promise<void> {
  const views = (await findViewLayers(database, id)).filter(
    ({ sourceLayerId }) => !layerIds || layerIds.includes(sourceLayerId),
  );
  if (views.length === 0) return;
  const names = [...new Set(views.map(({ serviceName }) => serviceName))];
  throw new MappingError(
    'services:has-views',
    `Views show features of ${name}: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}. Delete the views first.`,
    { status: 400 },
  );
}
