import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import type { HostedLayer } from '../layer/layer.ts';

/**
 * Uploaded files of a service that wait for their feature. They are attachments of no feature, so that they
 * count for the service's owner like any attachment, and are deleted with the service.
 */

/** Object ids of features are never negative. */
const noFeature = -1;

/** A waiting file, without its bytes. */
export interface WaitingFile {
  id: string;
  name: string;
  description: string;
  uploadedAt: number;
}

export interface FileInput {
  name: string;
  contentType: string;
  bytes: Uint8Array;
  description: string;
}

/** Stores a file; expired files of the service are deleted. */
export async function addWaitingFile(
  database: Database,
  layer: HostedLayer,
  sender: string,
  { name, contentType, bytes, description }: FileInput,
  now: number,
): Promise<WaitingFile> {
  const id = randomUUID();
  await database.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('hosted_attachment')
      .where('service_id', '=', layer.service.id)
      .where('parent_objectid', '=', noFeature)
      .where('created_at', '<', now - limits.waitingFileMinutes * 60_000)
      .execute();
    const { next } = await transaction
      .updateTable('hosted_layer')
      .set((value) => ({ next_attachment_id: value('next_attachment_id', '+', 1) }))
      .where('service_id', '=', layer.service.id)
      .where('layer_id', '=', layer.layerId)
      .returning('next_attachment_id as next')
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('hosted_attachment')
      .values({
        service_id: layer.service.id,
        layer_id: layer.layerId,
        attachment_id: next - 1,
        globalid: id,
        parent_objectid: noFeature,
        name,
        content_type: contentType,
        size: bytes.length,
        // A waiting file has no keywords yet, so the column holds the upload's information.
        keywords: JSON.stringify({ sender, description }),
        bytes,
        created_at: now,
      })
      .execute();
  });
  return { id, name, description, uploadedAt: now };
}

/** The file and the requesting user: no user can access another user's uploads. */
interface Wanted {
  serviceId: number;
  id: string;
  sender: string;
  now: number;
}

export async function findWaitingFile(
  database: Database,
  { serviceId, id, sender, now }: Wanted,
): Promise<WaitingFile | undefined> {
  const row = await database
    .selectFrom('hosted_attachment')
    .select(['name', 'keywords', 'created_at'])
    .where('service_id', '=', serviceId)
    .where('parent_objectid', '=', noFeature)
    .where('globalid', '=', id)
    .executeTakeFirst();
  if (!row || row.created_at < now - limits.waitingFileMinutes * 60_000) return undefined;
  const upload = JSON.parse(row.keywords) as { sender: string; description: string };
  if (upload.sender !== sender) return undefined;
  return { id, name: row.name, description: upload.description, uploadedAt: row.created_at };
}

/** Takes the file with its bytes, which no longer waits. */
export async function takeWaitingFile(
  database: Database,
  wanted: Wanted,
): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  if (!(await findWaitingFile(database, wanted))) return undefined;
  return database
    .deleteFrom('hosted_attachment')
    .where('service_id', '=', wanted.serviceId)
    .where('parent_objectid', '=', noFeature)
    .where('globalid', '=', wanted.id)
    .returning(['name', 'bytes'])
    .executeTakeFirst();
}
