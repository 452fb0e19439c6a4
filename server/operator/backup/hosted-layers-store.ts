import { sql } from 'kysely';
import type pg from 'pg';
import { MappingError } from '../../../wire/errors.ts';
import { columnTypes } from '../../gis/layer/field.ts';
import type { HostedLayer } from '../../gis/layer/layer.ts';
import { restrictLayer } from '../../gis/layer/view.ts';
import { createArchive } from '../../gis/storage/archive-store.ts';
import {
  createIndexes,
  createOwnIndex,
  createTable,
  dropTable,
  historyName,
} from '../../gis/storage/layer-table-store.ts';
import { findLayerById } from '../../gis/storage/service-store.ts';
import { createDatabaseView, dropDatabaseView } from '../../gis/storage/view-store.ts';
import { type Database, withinTransaction } from '../../platform/database/connect.ts';
import { inBoundedTransactions } from '../../platform/database/locks-store.ts';

/** Indexed columns of layers' tables, by table: those that the descriptions of the layers do not list (`FieldInput.indexed`). */
export async function readIndexed(client: pg.ClientBase): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select layer.table_name as "table", array_agg(a.attname::text order by a.attnum) as columns
     from hosted_layer layer
       join pg_class t on t.relname = layer.table_name and t.relnamespace = 'hosted'::regnamespace
       join pg_index i on i.indrelid = t.oid join pg_class c on c.oid = i.indexrelid
       join pg_am method on method.oid = c.relam and method.amname = 'btree'
       join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
     where i.indnatts = 1 and not i.indisunique and i.indpred is null
       and not exists (select from jsonb_array_elements(layer.definition -> 'indexes') own where own ->> 'storedName' = c.relname)
     group by layer.table_name`,
  );
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}

/** The tables with the features of layers, and with their former versions. */
export async function listLayerTables(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from hosted_layer where source_service_id is null`,
  );
  return new Set(rows.flatMap(({ name }) => [name, historyName(name)]));
}

/** A hosted layer to restore, with the one whose features it shows. */
export interface StoredLayer {
  layer: HostedLayer;
  source?: HostedLayer;
}

/**
 * The hosted layers by the descriptions in the transaction, those with features of their own first.
 * @throws MappingError `backup:unreadable` for names and types that the product does not give
 */
export async function readLayers(client: pg.PoolClient): Promise<StoredLayer[]> {
  const database = withinTransaction(client);
  const rows = await database
    .selectFrom('hosted_layer')
    .select(['service_id', 'layer_id', 'source_service_id', 'source_layer_id'])
    .orderBy('source_service_id', (order) => order.asc().nullsFirst())
    .orderBy('service_id')
    .orderBy('layer_id')
    .execute();
  const layers: StoredLayer[] = [];
  for (const row of rows) {
    const layer = await findLayerById(database, row.service_id, row.layer_id);
    if (!layer) throw foreign(`${row.service_id}/${row.layer_id}`);
    if (row.source_service_id === null) layers.push({ layer });
    else {
      const source = await findLayerById(database, row.source_service_id, row.source_layer_id ?? 0);
      if (!source) throw foreign(layer.tableName);
      layers.push({ layer, source });
    }
  }
  for (const { layer } of layers) refuseForeignNames(layer);
  return layers;
}

/**
 * Creates the table, history or view of a hosted layer by its description, as it was created first: a backup has no statements,
 * because nothing shows who wrote it.
 * @param load loads the rows of a table
 */
export async function restoreLayer(
  database: Database,
  { layer, source }: StoredLayer,
  indexed: Readonly<Record<string, string[]>>,
  load: (table: string) => Promise<void>,
): Promise<void> {
  if (source) await restoreView(database, source, layer);
  else await restoreTable(database, layer, indexed[layer.tableName] ?? [], load);
}

/** Deletes tables and views with names of those of layers, which no layer has. */
export async function removeLayerTables(database: Database): Promise<void> {
  const { rows } = await sql<{
    name: string;
    isView: boolean;
  }>`select relname as name, relkind = 'v' as "isView"
    from pg_class where relnamespace = 'hosted'::regnamespace and relkind in ('r', 'v')
      and relname ~ '^s[0-9]+_l[0-9]+$' and not exists (select from hosted_layer where table_name = relname)
    order by relkind desc, relname`.execute(database);
  await inBoundedTransactions(database, rows, async ({ name, isView }, { transaction }) => {
    if (isView) await dropDatabaseView(transaction, name);
    else for (const statement of dropTable(name)) await statement.execute(transaction);
  });
}

/** Rows are loaded before the history begins, which would record them. */
async function restoreTable(
  database: Database,
  layer: HostedLayer,
  indexed: readonly string[],
  load: (table: string) => Promise<void>,
): Promise<void> {
  const { tableName, fields, indexes = [] } = layer;
  for (const statement of createTable(tableName, fields)) await statement.execute(database);
  await load(tableName);
  for (const statement of createIndexes(tableName, layer, indexed)) await statement.execute(database);
  for (const index of indexes) await createOwnIndex(tableName, index, fields).execute(database);
  if (!layer.archive) return;
  await createArchive(database, layer);
  await load(historyName(tableName));
}

async function restoreView(database: Database, source: HostedLayer, own: HostedLayer): Promise<void> {
  const { viewDefinition } = own;
  if (!viewDefinition) throw foreign(own.tableName);
  await createDatabaseView(database, restrictLayer(source, { ...own, viewDefinition, changed: 0 }));
}

/** Of `columnName`, and of tables by service and layer. Functions of histories contain them. */
const columnPattern = /^f\d+_[a-z0-9_]*$/;

function refuseForeignNames({ service, layerId, tableName, fields }: HostedLayer): void {
  if (tableName !== `s${service.id}_l${layerId}`) throw foreign(tableName);
  for (const { column, type } of fields.slice(2))
    if (!columnPattern.test(column) || !Object.hasOwn(columnTypes, type)) throw foreign(tableName);
}

function foreign(table: string): MappingError {
  return new MappingError(
    'backup:unreadable',
    `The backup describes the layer ${table} as this product never does. Nothing has been restored.`,
  );
}
