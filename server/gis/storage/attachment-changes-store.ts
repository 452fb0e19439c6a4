import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { type HostedLayer, storedAt } from '../layer/layer.ts';
import type { AttachmentInfo } from './attachment-store.ts';
import type { GenerationRange } from './changes-store.ts';
import { type FeatureSelection, readObjectIds, tableOf } from './feature-store.ts';

/** An attachment with the GlobalID of its feature. */
export interface SyncedAttachment extends AttachmentInfo {
  parentGlobalId: string;
}

/** Attachments that differ between two generations, by whether a copy of the first one has them. */
export interface AttachmentChanges {
  added: SyncedAttachment[];
  updated: SyncedAttachment[];
  deletedIds: string[];
}

const infoColumns = sql`a.attachment_id as id, a.globalid as "globalId", a.parent_objectid as "parentObjectId", a.name,
  a.content_type as "contentType", a.size, a.keywords`;

/** The attachments of some features at a generation; those that were changed since are as they are now. */
export async function attachmentsOf(
  database: Database,
  layer: HostedLayer,
  objectIds: readonly number[],
  generation: number,
  max: number,
): Promise<SyncedAttachment[]> {
  if (!layer.hasAttachments || objectIds.length === 0) return [];
  const { serviceId, layerId } = storedAt(layer);
  const { rows } = await sql<AttachmentInfo>`select ${infoColumns} from hosted_attachment a
    where a.service_id = ${serviceId} and a.layer_id = ${layerId}
      and a.parent_objectid = any(cast(${objectIds} as bigint[])) and a.added_gen <= ${generation}
    order by a.parent_objectid, a.attachment_id limit ${max}`.execute(database);
  return withParents(database, layer, rows, generation);
}

/**
 * Attachments of the selected features that changed between two generations; undefined when those of more than
 * `maxFeatures` did, or more of them were deleted.
 * @param entered object ids of features that the copy does not have yet: all their attachments are new to it
 * @param max how many of the selected features' attachments are returned
 */
export async function compareAttachments(
  database: Database,
  layer: HostedLayer,
  { from, to }: GenerationRange,
  selection: FeatureSelection,
  { entered, max, maxFeatures }: { entered: readonly number[]; max: number; maxFeatures: number },
): Promise<AttachmentChanges | undefined> {
  if (!layer.hasAttachments) return { added: [], updated: [], deletedIds: [] };
  const { serviceId, layerId } = storedAt(layer);
  const ofLayer = (alias: string) =>
    sql`${sql.ref(`${alias}.service_id`)} = ${serviceId} and ${sql.ref(`${alias}.layer_id`)} = ${layerId}`;
  const isChanged = sql`${ofLayer('a')} and a.edited_gen > ${from} and a.added_gen <= ${to} and a.parent_objectid >= 0`;
  const isGone = sql`${ofLayer('d')} and d.deleted_gen > ${from} and d.deleted_gen <= ${to}`;
  const { rows: touched } = await sql<{ id: number }>`
    select a.parent_objectid as id from hosted_attachment a where ${isChanged}
    union select d.parent_objectid from hosted_attachment_deletion d where ${isGone}
    limit ${maxFeatures + 1}`.execute(database);
  if (touched.length > maxFeatures) return undefined;
  const among = touched.map(({ id }) => id);
  // Chosen before the attachments are limited: those of other features must not take their places.
  const shown = await selectedAmong(database, { ...layer, moment: to }, selection, among);
  const isNew = new Set(entered);
  const present = shown.filter((id) => !isNew.has(id));
  const { rows: kept } = await sql<AttachmentInfo & { isNew: boolean }>`
    select ${infoColumns}, a.added_gen > ${from} as "isNew" from hosted_attachment a
    where ${isChanged} and a.parent_objectid = any(cast(${present} as bigint[]))
    order by a.parent_objectid, a.attachment_id limit ${max}`.execute(database);
  const { rows: gone } = await sql<{ globalId: string }>`
    select d.globalid as "globalId" from hosted_attachment_deletion d
    where ${isGone} and d.parent_objectid = any(cast(${shown} as bigint[]))
    order by d.deleted_gen limit ${maxFeatures + 1}`.execute(database);
  if (gone.length > maxFeatures) return undefined;
  const [added, updated, ofEntered] = [
    await withParents(
      database,
      layer,
      kept.filter((one) => one.isNew),
      to,
    ),
    await withParents(
      database,
      layer,
      kept.filter((one) => !one.isNew),
      to,
    ),
    await attachmentsOf(database, layer, entered, to, max),
  ];
  // Attachments of features that left the copy leave it with them. Others may be the client's own, so that also those are
  // listed which the first generation did not have.
  return {
    added: [...ofEntered, ...added],
    updated,
    deletedIds: gone.map(({ globalId }) => globalId),
  };
}

async function selectedAmong(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const among = sql<boolean>`objectid = any(cast(${ids} as bigint[]))`;
  return readObjectIds(database, layer, { ...selection, conditions: [...selection.conditions, among] });
}

/** Adds the GlobalIDs of features; attachments of features that do not exist at the generation are left out. */
async function withParents<Info extends AttachmentInfo>(
  database: Database,
  layer: HostedLayer,
  infos: readonly Info[],
  generation: number,
): Promise<(Info & SyncedAttachment)[]> {
  const ids = [...new Set(infos.map(({ parentObjectId }) => parentObjectId))];
  if (ids.length === 0) return [];
  const globalIds = await globalIdsOf(database, { ...layer, moment: generation }, ids);
  return infos.flatMap((info) => {
    const parentGlobalId = globalIds.get(info.parentObjectId);
    return parentGlobalId === undefined ? [] : [{ ...info, parentGlobalId }];
  });
}

async function globalIdsOf(
  database: Database,
  layer: HostedLayer,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{
    objectid: number;
    globalid: string;
  }>`select objectid, globalid from ${tableOf(layer)}
    where objectid = any(cast(${ids} as bigint[]))`.execute(database);
  return new Map(rows.map(({ objectid, globalid }) => [objectid, globalid]));
}

/** The bytes of attachments, by their ids. */
export async function readAttachmentBytes(
  database: Database,
  layer: HostedLayer,
  ids: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const { serviceId, layerId } = storedAt(layer);
  const rows = await database
    .selectFrom('hosted_attachment')
    .select(['attachment_id', 'bytes'])
    .where('service_id', '=', serviceId)
    .where('layer_id', '=', layerId)
    .where('attachment_id', '=', (where) => where.fn.any(where.val([...ids])))
    .execute();
  return new Map(rows.map(({ attachment_id, bytes }) => [attachment_id, bytes]));
}
