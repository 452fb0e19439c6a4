import { randomUUID } from 'node:crypto';
import { type RawBuilder, type Selectable, sql, type SqlBool, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type HostedLayer, storedAt } from '../layer/layer.ts';
import { createdBy, type FeatureKey, keyCondition } from './edit-store.ts';
import { tableOf } from './feature-store.ts';

/** Information about an attachment without its bytes. */
export interface AttachmentInfo {
  id: number;
  globalId: string;
  parentObjectId: number;
  name: string;
  contentType: string;
  size: number;
  keywords: string;
}

export interface AttachmentInput {
  /** A given GlobalID; a new one when absent. */
  globalId?: string;
  name: string;
  contentType: string;
  bytes: Uint8Array;
  keywords: string;
}

const columns = [
  'attachment_id',
  'globalid',
  'parent_objectid',
  'name',
  'content_type',
  'size',
  'keywords',
] as const;

/** Which attachments, and in which order, over the columns of their table. */
export interface ChosenAttachments {
  condition?: RawBuilder<SqlBool> | undefined;
  order?: readonly { sql: RawBuilder<unknown>; descending: boolean }[];
}

/** The attachments of some features, in the order they were added unless another is given. */
export async function listAttachments(
  database: Database,
  layer: HostedLayer,
  objectIds: readonly number[],
  { condition, order = [] }: ChosenAttachments = {},
): Promise<AttachmentInfo[]> {
  let query = ofLayer(database, layer)
    .select(columns)
    .where('parent_objectid', '=', (where) => where.fn.any(where.val([...objectIds])));
  if (condition) query = query.where(condition);
  for (const { sql: term, descending } of order) query = query.orderBy(term, descending ? 'desc' : 'asc');
  const rows = await query.orderBy('parent_objectid').orderBy('attachment_id').execute();
  return rows.map(infoOf);
}

/** Condition for a query of the layer's own table: features that have attachments. */
export function hasAttachments(layer: HostedLayer): RawBuilder<SqlBool> {
  const { serviceId, layerId } = storedAt(layer);
  return sql<SqlBool>`exists (select from hosted_attachment
    where service_id = ${serviceId} and layer_id = ${layerId} and parent_objectid = objectid)`;
}

function infoOf(
  row: Pick<Selectable<Tables['hosted_attachment']>, (typeof columns)[number]>,
): AttachmentInfo {
  return {
    id: row.attachment_id,
    globalId: row.globalid,
    parentObjectId: row.parent_objectid,
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    keywords: row.keywords,
  };
}

export async function readAttachment(database: Database, layer: HostedLayer, objectId: number, id: number) {
  return ofLayer(database, layer)
    .select(['name', 'content_type', 'bytes', 'globalid'])
    .where('parent_objectid', '=', objectId)
    .where('attachment_id', '=', id)
    .executeTakeFirst();
}

function ofLayer(database: Database, layer: HostedLayer) {
  const { serviceId, layerId } = storedAt(layer);
  return database
    .selectFrom('hosted_attachment')
    .where('service_id', '=', serviceId)
    .where('layer_id', '=', layerId)
    .$if(layer.source !== undefined, (query) => query.where(ofShownFeature(layer)));
}

/** Condition on attachments: those of the features that a view shows, unless it hides attachments altogether. */
function ofShownFeature(layer: HostedLayer): RawBuilder<SqlBool> {
  if (!layer.hasAttachments) return sql`false`;
  return sql`exists (select from ${tableOf(layer)} where objectid = parent_objectid)`;
}

/** Adds an attachment; the caller holds the layer's lock (`LayerEdits.begin`). */
export async function addAttachment(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  objectId: number,
  { globalId = randomUUID(), name, contentType, bytes, keywords }: AttachmentInput,
  now: number,
): Promise<{ id: number; globalId: string }> {
  const { serviceId, layerId } = storedAt(layer);
  const { next } = await transaction
    .updateTable('hosted_layer')
    .set((value) => ({ next_attachment_id: value('next_attachment_id', '+', 1) }))
    .where('service_id', '=', serviceId)
    .where('layer_id', '=', layerId)
    .returning('next_attachment_id as next')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('hosted_attachment')
    .values({
      service_id: serviceId,
      layer_id: layerId,
      attachment_id: next - 1,
      globalid: globalId,
      parent_objectid: objectId,
      name,
      content_type: contentType,
      size: bytes.length,
      keywords,
      bytes,
      created_at: now,
    })
    .execute();
  return { id: next - 1, globalId };
}

/** Replaces an attachment; undefined when the feature has none with this id. */
export async function replaceAttachment(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  objectId: number,
  id: number,
  { name, contentType, bytes, keywords }: AttachmentInput,
): Promise<{ id: number; globalId: string } | undefined> {
  const { serviceId, layerId } = storedAt(layer);
  const row = await transaction
    .updateTable('hosted_attachment')
    .set({ name, content_type: contentType, size: bytes.length, keywords, bytes })
    .where('service_id', '=', serviceId)
    .where('layer_id', '=', layerId)
    .where('parent_objectid', '=', objectId)
    .where('attachment_id', '=', id)
    .returning('globalid')
    .executeTakeFirst();
  return row && { id, globalId: row.globalid };
}

export async function deleteAttachment(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  objectId: number,
  id: number,
): Promise<{ id: number; globalId: string } | undefined> {
  const { serviceId, layerId } = storedAt(layer);
  const row = await transaction
    .deleteFrom('hosted_attachment')
    .where('service_id', '=', serviceId)
    .where('layer_id', '=', layerId)
    .where('parent_objectid', '=', objectId)
    .where('attachment_id', '=', id)
    .returning('globalid')
    .executeTakeFirst();
  return row && { id, globalId: row.globalid };
}

/** The attachment of a layer with this GlobalID. */
export async function findAttachment(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  globalId: string,
): Promise<AttachmentInfo | undefined> {
  const row = await ofLayer(transaction, layer)
    .select(columns)
    .where('globalid', '=', globalId)
    .where('parent_objectid', '>=', 0)
    .executeTakeFirst();
  return row && infoOf(row);
}

/**
 * The object id of a feature, by either of its keys.
 * @param creator only a feature that this user created
 */
export async function findObjectId(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  key: FeatureKey,
  creator?: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ objectid: number }>`select objectid from ${tableOf(layer)}
    where ${keyCondition(key)} and ${createdBy(layer, creator)}`.execute(transaction);
  return rows[0]?.objectid;
}
