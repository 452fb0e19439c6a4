import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { type HostedLayer, storedAt } from '../layer/layer.ts';
import { columnsOf, momentAfter, stampChanges } from './archive-store.ts';
import { LayerEdits } from './edit-store.ts';
import { tableOf } from './feature-store.ts';
import { historyName } from './layer-table-store.ts';

/** Conflicts of offline edits: features that exist already, and features that others have deleted meanwhile. */

/**
 * Locks the layer's row as edits do, before anything of the layer is read: a change of the layer holds its row, and then waits for
 * whoever reads its table.
 * @returns its edit time
 */
export async function lockLayer(transaction: Transaction<Tables>, layer: HostedLayer): Promise<number> {
  const { serviceId, layerId } = storedAt(layer);
  const { rows } = await sql<{ edited: number }>`select edited_at as edited from hosted_layer
    where service_id = ${serviceId} and layer_id = ${layerId} for no key update`.execute(transaction);
  return rows[0]?.edited ?? 0;
}

/** The given GlobalIDs that features of the layer have. */
export async function existingFeatures(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  globalIds: readonly string[],
): Promise<Set<string>> {
  if (globalIds.length === 0) return new Set();
  const { rows } = await sql<{ globalid: string }>`select globalid from ${tableOf(layer)}
    where globalid = any(cast(${globalIds} as uuid[]))`.execute(transaction);
  return new Set(rows.map(({ globalid }) => globalid));
}

/** The given GlobalIDs that attachments of the layer have. */
export async function existingAttachments(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  globalIds: readonly string[],
): Promise<Set<string>> {
  if (globalIds.length === 0) return new Set();
  const { serviceId, layerId } = storedAt(layer);
  const { rows } = await sql<{ globalid: string }>`select globalid from hosted_attachment
    where service_id = ${serviceId} and layer_id = ${layerId} and parent_objectid >= 0
      and globalid = any(cast(${globalIds} as uuid[]))`.execute(transaction);
  return new Set(rows.map(({ globalid }) => globalid));
}

/**
 * Puts deleted features back as they were before their deletion, with their object ids, so that a later edit of one wins over
 * its deletion. Their attachments are not restored. One that was put back and deleted again in the same transaction, because its edit
 * failed, has no later version than its insertion.
 * @returns the GlobalIDs of those that the history has
 */
export async function reviveFeatures(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  globalIds: readonly string[],
  { now, caller }: { now: number; caller: string | null },
): Promise<string[]> {
  if (globalIds.length === 0 || !layer.archive) return [];
  const { serviceId, layerId } = storedAt(layer);
  const moment = momentAfter(await lockLayer(transaction, layer), now);
  await stampChanges(transaction, layer, { moment, caller });
  const history = sql.id('hosted', historyName(layer.tableName));
  const names = sql.join(columnsOf(layer).map((column) => sql.id(column)));
  const { rows } = await sql<{ globalid: string }>`with revived as (
      insert into ${tableOf(layer)} (${names})
      select ${names} from ${history} as past
      where globalid = any(cast(${globalIds} as uuid[])) and act = 'delete'
        and not exists (select from ${history} as later where later.objectid = past.objectid and later.until > past.until
          and later.act <> 'insert')
        and not exists (select from ${tableOf(layer)} as present where present.objectid = past.objectid)
      returning globalid, box),
    measured as (select count(*) as count, min((box[1])[0]) as west, min((box[1])[1]) as south,
      max((box[0])[0]) as east, max((box[0])[1]) as north from revived),
    counted as (update hosted_layer set feature_count = feature_count + measured.count,
        extent_xmin = least(extent_xmin, west), extent_ymin = least(extent_ymin, south),
        extent_xmax = greatest(extent_xmax, east), extent_ymax = greatest(extent_ymax, north)
      from measured where service_id = ${serviceId} and layer_id = ${layerId})
    select globalid from revived`.execute(transaction);
  return rows.map(({ globalid }) => globalid);
}

/** Deletes revived features again whose edit then failed. */
export async function deleteAgain(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  globalIds: readonly string[],
  editor: { now: number; caller: string | null },
): Promise<void> {
  if (globalIds.length === 0) return;
  const edits = await LayerEdits.begin(transaction, layer, editor);
  await edits?.delete(globalIds.map((globalId) => ({ globalId })));
  await edits?.finish();
}
