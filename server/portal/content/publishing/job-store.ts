import { type Selectable, sql } from 'kysely';
import type { AppendReport } from '../../../../wire/append.ts';
import { type Fault, MappingError } from '../../../../wire/errors.ts';
import type { UploadProgress } from '../../../../wire/upload.ts';
import { type Database, databaseNow } from '../../../platform/database/connect.ts';
import { deleteSomeExpired } from '../../../platform/database/expired-rows-store.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { storedJson, storedText } from '../../../platform/safety/stored-text.ts';

/** A job; when it last recorded something is judged by the clock of the database, since its process may be another machine's. */
export type JobRow = Selectable<Tables['publish_job']> & {
  /** Whether it has recorded nothing for `staleAfter`. */
  is_stale: boolean;
};

export interface NewJob {
  id: string;
  /** Of the future service. */
  itemId: string;
  /** Of the file that is published; otherwise `itemId`, or the id of no item. */
  sourceId: string;
  username: string;
}

/** Jobs that ended long ago are deleted when new ones begin. */
const forgetAfter = 7 * 24 * 3_600_000;

export async function insertJob(database: Database, job: NewJob): Promise<void> {
  await deleteSomeExpired(database, 'publish_job', sql`updated_at < ${before(forgetAfter)}`);
  const progress: UploadProgress = { stage: 'waiting', share: 0, featureCount: 0 };
  await database
    .insertInto('publish_job')
    .values({
      id: job.id,
      item_id: job.itemId,
      source_id: job.sourceId,
      username: job.username,
      status: 'processing',
      progress: storedJson(progress),
      created_at: databaseNow,
      updated_at: databaseNow,
    })
    .execute();
}

/** Records the progress of a job. @returns whether it was cancelled */
export async function noteProgress(
  database: Database,
  id: string,
  progress: UploadProgress,
): Promise<boolean> {
  const row = await database
    .updateTable('publish_job')
    .set({ progress: storedJson(progress), updated_at: databaseNow })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning('cancelled')
    .executeTakeFirst();
  return row?.cancelled ?? true;
}

/** Why `completeJob` failed. */
export const jobCancelled = new MappingError('portal:job-cancelled', 'The job was cancelled.', {
  status: 400,
});

/**
 * Completes a job in the transaction of its work, so that both become visible together.
 * @throws `jobCancelled` if its user cancelled it before, or it was reported as failed (`endIfStale`): nothing of it may remain
 */
export async function completeJob(
  transaction: Database,
  id: string,
  result: { progress?: UploadProgress & { report?: AppendReport }; faults?: readonly Fault[] },
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('publish_job')
    .set({
      status: 'completed',
      ...(result.progress && { progress: storedJson(result.progress) }),
      ...(result.faults && { faults: storedJson(result.faults) }),
      updated_at: databaseNow,
    })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where('cancelled', '=', false)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw jobCancelled;
}

interface Failure {
  message: string;
  faults: readonly Fault[];
}

/**
 * Records that a job failed. A completed one does not fail any more: the response to its commit may have been lost with the
 * connection.
 */
export async function failJob(database: Database, id: string, failure: Failure): Promise<void> {
  await database
    .updateTable('publish_job')
    .set({ ...failed(failure), updated_at: databaseNow })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .execute();
}

function failed({ message, faults }: Failure) {
  return { status: 'failed' as const, message: storedText(message), faults: storedJson(faults) };
}

/** A moment that is so many milliseconds ago. */
function before(milliseconds: number) {
  return sql<number>`${databaseNow} - ${milliseconds}::bigint`;
}

/** Milliseconds after which a job that has recorded nothing has lost its process: longer than a database is away when a standby takes over. */
export const staleAfter = 60_000;

/**
 * Ends a job that has recorded nothing for `staleAfter`, and returns it as it is then. Its process may only have been suspended, and
 * must not complete what users were told has failed. One that is being completed right now is not ended.
 */
export async function endIfStale(database: Database, job: JobRow, failure: Failure): Promise<JobRow> {
  if (job.status !== 'processing' || !job.is_stale) return job;
  await database
    .updateTable('publish_job')
    .set({ ...failed(failure), cancelled: true })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('publish_job')
        .select('id')
        .where('id', '=', job.id)
        .where('status', '=', 'processing')
        .where('updated_at', '<', before(staleAfter))
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
  return (await findJob(database, job.item_id, job.id)) ?? job;
}

/** Whose jobs are found: those of a user, and of all users of an organisation. */
interface JobSenders {
  username: string;
  orgId: string | undefined;
}

/**
 * The last job of an item, as file or as service; by the job's own id when known.
 * @param senders all, when absent
 */
export async function findJob(
  database: Database,
  itemId: string,
  id: string | undefined,
  senders?: JobSenders,
): Promise<JobRow | undefined> {
  let query = database
    .selectFrom('publish_job')
    .selectAll()
    .select((eb) => eb('updated_at', '<', before(staleAfter)).$castTo<boolean>().as('is_stale'))
    .where((eb) => eb.or([eb('item_id', '=', itemId), eb('source_id', '=', itemId)]));
  if (id !== undefined) query = query.where('id', '=', id);
  if (senders) {
    const { username, orgId } = senders;
    query = query.where('username', 'in', (eb) =>
      eb
        .selectFrom('portal_user')
        .select('portal_user.username')
        .where((user) =>
          user.or([
            user('portal_user.username', '=', username),
            ...(orgId === undefined ? [] : [user('portal_user.org_id', '=', orgId)]),
          ]),
        ),
    );
  }
  return query.orderBy('created_at', 'desc').limit(1).executeTakeFirst();
}

/** @returns whether the job had not ended before */
export async function cancelJob(database: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('publish_job')
    .set({ cancelled: true })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Cancels the jobs of a user, in the transaction that takes their account away. They store nothing. */
export async function cancelJobsOf(transaction: Database, username: string): Promise<void> {
  await transaction
    .updateTable('publish_job')
    .set({ cancelled: true })
    .where('username', '=', username)
    .where('status', '=', 'processing')
    .execute();
}
