import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { refusal } from '../../../wire/refusals.ts';
import { columnTypes, type AttributeValue, type Field } from '../layer/field.ts';
import type { HostedLayer, HostedService, LayerDefinition, LayerIndex } from '../layer/layer.ts';
import { refuseLargeService } from './definition-size-store.ts';
import { type DescribedLayer } from './describe-layer.ts';
import { printTimestamp } from './encode-rows.ts';
import { tableOf } from './feature-store.ts';
import { momentAfter, stampChanges, writeFunctions } from './archive-store.ts';
import {
  createIndexes,
  createOwnIndex,
  createTable,
  dropTable,
  historyName,
  nameIndexes,
} from './layer-table-store.ts';
import { findService } from './service-store.ts';
import { dropDatabaseView, type NewView } from './view-store.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

/** Seconds that a change waits for running queries and edits of the layer; others wait behind it meanwhile. */
const lockSeconds = 10;

/** A service and its layers, locked: no edit and no other change happens before the transaction ends. */
export interface LockedService {
  transaction: Transaction<Tables>;
  service: HostedService;
  layers: HostedLayer[];
}

/**
 * Locks the sources of a view against changes and edits, those that it has and those that it gets, in the order in which edits of
 * several layers lock them. An edit by a view locks its source first, and may then need the view's own layer, to which files
 * belong that were uploaded to it.
 */
async function lockSources(
  transaction: Database,
  viewId: number,
  added: readonly Pick<NewView, 'source'>[],
): Promise<void> {
  await sql`select from hosted_layer where (service_id, layer_id) in (
      select source_service_id, source_layer_id from hosted_layer where service_id = ${viewId}
      union all select * from unnest(${added.map(({ source }) => source.service.id)}::integer[],
        ${added.map(({ source }) => source.layerId)}::integer[]))
    order by service_id, layer_id for share`.execute(transaction);
}

/**
 * Changes a service in one transaction: all of it, or nothing.
 * @param newViews the layers that a view gets
 * @throws MappingError `services:busy` (503) when a query or edit takes too long, `services:invalid-service` (400) when its
 * definitions become too large
 */
