import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import type { OperationResponse, AppendJobs, AppendJob, LayerCall } from '../context.ts';
import { pathOf } from '../../../platform/http/page-request.ts';

/** @throws MappingError 400 where services run without a portal */
export function appendJobs({ context }: Pick<LayerCall, 'context'>): AppendJobs {
  if (!context.appendJobs)
    throw arcgisError('services:not-supported', { message: 'This layer does not support append.' });
  return context.appendJobs;
}

/** The layer, as the target of a job. */
export function jobTarget({ service, layerId }: HostedLayer): string {
  return `append ${service.id}/${layerId}`;
}

/** The address of a job below that of its layer. */
export function describeAppend({ request, context }: LayerCall, id: string): string {
  return `${context.publicUrl}${pathOf(request)}/jobs/${id}`;
}

const statuses = { processing: 'InProgress', completed: 'Completed', failed: 'Failed' } as const;

/** `…/{layer}/append/jobs/{id}`: the progress of an append, for its sender and the layer's owner. */
export async function appendStatus(call: LayerCall): Promise<OperationResponse> {
  const job = await loadJob(call);
  const { progress, faults, status } = job;
  const { report } = progress;
  const isPartial = status === 'completed' && faults.length > 0;
  return {
    layerName: call.layer.name,
    jobId: job.id,
    submissionTime: job.createdAt,
    lastUpdatedTime: job.updatedAt,
    recordCount: report ? report.added + report.updated : progress.featureCount,
    status: isPartial ? 'CompletedWithErrors' : statuses[status],
    ...(status === 'failed' && { statusMessage: job.message }),
    progress: { stage: progress.stage, share: progress.share, featureCount: progress.featureCount },
    ...(report && { report }),
    ...(faults.length > 0 && { faults }),
  };
}

/** `…/append/jobs/{id}/cancel`: ends the append, which changes nothing then. */
export async function cancelAppend(call: LayerCall): Promise<OperationResponse> {
  const job = await loadJob(call);
  return { success: await appendJobs(call).cancel(job.id) };
}

/** Others' jobs count as unknown. */
async function loadJob(call: LayerCall): Promise<AppendJob> {
  const { rights, path, layer } = call;
  const job = await appendJobs(call).find(jobTarget(layer), path['job'] ?? '');
  const isOwn = rights.caller !== null && (job?.username === rights.caller || rights.mayAdminister);
  if (!job || !isOwn) throw arcgisError('services:not-found', { message: 'Job not found.' });
  return job;
}
