import { sql } from 'kysely';
import { limits } from '../../limits.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { deleteSomeExpired } from '../../platform/database/expired-rows-store.ts';

/** Uploaded files that have waited too long for their feature (`waiting-file-store.ts`), and their parts. */

/** Object ids of features are never negative. */
export const noFeature = -1;
/** Parts of a file: they have the id of the file, and their number in place of keywords. */
export const partOfFile = -2;

/** Files from before this moment have expired. */
export const oldest = (now: number) => now - limits.waitingFileMinutes * 60_000;

/** Expired files deleted by one statement. */
const expiredPerBatch = 100;

/**
 * Deletes expired files; a part is as old as its file, whose time is that of the last part. Files that others are working on are left for
 * the next time.
 */
export async function deleteExpiredFiles(database: Database, now: number): Promise<void> {
  const failures: unknown[] = [];
  // Each in transactions of its own: one that waits for the edits of its service must not delay those of others.
  for (const service of await servicesWithExpired(database, now))
    await deleteExpiredOf(database, service, now).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function servicesWithExpired(database: Database, now: number): Promise<number[]> {
  const rows = await database
    .selectFrom('hosted_attachment')
    .select('service_id')
    .distinct()
    .where('parent_objectid', '=', noFeature)
    .where('created_at', '<', oldest(now))
    .orderBy('service_id')
    .execute();
  return rows.map(({ service_id }) => service_id);
}

async function deleteExpiredOf(database: Database, serviceId: number, now: number): Promise<void> {
  for (let isMore = true; isMore;)
    isMore = await inTransaction(database, (transaction) =>
      deleteSomeExpiredFiles(transaction, serviceId, now),
    );
}

/** Deletes some rows of expired files, in a transaction: one file has up to `limits.uploadParts` parts. @returns whether there may be more */
export async function deleteSomeExpiredFiles(
  transaction: Database,
  serviceId: number,
  now: number,
): Promise<boolean> {
  const expired = await transaction
    .selectFrom('hosted_attachment')
    .select('globalid')
    .where('service_id', '=', serviceId)
    .where('parent_objectid', '=', noFeature)
    .where('created_at', '<', oldest(now))
    .orderBy('created_at')
    .limit(expiredPerBatch)
    .forUpdate()
    .skipLocked()
    .execute();
  if (expired.length === 0) return false;
  const ids = expired.map(({ globalid }) => globalid);
  const isPart = sql`parent_objectid = ${partOfFile} and globalid = any(cast(${ids} as uuid[]))`;
  // A file is deleted after its parts, which would not be found without it.
  if ((await deleteSomeExpired(transaction, 'hosted_attachment', isPart)) >= limits.expiredRowsPerBatch)
    return true;
  await transaction
    .deleteFrom('hosted_attachment')
    .where('parent_objectid', '=', noFeature)
    .where('globalid', 'in', ids)
    .execute();
  return expired.length === expiredPerBatch;
}