export async function changeService<Result>(
  database: Database,
  { id, name, orgId }: HostedService,
  work: (locked: LockedService) => Promise<Result>,
  newViews: readonly Pick<NewView, 'source'>[] = [],
): Promise<Result | undefined> {
  try {
    return await database.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = ${sql.lit(`${lockSeconds}s`)}`.execute(transaction);
      await sql`select id from hosted_service where id = ${id} for update`.execute(transaction);
      await lockSources(transaction, id, newViews);
      await sql`select layer_id from hosted_layer where service_id = ${id} order by layer_id for update`.execute(
        transaction,
      );
      const found = await findService(transaction, name, { orgId });
      if (found?.service.id !== id) return undefined;
      const result = await work({ transaction, ...found });
      await refuseLargeService(transaction, id);
      return result;
    });
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    const message = 'The layer is in use. Try again in a minute.';
    const options = { status: 503, retryAfterSeconds: lockSeconds, cause: error };
    throw refusal('services:busy', message, 'layer-in-use', {}, options);
  }
}

export async function saveService(
  transaction: Database,
  { id, capabilities, description, copyright, layerDefaults }: HostedService,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('hosted_service')
    .set({
      capabilities: capabilities.join(','),
      description,
      copyright,
      layer_defaults: layerDefaults ? storedJson(layerDefaults) : null,
      modified_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Saves a layer's description; its edit time grows, so that cached queries and tiles are read again. */
export async function saveLayer(transaction: Database, layer: HostedLayer, now: number): Promise<void> {
  // The edit time of a view's layer is that of its source, and one more for each change.
  const min = layer.source ? 0 : now;
  await sql`update hosted_layer set name = ${layer.name}, definition = ${storedJson(definitionOf(layer))},
      edited_at = greatest(edited_at + 1, ${min}) where ${rowOf(layer)}`.execute(transaction);
  if (layer.archive && !layer.source) await writeFunctions(transaction, layer);
}

/** The stored part of a layer's description. */
function definitionOf(layer: HostedLayer): LayerDefinition {
  const {
    service: _service,
    layerId: _id,
    name: _name,
    tableName: _table,
    geometryType: _type,
    wkid: _wkid,
    hasZ: _z,
    hasM: _m,
    featureCount: _count,
    extent: _extent,
    editedAt: _edited,
    versions: _versions,
    source,
    ...definition
  } = layer;
  return source ? { ...definition, fields: [] } : definition;
}

function rowOf({ service, layerId }: HostedLayer): RawBuilder<unknown> {
  return sql`service_id = ${service.id} and layer_id = ${layerId}`;
}

/** Adds an empty layer. */
export async function insertLayer(
  transaction: Database,
  service: HostedService,
  layerId: number,
  { input, definition, wkid, indexed }: DescribedLayer,
  now: number,
): Promise<void> {
  const tableName = `s${service.id}_l${layerId}`;
  const { geometryType = null } = input;
  const indexes = nameIndexes(tableName, input.indexes);
  const statements = [
    ...createTable(tableName, definition.fields),
    ...createIndexes(tableName, { geometryType, wkid }, indexed),
    ...indexes.map((index) => createOwnIndex(tableName, index, definition.fields)),
    sql`insert into hosted_layer
        (service_id, layer_id, name, table_name, geometry_type, wkid, has_z, has_m, definition, edited_at)
      values (${service.id}, ${layerId}, ${input.name}, ${tableName}, ${geometryType}, ${wkid},
        ${input.hasZ ?? false}, ${input.hasM ?? false}, ${storedJson({ ...definition, indexes })}, ${now})`,
  ];
  for (const statement of statements) await statement.execute(transaction);
}

/** Deletes a layer with its features and attachments; of a view's layer they stay where they are. */
export async function removeLayer(transaction: Database, layer: HostedLayer): Promise<void> {
  if (layer.source) await dropDatabaseView(transaction, layer.tableName);
  else for (const statement of dropTable(layer.tableName)) await statement.execute(transaction);
  await sql`delete from hosted_layer where ${rowOf(layer)}`.execute(transaction);
}

/** Adds a column. Existing rows get the default without being rewritten. */
export async function addColumn(transaction: Database, layer: HostedLayer, field: Field): Promise<void> {
  const { column, type, defaultValue } = field;
  const collation = type === 'esriFieldTypeString' ? sql` collate "und-x-icu"` : sql``;
  const filled = defaultValue === null ? sql`` : sql` default ${literal(field, defaultValue)}`;
  for (const table of tablesOf(layer)) {
    await sql`alter table ${table} add column ${sql.id(column)}
      ${sql.raw(columnTypes[type])}${collation}${filled}`.execute(transaction);
    if (defaultValue === null) continue;
    await sql`alter table ${table} alter column ${sql.id(column)} drop default`.execute(transaction);
  }
}

/** The table of a layer, and that of its history, which has the same fields. */
function tablesOf(layer: HostedLayer): RawBuilder<unknown>[] {
  const history = sql`${sql.id('hosted', historyName(layer.tableName))}`;
  return layer.archive ? [tableOf(layer), history] : [tableOf(layer)];
}

/** Statements that change a table take no parameters. */
function literal(field: Field, value: AttributeValue): RawBuilder<unknown> {
  const printed = field.type === 'esriFieldTypeDate' ? printTimestamp(value as number) : String(value);
  return sql`cast(${sql.lit(printed)} as ${sql.raw(columnTypes[field.type])})`;
}

export async function dropColumn(transaction: Database, layer: HostedLayer, field: Field): Promise<void> {
  for (const table of tablesOf(layer))
    await sql`alter table ${table} drop column ${sql.id(field.column)}`.execute(transaction);
}

export async function createIndex(
  transaction: Database,
  { tableName, fields }: HostedLayer,
  index: LayerIndex,
): Promise<void> {
  await createOwnIndex(tableName, index, fields).execute(transaction);
}

export async function dropIndex(transaction: Database, { storedName }: LayerIndex): Promise<void> {
  await sql`drop index ${sql.id('hosted', storedName)}`.execute(transaction);
}

export async function hasFeatures(transaction: Database, layer: HostedLayer): Promise<boolean> {
  const { rows } = await sql`select 1 from ${tableOf(layer)} limit 1`.execute(transaction);
  return rows.length > 0;
}

/** Whether some feature has no value in a field. */
export async function hasEmptyValues(
  transaction: Database,
  layer: HostedLayer,
  { column }: Field,
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${tableOf(layer)} where ${sql.id(column)} is null limit 1`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Whether some value of a text field is longer than a number of characters. */
export async function hasLongerValues(
  transaction: Database,
  layer: HostedLayer,
  { column }: Field,
  length: number,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ${tableOf(layer)} where length(${sql.id(column)}) > ${length} limit 1`.execute(
      transaction,
    );
  return rows.length > 0;
}

/**
 * Deletes every feature and attachment, or only the attachments. Object ids are not used again.
 * @param layer as it is since its row was locked: an edit time read before could be that of another edit
 */
export async function truncateLayer(
  transaction: Database,
  layer: HostedLayer,
  { attachmentsOnly, now, caller }: { attachmentsOnly: boolean; now: number; caller: string | null },
): Promise<void> {
  await stampChanges(transaction, layer, { moment: momentAfter(layer.editedAt, now), caller });
  // Attachments without a feature are waiting uploads.
  await sql`delete from hosted_attachment where ${rowOf(layer)} and parent_objectid >= 0`.execute(
    transaction,
  );
  if (!attachmentsOnly) await sql`truncate table ${tableOf(layer)}`.execute(transaction);
  await recount(transaction, layer, now);
}

/** Recomputes the feature count and the extent, which edits only ever enlarge. */
export async function recount(transaction: Database, layer: HostedLayer, now: number): Promise<void> {
  await sql`update hosted_layer set feature_count = found.features,
      extent_xmin = found.xmin, extent_ymin = found.ymin, extent_xmax = found.xmax, extent_ymax = found.ymax,
      edited_at = greatest(edited_at + 1, ${now})
    from (select count(*) as features,
        min((box[1])[0]) as xmin, min((box[1])[1]) as ymin, max((box[0])[0]) as xmax, max((box[0])[1]) as ymax
      from ${tableOf(layer)}) as found
    where ${rowOf(layer)}`.execute(transaction);
}

/** Bytes on disk: the features and their history with their indexes, and the attachments. */
export async function readLayerSize(database: Database, layer: HostedLayer): Promise<number> {
  const { rows } = await sql<{ size: number }>`select
      pg_total_relation_size(to_regclass(${`hosted.${layer.tableName}`})) +
      coalesce(pg_total_relation_size(to_regclass(${`hosted.${historyName(layer.tableName)}`})), 0) +
      (select coalesce(sum(size), 0) from hosted_attachment where ${rowOf(layer)}) as size`.execute(database);
  return Number(rows[0]?.size ?? 0);
}
