import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import {
  type BytesAside,
  type GivenBytes,
  readInParts,
  setAside,
} from '../../platform/database/large-bytes-store.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { insertFile } from './attachment-store.ts';
import { deleteSomeExpiredFiles, noFeature, oldest, partOfFile } from './expired-file-store.ts';

/**
 * Uploaded files of a service that wait for their feature, whole or in parts. They are attachments of no feature, so that they
 * count for the service's owner like any attachment, and are deleted with the service.
 */

/** A waiting file, without its bytes. */
export interface WaitingFile {
  id: string;
  name: string;
  description: string;
  uploadedAt: number;
  /** False while its parts are uploaded. */
  committed: boolean;
}

export interface FileInput {
  name: string;
  contentType: string;
  /** Absent: they follow in parts. */
  bytes?: GivenBytes;
  description: string;
}

/** The content of the column `keywords`, which a waiting file has no use for yet. */
interface Waiting {
  sender: string;
  description: string;
  inParts?: boolean;
}

/**
 * Stores a file, or registers one that follows in parts; some expired files of the service are deleted. Serialised within a sender in a
 * service, so that no two get the last place.
 * @throws MappingError `services:many-uploads` (429) where too many of this sender wait
 */
export async function addWaitingFile(
  database: Database,
  layer: HostedLayer,
  sender: string,
  { name, contentType, bytes, description }: FileInput,
  now: number,
): Promise<WaitingFile> {
  const id = randomUUID();
  const waiting: Waiting = { sender, description, ...(!bytes && { inParts: true }) };
  await database.transaction().execute(async (transaction) => {
    // First: what follows locks the row of the layer.
    const place = `${layer.service.id}/${sender}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 56))`.execute(transaction);
    // The rest is left to the next upload, and to the sweep.
    await deleteSomeExpiredFiles(transaction, layer.service.id, now);
    await refuseMany(transaction, layer.service.id, sender, now);
    const keywords = JSON.stringify(waiting);
    const file = { globalId: id, name, contentType, bytes: bytes ?? new Uint8Array(), keywords };
    await insertFile(transaction, placeOf(layer), noFeature, file, now);
  });
  return { id, name, description, uploadedAt: now, committed: bytes !== undefined };
}

async function refuseMany(database: Database, serviceId: number, sender: string, now: number): Promise<void> {
  // As `Waiting` is written.
  const beginning = `{"sender":${JSON.stringify(sender)},`;
  const { waiting } = await database
    .selectFrom('hosted_attachment')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('waiting'))
    .where('service_id', '=', serviceId)
    .where('parent_objectid', '=', noFeature)
    .where('created_at', '>=', oldest(now))
    .where(sql<boolean>`starts_with(keywords, ${beginning})`)
    .executeTakeFirstOrThrow();
  if (waiting < limits.waitingFiles) return;
  const message = `You have ${waiting} uploads in this service that no feature uses yet, the most there may be. Use or delete them.`;
  throw new MappingError('services:many-uploads', message, { status: 429 });
}

/** The file and the requesting user: no user can access another user's uploads. */
export interface Wanted {
  serviceId: number;
  id: string;
  sender: string;
  now: number;
}

function isFile(serviceId: number, id: string) {
  return (eb: ExpressionBuilder<Tables, 'hosted_attachment'>) =>
    eb.and({ service_id: serviceId, parent_objectid: noFeature, globalid: id });
}

export async function findWaitingFile(
  database: Database,
  { serviceId, id, sender, now }: Wanted,
): Promise<WaitingFile | undefined> {
  const row = await database
    .selectFrom('hosted_attachment')
    .select(['name', 'keywords', 'created_at'])
    .where(isFile(serviceId, id))
    .executeTakeFirst();
  if (!row || row.created_at < oldest(now)) return undefined;
  const waiting = JSON.parse(row.keywords) as Waiting;
  if (waiting.sender !== sender) return undefined;
  const { description, inParts } = waiting;
  return { id, name: row.name, description, uploadedAt: row.created_at, committed: inParts !== true };
}

/** A file that waits for the job that reads it (`readWaitingBytes`). */
export type StoredFile = Pick<
  Selectable<Tables['hosted_attachment']>,
  'service_id' | 'globalid' | 'name' | 'size'
>;

/** Takes the file, which no longer waits, in a transaction; undefined also while its parts are uploaded. */
export async function takeWaitingFile(
  transaction: Database,
  wanted: Wanted,
): Promise<{ name: string; bytes: BytesAside } | undefined> {
  const file = await readWaitingFile(transaction, wanted);
  if (!file) return undefined;
  const { serviceId, id } = wanted;
  const bytes = sql`select 0 as part, bytes from hosted_attachment
    where service_id = ${serviceId} and parent_objectid = ${noFeature} and globalid = ${id}`;
  const aside = await setAside(transaction, bytes, file.size);
  const { numDeletedRows } = await transaction
    .deleteFrom('hosted_attachment')
    .where(isFile(serviceId, id))
    .executeTakeFirst();
  return numDeletedRows > 0n ? { name: file.name, bytes: aside } : undefined;
}

/** Finds the file, which waits until `endWaiting`; undefined also while its parts are uploaded. */
export async function readWaitingFile(database: Database, wanted: Wanted): Promise<StoredFile | undefined> {
  if (!(await findWaitingFile(database, wanted))?.committed) return undefined;
  return database
    .selectFrom('hosted_attachment')
    .select(['service_id', 'globalid', 'name', 'size'])
    .where(isFile(wanted.serviceId, wanted.id))
    .executeTakeFirst();
}

