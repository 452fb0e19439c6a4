import { z } from 'zod';
import type { Fault } from '../../../../wire/errors.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { holds } from '../../access/privileges.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { loadItem } from '../items/load-item.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { analysisSource } from './analysis.ts';
import { joinSource } from '../uploads/upload-operations.ts';
import { lockOpenUpload } from '../uploads/store-part.ts';
import { deleteUpload, findUpload } from '../uploads/upload-store.ts';
import { analysisStopped, exportStopped, joinStopped, serverStopped } from './job-runner.ts';
import { cancelJob, endIfStale, findJob, type JobRow } from './job-store.ts';

const schema = z.object({ jobId: z.string().optional() });

/**
 * `…/items/{id}/status` with `jobId`: the progress of publishing a file, requested by the item of the file or
 * of the service, or of an export, requested by the item of its file; new items do not exist before the job has completed. An item
 * whose file arrives in parts is `partial` until `commit`. Other operations on items are complete when they respond. Our own `progress` and `faults` are sent besides what ArcGIS clients read.
 */
export const itemStatus: Operation = async (call) => {
  const job = await loadJob(call);
  const upload = await findUpload(call.context.database, call.path['id'] ?? '');
  const isPartial = upload !== undefined && (job === undefined || upload.job_id !== job.id);
  const { jobId } = readOperation(schema, call.parameters);
  if (job && (!isPartial || jobId !== undefined)) return present(await withEnd(call, job));
  const item = await loadItem(call, 'change');
  if (isPartial) return { status: 'partial', statusMessage: 'partial', itemId: item.id };
  return { status: 'completed', statusMessage: 'completed', itemId: item.id };
};

/**
 * `…/items/{id}/cancel`: ends an upload in parts, or cancels the publishing of a file. Neither leaves anything behind: an item that
 * was added for the upload is deleted. A job that has ended is not cancelled: `success` is false.
 */
export const cancelItem: Operation = async (call) => {
  const { database } = call.context;
  const id = call.path['id'] ?? '';
  const job = await loadJob(call);
  const upload = await findUpload(database, id);
  if (upload && (job === undefined || upload.job_id === null || upload.job_id === job.id)) {
    const item = await loadItem(call, 'change');
    await inTransaction(database, async (transaction) =>
      deleteUpload(transaction, await lockOpenUpload(transaction, item.id)),
    );
    return { success: true, id: item.id };
  }
  if (job) return { success: await cancelJob(database, job.id) };
  await loadItem(call, 'change');
  return { success: false };
};

async function loadJob({ context, caller, path, parameters }: PortalCall): Promise<JobRow | undefined> {
  // Someone else's job counts as unknown: the request is then about an item, whose own policy applies.
  if (caller.kind === 'anonymous') return undefined;
  const { jobId } = readOperation(schema, parameters);
  const { username } = caller;
  const orgId = holds(caller, 'portal:admin:updateItems') ? caller.orgId : undefined;
  return findJob(context.database, path['id'] ?? '', jobId, { username, orgId });
}

/** An export has no file as its source; its item will be the file. */
function isExport(job: JobRow): boolean {
  return job.item_id === job.source_id;
}

/** The message of a job whose process has ended. */
function stopOf(job: JobRow): Fault {
  if (job.source_id === analysisSource(job.item_id)) return analysisStopped;
  if (job.source_id === joinSource(job.item_id)) return joinStopped;
  return isExport(job) ? exportStopped : serverStopped;
}

/** The job, which has failed when its process has ended. */
async function withEnd({ context: { database } }: PortalCall, job: JobRow): Promise<JobRow> {
  const stopped = stopOf(job);
  return endIfStale(database, job, { message: stopped.message, faults: [stopped] });
}

function present({ id, item_id: itemId, status, message, progress, faults }: JobRow): object {
  return {
    status,
    statusMessage: status === 'failed' ? message : status,
    itemId,
    jobId: id,
    progress,
    ...(status === 'failed' && { faults }),
  };
}
