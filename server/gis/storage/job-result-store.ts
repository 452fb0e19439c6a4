import { sql } from 'kysely';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { deleteAllExpired, deleteSomeExpired } from '../../platform/database/expired-rows-store.ts';

/** Results of jobs, which clients load later: JSON, compressed with gzip. */

export interface JobResult {
  job: string;
  serviceId: number;
  owner: string;
}

/** Decides who may load a result: the layers whose features it contains, and whether it is an offline copy or its changes. */
export interface ResultContent {
  layerIds: readonly number[];
  /** Whether callers must be able to take the service offline. */
  needsSync: boolean;
}

const hour = 3_600_000;

/** Results deleted by one statement, each of which has pieces of up to `limits.jobResultBytes`. */
const expiredPerBatch = 20;

const isExpired = (now: number) => sql`created_at < ${now - limits.jobResultHours * hour}`;

/**
 * Stores the text of a result. Expired results of the service and the owner's oldest ones are deleted.
 * @param finish work in the transaction in which the result becomes complete; when it fails, `deleteUnfinishedResult` deletes what was
 * stored before
 */
export async function saveJobResult(
  database: Database,
  { job, serviceId, owner, layerIds, needsSync }: JobResult & ResultContent,
  chunks: AsyncIterable<string>,
  now: () => number,
  finish: (transaction: Database) => Promise<void>,
): Promise<void> {
  await deleteOld(database, { job, serviceId, owner }, now());
  await database
    .insertInto('hosted_job_result')
    .values({
      job,
      service_id: serviceId,
      owner,
      layer_ids: [...layerIds],
      needs_sync: needsSync,
      created_at: now(),
    })
    .execute();
  await pipeline(Readable.from(chunks), createGzip({ level: 4 }), (source: AsyncIterable<Buffer>) =>
    savePieces(database, job, source),
  );
  await inTransaction(database, async (transaction) => {
    await finish(transaction);
    await transaction
      .updateTable('hosted_job_result')
      .set({ finished_at: now() })
      .where('job', '=', job)
      .execute();
    // Last: jobs of one member that end at the same time keep the number together.
    await sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 57))`.execute(transaction);
    await deleteEarlier(transaction, owner, job);
  });
}

async function savePieces(database: Database, job: string, source: AsyncIterable<Buffer>): Promise<void> {
  let [waiting, length, piece, all]: [Buffer[], number, number, number] = [[], 0, 0, 0];
  const save = async () => {
    const bytes = Buffer.concat(waiting);
    await database.insertInto('hosted_job_piece').values({ job, piece, bytes }).execute();
    [waiting, length, piece] = [[], 0, piece + 1];
  };
  for await (const chunk of source) {
    all += chunk.length;
    if (all > limits.jobResultBytes) throw tooLarge();
    waiting.push(chunk);
    length += chunk.length;
    if (length >= limits.filePartBytes) await save();
  }
  if (length > 0) await save();
}

/** Deletes what a failed job has stored; nothing if it was completed after all: the response to its commit may have been lost. */
export async function deleteUnfinishedResult(database: Database, job: string): Promise<void> {
  await database
    .deleteFrom('hosted_job_result')
    .where('job', '=', job)
    .where('finished_at', 'is', null)
    .execute();
}

/** What the complete result of a job of this owner contains; undefined: there is no such result. */
export async function findJobResult(
  database: Database,
  { job, serviceId, owner }: JobResult,
): Promise<ResultContent | undefined> {
  return database
    .selectFrom('hosted_job_result')
    .select(['layer_ids as layerIds', 'needs_sync as needsSync'])
    .where('job', '=', job)
    .where('service_id', '=', serviceId)
    .where('owner', '=', owner)
    .where('finished_at', 'is not', null)
    .executeTakeFirst();
}

/** The bytes of a result, as stored. */
export async function* readJobResult(database: Database, job: string): AsyncGenerator<Uint8Array> {
  for (let piece = 0; ; piece += 1) {
    const row = await database
      .selectFrom('hosted_job_piece')
      .select('bytes')
      .where('job', '=', job)
      .where('piece', '=', piece)
      .executeTakeFirst();
    if (!row) return;
    yield row.bytes;
  }
}

/** Deletes the expired results of all services. */
export async function deleteExpiredResults(database: Database, now: number): Promise<void> {
  await deleteAllExpired(database, 'hosted_job_result', isExpired(now), expiredPerBatch);
}

async function deleteOld(
  database: Database,
  { job, serviceId, owner }: JobResult,
  now: number,
): Promise<void> {
  const own = sql`(service_id = ${serviceId} or owner = ${owner}) and ${isExpired(now)}`;
  await deleteSomeExpired(database, 'hosted_job_result', own, expiredPerBatch);
  // Before the new one takes room of the owner's quota.
  await deleteEarlier(database, owner, job);
}

/** Deletes results of a member, so that there is room beside the latest ones for that of a job. */
async function deleteEarlier(database: Database, owner: string, job: string): Promise<void> {
  await database
    .deleteFrom('hosted_job_result')
    .where('job', 'in', (eb) =>
      eb
        .selectFrom('hosted_job_result')
        .select('job')
        .where('owner', '=', owner)
        .where('job', '<>', job)
        .where('finished_at', 'is not', null)
        .orderBy('finished_at', 'desc')
        .offset(limits.jobResultsPerUser - 1),
    )
    .execute();
}

function tooLarge(): MappingError {
  const megabytes = limits.jobResultBytes / 1_000_000;
  return new MappingError(
    'services:too-much',
    `The result has more than ${megabytes} MB compressed. Choose a smaller area, fewer layers or a filter.`,
    { status: 400 },
  );
}