/** The bytes of the file, which never change. @throws Error when it is deleted meanwhile */
export function readWaitingBytes(database: Database, file: StoredFile): AsyncGenerator<Uint8Array> {
  return readInParts('bytes', file.size, (part) =>
    database
      .selectFrom('hosted_attachment')
      .select(part.as('part'))
      .where(isFile(file.service_id, file.globalid))
      .executeTakeFirst(),
  );
}

/** Lets a file wait as long again, for a job that will use it. */
export async function renewWaiting(database: Database, file: StoredFile, now: number): Promise<void> {
  await database
    .updateTable('hosted_attachment')
    .set({ created_at: now })
    .where(isFile(file.service_id, file.globalid))
    .where('created_at', '<', now)
    .execute();
}

/** Ends the waiting of a file that was used. @returns false if it had been used before, or was deleted */
export async function endWaiting(transaction: Database, file: StoredFile): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('hosted_attachment')
    .where(isFile(file.service_id, file.globalid))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes a file and its parts. @returns false when this user has none with this id */
export async function deleteWaitingFile(database: Database, wanted: Wanted): Promise<boolean> {
  if (!(await findWaitingFile(database, wanted))) return false;
  await database
    .deleteFrom('hosted_attachment')
    .where('service_id', '=', wanted.serviceId)
    .where('parent_objectid', 'in', [noFeature, partOfFile])
    .where('globalid', '=', wanted.id)
    .execute();
  return true;
}

/**
 * Stores a part of a registered file, replacing one of the same number; the file then waits as long again.
 * @returns the bytes of all parts
 */
export async function savePart(
  transaction: Database,
  layer: HostedLayer,
  file: WaitingFile,
  { part, bytes }: { part: number; bytes: GivenBytes },
  now: number,
): Promise<number> {
  const { service, layerId } = layer;
  await transaction
    .deleteFrom('hosted_attachment')
    .where('service_id', '=', service.id)
    .where('parent_objectid', '=', partOfFile)
    .where('globalid', '=', file.id)
    .where('keywords', '=', String(part))
    .execute();
  const stored = { globalId: file.id, name: file.name, contentType: '', bytes, keywords: String(part) };
  await insertFile(transaction, placeOf(layer), partOfFile, stored, now);
  await transaction
    .updateTable('hosted_attachment')
    .set({ created_at: now })
    .where('service_id', '=', service.id)
    .where('layer_id', '=', layerId)
    .where('parent_objectid', '=', noFeature)
    .where('globalid', '=', file.id)
    .execute();
  const { all } = await transaction
    .selectFrom('hosted_attachment')
    .select((eb) => eb.cast<number>(eb.fn.sum('size'), 'bigint').as('all'))
    .where('service_id', '=', service.id)
    .where('parent_objectid', '=', partOfFile)
    .where('globalid', '=', file.id)
    .executeTakeFirstOrThrow();
  return all;
}

/** Numbers of the parts, in order. */
export async function listParts(database: Database, serviceId: number, id: string): Promise<number[]> {
  const rows = await database
    .selectFrom('hosted_attachment')
    .select('keywords')
    .where('service_id', '=', serviceId)
    .where('parent_objectid', '=', partOfFile)
    .where('globalid', '=', id)
    .execute();
  return rows.map(({ keywords }) => Number(keywords)).toSorted((a, b) => a - b);
}

/** The bytes of these parts, joined in this order. */
export async function* readParts(
  database: Database,
  serviceId: number,
  id: string,
  parts: readonly number[],
): AsyncGenerator<Uint8Array> {
  const one = (part: number) =>
    database
      .selectFrom('hosted_attachment')
      .where('service_id', '=', serviceId)
      .where('parent_objectid', '=', partOfFile)
      .where('globalid', '=', id)
      .where('keywords', '=', String(part));
  for (const part of parts) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that few bytes are in memory
    const row = await one(part).select('size').executeTakeFirst();
    yield* readInParts('bytes', row?.size ?? 0, (bytes) =>
      one(part).select(bytes.as('part')).executeTakeFirst(),
    );
  }
}

/** Replaces the parts of a file by its bytes: these parts, joined in this order. */
export async function commitWaitingFile(
  transaction: Database,
  wanted: Wanted,
  { description }: WaitingFile,
  parts: readonly number[],
): Promise<void> {
  const { serviceId, id, sender } = wanted;
  const waiting: Waiting = { sender, description };
  const names = parts.map(String);
  const rows = sql`select array_position(cast(${names} as text[]), keywords) as part, bytes from hosted_attachment
    where service_id = ${serviceId} and parent_objectid = ${partOfFile} and globalid = ${id}
      and keywords = any(cast(${names} as text[]))`;
  const { aside } = await setAside(transaction, rows, 0);
  await transaction
    .deleteFrom('hosted_attachment')
    .where('service_id', '=', serviceId)
    .where('parent_objectid', '=', partOfFile)
    .where('globalid', '=', id)
    .execute();
  await transaction
    .updateTable('hosted_attachment')
    .set({ bytes: aside, size: sql`octet_length(${aside})`, keywords: JSON.stringify(waiting) })
    .where(isFile(serviceId, id))
    .execute();
}

/** Runs in a transaction in which no other request changes the parts of this file. */
export async function withWaitingFile<Result>(
  database: Database,
  wanted: Wanted,
  work: (transaction: Database, file: WaitingFile) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(database, async (transaction) => {
    await transaction
      .selectFrom('hosted_attachment')
      .select('globalid')
      .where('service_id', '=', wanted.serviceId)
      .where('parent_objectid', '=', noFeature)
      .where('globalid', '=', wanted.id)
      .forUpdate()
      .execute();
    const file = await findWaitingFile(transaction, wanted);
    return file && work(transaction, file);
  });
}

/** Uploads to a view belong to the view, not to its source. */
const placeOf = ({ service, layerId }: HostedLayer) => ({ serviceId: service.id, layerId });
