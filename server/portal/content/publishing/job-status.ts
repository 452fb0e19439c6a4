import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { mayManageContentOf } from '../../access/user-policy.ts';
import { findUser } from '../../community/user-store.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { loadItem } from '../items/load-item.ts';
import { exportStopped, serverStopped, staleAfter } from './job-runner.ts';
import { cancelJob, findJob, type JobRow } from './job-store.ts';

const schema = z.object({ jobId: z.string().optional() });

/**
 * `…/items/{id}/status` with `jobId`: the progress of publishing a file, requested by the item of the file or
 * of the service, or of an export, requested by the item of its file; new items do not exist before the job has completed. Other operations on items are complete
 * when they respond. Our own `progress` and `faults` are sent besides what ArcGIS clients read.
 */
export const itemStatus: Operation = async (call) => {
  const job = await loadJob(call);
  if (job) return present(job);
  const item = await loadItem(call, 'change');
  return { status: 'completed', statusMessage: 'completed', itemId: item.id };
};

/** `…/items/{id}/cancel`: cancels the publishing of a file, which leaves nothing behind. */
export const cancelPublishing: Operation = async (call) => {
  const job = await loadJob(call);
  if (!job) await loadItem(call, 'change');
  else await cancelJob(call.context.database, job.id);
  return { success: job !== undefined };
};

async function loadJob({ context, caller, path, parameters }: PortalCall): Promise<JobRow | undefined> {
  // Someone else's job counts as unknown: the request is then about an item, whose own policy applies.
  if (caller.kind === 'anonymous') return undefined;
  const { jobId } = readOperation(schema, parameters);
  const job = await findJob(context.database, path['id'] ?? '', jobId);
  if (!job) return undefined;
  const owner = await findUser(context.database, job.username);
  return owner && mayManageContentOf(caller, owner) ? job : undefined;
}

/** An export has no file as its source; its item will be the file. */
function isExport(job: JobRow): boolean {
  return job.item_id === job.source_id;
}

function present(job: JobRow): object {
  const lost = job.status === 'processing' && Date.now() - job.updated_at > staleAfter;
  const status = lost ? 'failed' : job.status;
  const stopped = isExport(job) ? exportStopped : serverStopped;
  const { message, faults } = lost ? { message: stopped.message, faults: [stopped] } : job;
  return {
    status,
    statusMessage: status === 'failed' ? message : status,
    itemId: job.item_id,
    jobId: job.id,
    progress: job.progress,
    ...(status === 'failed' && { faults }),
  };
}
